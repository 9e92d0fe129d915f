// Clips of an older version get the step of their clock.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findClockSteps } from '../../src/library/clock-steps.ts';
import { IdleQueue } from '../../src/library/thumbnails/idle-queue.ts';
import { createLibrary } from './library-under-test.ts';

const createOlderList = async () => {
  const library = await createLibrary();
  await library.put('slides-jpeg.avi');
  await library.put('slides.mp4');
  await library.put('short-25.mp4');
  await library.start();
  const before = await readFile(library.statePath, 'utf8');
  expect(before).toContain('"clockStepSeconds":3');
  await writeFile(library.statePath, before.replace(/,"clockStepSeconds":3/, ''));
  const idsPath = join(library.stateDir, 'clock-steps.json');
  /** A start of the player; resolves to the clips that were examined. */
  const start = async () => {
    const store = await library.open();
    const idleQueue = new IdleQueue();
    onTestFinished(() => idleQueue.dispose());
    const examined: string[] = [];
    let changes = 0;
    const add = idleQueue.add.bind(idleQueue);
    idleQueue.add = (job) => {
      examined.push(job.key);
      add(job);
    };
    const onChanged = (): void => {
      changes += 1;
    };
    await findClockSteps({ store, stateDir: library.stateDir, idleQueue, onChanged, log: library.log });
    /** The queue takes its jobs in order. */
    await new Promise<void>((resolve) =>
      add({ key: 'end', rank: 9, run: async () => resolve(), fail: () => undefined }),
    );
    const steps = store.document().clips.map(({ file, media }) => [file, media?.clockStepSeconds]);
    return { examined: examined.length, changes, step: new Map(steps as [string, number | undefined][]) };
  };
  return { ...library, before, idsPath, start };
};

test('once, at idle, and what is known then is saved', async () => {
  const { start, statePath, idsPath, before } = await createOlderList();
  const first = await start();
  expect([first.examined, first.changes]).toEqual([2, 1]);
  expect([...first.step].filter(([, step]) => step !== undefined)).toEqual([['slides-jpeg.avi', 3]]);
  const kept = JSON.parse(await readFile(statePath, 'utf8'));
  expect(kept).toEqual(JSON.parse(before));
  expect(JSON.parse(await readFile(idsPath, 'utf8')).ids).toHaveLength(2);
  expect(await start()).toMatchObject({ examined: 0, changes: 0 });
});

test('what cannot be examined is tried at the next start', async () => {
  const { start, put, clipsDir } = await createOlderList();
  await writeFile(join(clipsDir, 'slides-jpeg.avi'), 'no video at all');
  expect(await start()).toMatchObject({ examined: 2, changes: 0 });
  await put('slides-jpeg.avi');
  expect(await start()).toMatchObject({ examined: 1, changes: 1 });
});
