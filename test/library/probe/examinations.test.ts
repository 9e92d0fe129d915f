import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProbeQueue, toSlots } from '../../../src/library/probe/examinations.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createHeld } from '../held-examinations.ts';
import { createLibrary, filesOf } from '../library-under-test.ts';

test('a small board examines one file at a time, and larger ones several', () => {
  const gibibytes = (count: number) => toSlots(count * 1024 ** 3);
  expect([0.4, 0.9, 1.8, 3.7, 7.6].map(gibibytes)).toEqual([
    { places: 1, slowPlaces: 0 },
    { places: 1, slowPlaces: 0 },
    { places: 2, slowPlaces: 0 },
    { places: 2, slowPlaces: 2 },
    { places: 2, slowPlaces: 2 },
  ]);
});

test('an upload is examined before files that were found', async () => {
  const { examinations, file, letGo } = await createHeld({ places: 1, slowPlaces: 0, slowSeconds: 60 });
  const done: string[] = [];
  const paths = { slow: await file('slow'), found: await file('found'), sent: await file('sent') };
  const examine = async (name: keyof typeof paths, urgency: 'upload' | 'found') => {
    await examinations.probe(paths[name], { urgency });
    done.push(name);
  };
  const first = examine('slow', 'found');
  const rest = [examine('found', 'found'), examine('sent', 'upload')];
  await letGo();
  await Promise.all([first, ...rest]);
  expect(done).toEqual(['slow', 'sent', 'found']);
});

test.each([
  ['beside it', { places: 1, slowPlaces: 1 }, false],
  ['in its place, and it is begun again', { places: 1, slowPlaces: 0 }, true],
] as const)('nobody waits for a file that takes long: others are examined %s', async (_where, places, isBegunAgain) => {
  const held = await createHeld(places);
  let isSlow = false;
  const slow = held.examinations.probe(await held.file('slow'), {
    urgency: 'upload',
    onSlow: () => {
      isSlow = true;
    },
  });
  const others = [await held.file('a'), await held.file('b')];
  await Promise.all(others.map((path) => held.examinations.probe(path, { urgency: 'found' })));
  expect(isSlow).toBe(true);
  await held.letGo();
  expect(await slow).toMatchObject({ moving: false });
  expect((await held.starts('slow')) > 1).toBe(isBegunAgain);
});

test('an upload whose turn does not come is given back to be sent again', async () => {
  const held = await createHeld({ places: 1, slowPlaces: 0, slowSeconds: 60, longestWaitSeconds: 0.2 });
  const slow = held.examinations.probe(await held.file('slow'), { urgency: 'found' });
  await expect(held.examinations.probe(await held.file('sent'), { urgency: 'upload' })).rejects.toMatchObject({
    code: 'busy',
  });
  await held.letGo();
  await slow;
});

test('a found file that the player is too busy to examine stays, and the log says when it comes', async () => {
  const command = join(await temporaryFolder(), 'ffprobe');
  await writeFile(command, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 });
  const library = await createLibrary({ examinations: new ProbeQueue({ command }) });
  await library.put('still.png', 'a.png');
  expect(filesOf((await library.start()).document())).toEqual([]);
  expect(library.log.lines.map(({ text }) => text)).toEqual([
    'a.png in the clips folder is left out until the next start: the player is too busy to examine it.',
  ]);
});

test('what waits and what runs can be given up', async () => {
  const held = await createHeld({ places: 1, slowPlaces: 0, slowSeconds: 60 });
  const giving = new AbortController();
  const examine = async (name: string): Promise<unknown> =>
    held.examinations
      .probe(await held.file(name), { urgency: 'found', signal: giving.signal })
      .catch((error: unknown) => error);
  const running = examine('slow');
  await expect.poll(() => held.starts('slow')).toBe(1);
  const waiting = examine('waiting');
  giving.abort('enough');
  expect(await Promise.all([running, waiting])).toEqual(['enough', 'enough']);
});
