import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openResumePoint } from '../../src/player/resume-point-file.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const BOOT_ID = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');

/** @param isLeft whether a daemon was killed in this boot */
const openAt = async (isLeft: boolean) => {
  const folder = await temporaryFolder();
  const { deck, clock } = await createDeck();
  const path = join(folder, 'whereabouts.json');
  const whereabouts = { clipId: 'clip', screen: 'splash', transport: 'playing', positionSeconds: 12, speed: 1 };
  if (isLeft) await writeFile(path, JSON.stringify({ bootId: BOOT_ID, returns: 0, whereabouts }));
  const resumePoint = await openResumePoint({ folder, clock, log: createRecordingLog() });
  resumePoint.follow(deck);
  return { resumePoint, files: () => readdir(folder) };
};

test('an end in order leaves no resume point', async () => {
  const { resumePoint, files } = await openAt(true);
  await resumePoint.stop(false);
  expect(await files()).toEqual([]);
});

test('an end by a failure leaves the resume point to the next start', async () => {
  const { resumePoint, files } = await openAt(true);
  await resumePoint.stop(true);
  expect([resumePoint.before !== undefined, await files()]).toEqual([true, ['whereabouts.json']]);
});
