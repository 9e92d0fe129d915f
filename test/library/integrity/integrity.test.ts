// Checksums of real files: what the card changes by itself is damage, what somebody writes is a new file.
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import type { Damages } from '../../../src/deck/clips/damage.ts';
import { createChecksumsFile } from '../../../src/library/integrity/checksum-record.ts';
import { Integrity } from '../../../src/library/integrity/integrity.ts';
import { withReceived } from '../../../src/library/integrity/received.ts';
import { IdleQueue } from '../../../src/library/thumbnails/idle-queue.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const WAIT = { timeout: 30_000, interval: 5 };
const CHANGED = 'Damaged: the card has changed the data of this file. Delete the clip and upload the file again.';

/** More than three pieces, and no whole number of blocks. */
const CONTENT = Buffer.alloc(3_333_333, 'what the camera saw ');

const create = async (folder: string, more: { readonly boot?: string; readonly nowMs?: () => number } = {}) => {
  const log = createRecordingLog();
  const idleQueue = new IdleQueue();
  const told: Damages[] = [];
  const added: string[] = [];
  const read: string[] = [];
  const add = idleQueue.add.bind(idleQueue);
  idleQueue.add = (job) => {
    added.push(job.key);
    add({
      ...job,
      run: async (signal) => {
        await job.run(signal);
        read.push(job.key);
      },
    });
  };
  const integrity = new Integrity({
    ...{ idleQueue, log, boot: 'one', ...more },
    file: createChecksumsFile({ stateDir: folder, log }),
    pathOf: ({ file }: Clip) => join(folder, file),
    onDamage: (damages) => told.push(damages),
  });
  let isDone = false;
  const dispose = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await idleQueue.dispose();
    await integrity.dispose();
  };
  onTestFinished(dispose);
  const lines = () => log.recent().map(({ level, text }) => `${level}: ${text}`);
  const reads = (count: number) => vi.waitFor(() => expect(read).toHaveLength(count), WAIT);
  const damaged = () => [...(told.at(-1) ?? new Map()).keys()];
  return { integrity, idleQueue, told, added, read, lines, reads, damaged, dispose };
};

/** A player with one clip, whose file was read once. */
const createChecked = async (change: Partial<Clip> = {}) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.mp4');
  writeFileSync(path, CONTENT);
  const clip = videoClip('a', change);
  const player = await create(folder);
  player.integrity.follow([clip]);
  await player.integrity.start();
  await player.reads(1);
  return { folder, path, clip, ...player };
};

/** As a card does that loses a write: bytes change, size and time of change do not. */
const damage = (path: string, at = 2_000_000, bytes = 'X'): void => {
  const { atime, mtime } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, at);
  closeSync(file);
  utimesSync(path, atime, mtime);
};

test('a file is read once, its checksum kept, and no damage told', async () => {
  const { folder, read, told, dispose } = await createChecked();
  await dispose();
  const { clips } = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8'));
  expect([clips.a.crc32, clips.a.boot, clips.a.damage]).toEqual([crc32(CONTENT), 'one', undefined]);
  expect([read, told]).toEqual([['a.checksum'], []]);
});

test('bytes that change while size and time stay are damage, told once in the log, until the right ones are back', async () => {
  const { path, integrity, reads, told, lines } = await createChecked();
  damage(path);
  void integrity.lookAgain();
  await reads(2);
  expect([...(told.at(-1) ?? [])]).toEqual([['a', { what: 'changed', foundAt: expect.any(String) }]]);
  damage(path, 1000, 'Y');
  void integrity.lookAgain();
  await reads(3);
  expect(told).toHaveLength(1);
  expect(lines()).toEqual([`warning: a.mp4 (a.mp4). ${CHANGED}`]);
  damage(path, 0, CONTENT.toString());
  void integrity.lookAgain();
  await reads(4);
  expect(told).toHaveLength(2);
  expect([...(told.at(-1) ?? [])]).toEqual([]);
  expect(lines()[1]).toBe('info: a.mp4 is whole again.');
});

test.each([
  ['written anew', (path: string) => writeFileSync(path, 'another film')],
  [
    'replaced by one of the same size and time',
    (path: string) => {
      const { atime, mtime } = statSync(path);
      writeFileSync(`${path}.new`, Buffer.alloc(CONTENT.length, 'z'));
      utimesSync(`${path}.new`, atime, mtime);
      renameSync(`${path}.new`, path);
    },
  ],
])('a file that is %s is not damaged; its checksum is made anew', async (_name, replace) => {
  const { folder, path, integrity, reads, told, dispose } = await createChecked();
  replace(path);
  void integrity.lookAgain();
  await reads(2);
  await dispose();
  const { clips } = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8'));
  expect([clips.a.crc32, told]).toEqual([crc32(readFileSync(path)), []]);
});

test('the damage goes as soon as another file takes the place, before that is read', async () => {
  const { path, integrity, reads, damaged, idleQueue } = await createChecked();
  damage(path);
  void integrity.lookAgain();
  await reads(2);
  expect(damaged()).toEqual(['a']);
  idleQueue.setPlaying(true);
  writeFileSync(path, 'another film');
  void integrity.lookAgain();
  await vi.waitFor(() => expect(damaged()).toEqual([]), WAIT);
});

test('a fresh upload is compared with what arrived', async () => {
  const changedMs = Date.now() + 60_000;
  const whole = await createChecked({ received: { bytes: CONTENT.length, crc32: crc32(CONTENT), changedMs } });
  expect(whole.damaged()).toEqual([]);
  const torn = await createChecked({ received: { bytes: CONTENT.length, crc32: 4711, changedMs } });
  expect(torn.damaged()).toEqual(['a']);
});

test('a file that its owner replaced by an older one before its first reading is not damaged', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.mp4');
  writeFileSync(path, 'what arrived');
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(path, aMinuteAgo, aMinuteAgo);
  const arrived = { bytes: statSync(path).size, crc32: crc32('what arrived') };
  const clip = await withReceived(videoClip('a'), path, arrived);
  writeFileSync(path, CONTENT);
  utimesSync(path, 1_000_000_000, 1_000_000_000);
  const { integrity, told, reads } = await create(folder);
  integrity.follow([clip]);
  await integrity.start();
  await reads(1);
  expect(told).toEqual([]);
});

test('the damage is known to the next start at once, and not logged again', async () => {
  const first = await createChecked();
  damage(first.path);
  void first.integrity.lookAgain();
  await first.reads(2);
  await first.dispose();
  const second = await create(first.folder);
  second.integrity.follow([first.clip]);
  second.idleQueue.setPlaying(true);
  await second.integrity.start();
  expect([second.damaged(), second.lines()]).toEqual([['a'], []]);
});

test('after the next boot each file is read once more, then after 30 days', async () => {
  const { folder, clip, dispose } = await createChecked();
  await dispose();
  let days = 0;
  const second = await create(folder, { boot: 'two', nowMs: () => Date.now() + days * 24 * 3600 * 1000 });
  second.integrity.follow([clip]);
  await second.integrity.start();
  await second.reads(1);
  await second.dispose();
  const third = await create(folder, { boot: 'three', nowMs: () => Date.now() + days * 24 * 3600 * 1000 });
  third.integrity.follow([clip]);
  await third.integrity.start();
  days = 31;
  void third.integrity.lookAgain();
  await third.reads(1);
});

test('nothing is read while something plays', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'a.mp4'), CONTENT);
  const { integrity, idleQueue, read, reads } = await create(folder);
  idleQueue.setPlaying(true);
  integrity.follow([videoClip('a')]);
  await integrity.start();
  expect(read).toEqual([]);
  idleQueue.setPlaying(false);
  await reads(1);
});

test('a file that waits to be read is not queued anew by a look, but is for another file', async () => {
  const folder = await temporaryFolder();
  for (const name of ['a.mp4', 'b.mp4']) writeFileSync(join(folder, name), CONTENT);
  const { integrity, idleQueue, added, reads } = await create(folder);
  idleQueue.setPlaying(true);
  integrity.follow([videoClip('a')]);
  await integrity.start();
  await integrity.lookAgain();
  await integrity.lookAgain();
  expect(added).toEqual(['a.checksum']);
  integrity.follow([videoClip('a', { file: 'b.mp4' })]);
  await integrity.lookAgain();
  expect(added).toEqual(['a.checksum', 'a.checksum']);
  idleQueue.setPlaying(false);
  await reads(1);
  damage(join(folder, 'b.mp4'));
  await integrity.lookAgain();
  await reads(2);
});

test('a file that cannot be checked is named in the log, and tried again after an hour, or when it is another one', async () => {
  const folder = await temporaryFolder();
  const clips = [videoClip('a'), videoClip('b')];
  for (const { file } of clips) symlinkSync('elsewhere', join(folder, file));
  let minutes = 0;
  const { integrity, added, told, lines, reads } = await create(folder, { nowMs: () => Date.now() + minutes * 60_000 });
  integrity.follow(clips);
  await integrity.start();
  await vi.waitFor(() => expect(lines()).toHaveLength(2), WAIT);
  const line = (name: string) =>
    expect.stringMatching(`^warning: ${name} \\(${name}\\) cannot be checked for damage: .+\\.$`);
  expect(lines()).toEqual([line('a.mp4'), line('b.mp4')]);
  minutes = 59;
  await integrity.lookAgain();
  expect(added).toHaveLength(2);
  rmSync(join(folder, 'a.mp4'));
  writeFileSync(join(folder, 'a.mp4'), CONTENT);
  await integrity.lookAgain();
  await reads(1);
  minutes = 61;
  await integrity.lookAgain();
  await vi.waitFor(() => expect(added).toHaveLength(4), WAIT);
  expect([told, lines()]).toEqual([[], [line('a.mp4'), line('b.mp4')]]);
});

test('a file that is away is no damage, and a removed clip is forgotten', async () => {
  const { folder, path, integrity, told, lines, dispose } = await createChecked();
  rmSync(path);
  integrity.follow([videoClip('a'), videoClip('b')]);
  integrity.follow([videoClip('b')]);
  await dispose();
  const { clips } = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8'));
  expect([clips, told, lines()]).toEqual([{}, [], []]);
});

test('damage of a clip that is gone is not told after a power cut', async () => {
  const first = await createChecked();
  damage(first.path);
  await first.integrity.lookAgain();
  await first.reads(2);
  await first.dispose();
  const second = await create(first.folder);
  second.integrity.follow([videoClip('b')]);
  await second.integrity.start();
  await second.dispose();
  const { clips } = JSON.parse(readFileSync(join(first.folder, 'checksums.json'), 'utf8'));
  expect([clips, second.told]).toEqual([{}, []]);
});
