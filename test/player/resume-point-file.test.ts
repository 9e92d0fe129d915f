import { execFileSync } from 'node:child_process';
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

test('volume, mute and black of a player that is killed the moment after are in the resume point, and hold from then on', async () => {
  const folder = await temporaryFolder();
  const killed = await createDeck();
  const file = { folder, clock: killed.clock, log: createRecordingLog() };
  const left = await openResumePoint(file);
  left.follow(killed.deck);
  killed.deck.master.setVolume(70);
  killed.deck.master.setVolume(40);
  killed.deck.master.mute(true);
  killed.deck.master.fade('black', 0);
  killed.deck.overlay.show({ kind: 'countdown', text: 'Starts in', untilSeconds: 5000 });
  await killed.settle();
  // Without the resume point only the first would be left.
  expect(killed.store.document().settings.sound).toEqual({ volumePercent: 70, muted: false });

  const { before } = await openResumePoint(file);
  const overlay = { kind: 'countdown', text: 'Starts in', untilSeconds: 5000 };
  expect(before).toMatchObject({ sound: { volumePercent: 40, muted: true }, fadedTo: 'black', overlay });
  const resumed = await createDeck({
    settings: killed.store.document().settings,
    ...(before !== undefined && { resume: before }),
  });
  await resumed.settle();
  expect(resumed.deck.state()).toMatchObject({ master: { volumePercent: 40, muted: true }, fadeLevel: 0, overlay });
  expect(resumed.player.levels.map(({ sound }) => sound)).toEqual(resumed.player.levels.map(() => 0));
  expect(resumed.store.document().settings.sound).toEqual({ volumePercent: 40, muted: true });
});

test('a pipe in the place of the resume point does not hold up the start', async () => {
  const folder = await temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'whereabouts.json')]);
  const { clock } = await createDeck();
  const resumePoint = await openResumePoint({ folder, clock, log: createRecordingLog() });
  expect(resumePoint.before).toBeUndefined();
  await resumePoint.stop(false);
  expect(await readdir(folder)).toEqual([]);
});
