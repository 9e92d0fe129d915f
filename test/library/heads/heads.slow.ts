import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Clip, createClip } from '../../../src/deck/clips/clip.ts';
import { Heads } from '../../../src/library/heads/heads.ts';
import { IdleQueue } from '../../../src/library/thumbnails/idle-queue.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { film, h264 } from '../../picture/numbered-films.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  const coding = [...h264(40, 0), '-sc_threshold', '0'];
  execFileSync('ffmpeg', ['-v', 'error', ...film('25', 3, ...coding), join(folder, 'film.mp4')]);
});

const pathOf = ({ file }: Clip): string => join(folder, file);
const clip = (id: string, inSeconds = 1.2): Clip => {
  cpSync(join(folder, 'film.mp4'), join(folder, `${id}.mp4`));
  const info = { container: 'mp4', videoCodec: 'h264', width: 192, height: 108, interlaced: false };
  const made = createClip(id, `${id}.mp4`, {
    moving: true,
    durationSeconds: 3,
    info: { ...info, pixelFormat: 'yuv420p' },
  });
  return { ...made, inSeconds };
};

const start = async (options: { readonly folder?: string; readonly maxBytes?: number } = {}) => {
  const idleQueue = new IdleQueue();
  const place = options.folder ?? mkdtempSync(join(folder, 'state-'));
  const log = createRecordingLog();
  const heads = new Heads({ ...options, folder: place, pathOf, idleQueue, log });
  onTestFinished(() => idleQueue.dispose());
  await heads.start();
  heads.enable();
  heads.settle(() => true);
  const files = (): readonly string[] => readdirSync(place).filter((name) => name.endsWith('.nut'));
  return { heads, idleQueue, files, place, log };
};

test('the head of a clip is made, found by its in point, and found again after a restart', async () => {
  const { heads, place, idleQueue } = await start();
  const one = clip('one');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toMatchObject({ fromSeconds: 1.2, keySeconds: 1.6 });
  expect(await heads.find(pathOf(one), 1.24)).toBeUndefined();
  await idleQueue.dispose();
  const next = await start({ folder: place });
  next.heads.follow([one], undefined);
  await expect.poll(() => next.heads.find(pathOf(one), 1.2)).toMatchObject({ fromSeconds: 1.2, keySeconds: 1.6 });
});

test('a head goes with its in point and with its clip', async () => {
  const { heads, files } = await start();
  const one = clip('gone');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  heads.follow([{ ...one, inSeconds: 1.24 }], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.24)).toMatchObject({ fromSeconds: 1.24 });
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
  heads.follow([], undefined);
  await expect.poll(files).toEqual([]);
});

test('the head of a file that has changed is not found, and made anew', async () => {
  const { heads } = await start();
  const one = clip('changed');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  utimesSync(pathOf(one), 1, 1);
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
});

test('a file that takes the place of another with the same size and time does not get its head', async () => {
  const { heads } = await start();
  const one = clip('replaced');
  utimesSync(pathOf(one), 1, 1);
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  const other = readFileSync(pathOf(one));
  writeFileSync(`${pathOf(one)}.new`, other);
  utimesSync(`${pathOf(one)}.new`, 1, 1);
  renameSync(`${pathOf(one)}.new`, pathOf(one));
  expect(statSync(pathOf(one))).toMatchObject({ size: other.length, mtimeMs: 1000 });
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
});

test('a clip that stands by again after its file was replaced has a new head before it is started', async () => {
  const { heads, files } = await start();
  const one = clip('again');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  const before = files();
  utimesSync(pathOf(one), 1, 1);
  heads.follow([one], one.id);
  await expect.poll(files).toHaveLength(1);
  await expect.poll(files).not.toEqual(before);
});

test('a clip that has another file now has its head made anew', async () => {
  const { heads, files } = await start();
  const one = clip('converted');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  const before = files();
  const other = { ...clip('converted-2'), id: one.id };
  heads.follow([other], undefined);
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
  await expect.poll(() => heads.find(pathOf(other), 1.2)).toBeDefined();
  expect(files()).not.toEqual(before);
});

test.each<[string, (head: string) => void]>([
  ['with other bytes', (head) => writeFileSync(head, readFileSync(head).fill(0, 800, 1000))],
  ['cut short', (head) => writeFileSync(head, readFileSync(head).subarray(0, 1000))],
  ['without its record', (head) => rmSync(head.replace(/nut$/, 'json'))],
  ['with half a record', (head) => writeFileSync(head.replace(/nut$/, 'json'), '{"clipId":')],
])('a head that is found %s after a restart is not used, and made anew', async (_what, damage) => {
  const { heads, place, files, idleQueue } = await start();
  const one = clip('damaged');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  await idleQueue.dispose();
  const head = join(place, files()[0] ?? '');
  const whole = readFileSync(head);
  damage(head);
  const next = await start({ folder: place });
  next.heads.follow([one], undefined);
  const found = async () => (await next.heads.find(pathOf(one), 1.2))?.path;
  await expect.poll(found).toBeDefined();
  expect(readFileSync((await found()) ?? '').equals(whole)).toBe(true);
});

test('a head whose bytes change later is not used', async () => {
  const { heads, place, files } = await start();
  const one = clip('touched');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  const head = join(place, files()[0] ?? '');
  writeFileSync(head, readFileSync(head).fill(0, 800, 1000));
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
});

test('a disk that takes no head leaves none half made, and the clip without one', async () => {
  const { heads, place, idleQueue } = await start();
  // As on a full disk, its record cannot be written: a folder has the name.
  const one = clip('full');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  const [name = ''] = readdirSync(place).filter((entry) => entry.endsWith('.json'));
  heads.follow([], undefined);
  await expect.poll(() => readdirSync(place)).toEqual([]);
  mkdirSync(join(place, name));
  heads.follow([one], undefined);
  await expect.poll(() => idleQueue.isSilenceNeeded).toBe(true);
  await expect.poll(() => idleQueue.isSilenceNeeded, { timeout: 20_000 }).toBe(false);
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
  await expect.poll(() => readdirSync(place)).toEqual([name]);
});

const MEBIBYTE = 1024 ** 2;
const small = join(folder, 'small-disk');
const hasSmallDisk = (() => {
  mkdirSync(small);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=72m', 'tmpfs', small]).status === 0;
})();
afterAll(() => {
  if (hasSmallDisk) execFileSync('umount', ['-l', small]);
});

test.runIf(hasSmallDisk)(
  'while the disk is nearly full no head is made, and one is when there is room again',
  async () => {
    const filling = join(small, 'filling');
    writeFileSync(filling, Buffer.alloc(10 * MEBIBYTE));
    const { heads, log, place } = await start({ folder: join(small, 'heads'), maxBytes: MEBIBYTE });
    const one = clip('no-room');
    heads.follow([one], undefined);
    await expect
      .poll(() => log.lines.map(({ text }) => text))
      .toContainEqual(expect.stringContaining('the disk is nearly full'));
    expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
    expect(readdirSync(place)).toEqual([]);
    rmSync(filling);
    heads.follow([one], one.id);
    await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  },
);

test('a head that the player could not show is removed and not made again', async () => {
  const { heads, idleQueue, files } = await start();
  const one = clip('broken');
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  heads.drop((await heads.find(pathOf(one), 1.2)) ?? { path: '' });
  heads.follow([one], 'broken');
  await expect.poll(files).toEqual([]);
  expect(await heads.find(pathOf(one), 1.2)).toBeUndefined();
  expect(idleQueue.isSilenceNeeded).toBe(false);
});

test('a head for which the memory runs short each time is given up after some runs', async () => {
  const programs = mkdtempSync(join(folder, 'programs-'));
  const runs = join(programs, 'runs');
  // As the kernel does it when memory is short.
  writeFileSync(join(programs, 'ffmpeg'), `#!/bin/sh\necho run >> ${runs}\nkill -KILL $$\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { heads, log } = await start();
  heads.follow([clip('short')], undefined);
  await expect
    .poll(() => log.lines.map(({ text }) => text), { timeout: 30_000 })
    .toContainEqual(expect.stringContaining('the memory ran short'));
  expect(readFileSync(runs, 'utf8').match(/run/g)).toHaveLength(4);
});

test('a clip whose file was away has its head made when the list changes and the file is back', async () => {
  const { heads, log } = await start();
  const one = clip('away');
  renameSync(pathOf(one), `${pathOf(one)}.away`);
  heads.follow([one], undefined);
  await expect
    .poll(() => log.lines.map(({ text }) => text))
    .toContainEqual(expect.stringContaining('starts without a head'));
  renameSync(`${pathOf(one)}.away`, pathOf(one));
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
});

test('nothing is made while a clip plays', async () => {
  const { heads, idleQueue, files } = await start();
  idleQueue.setPlaying(true);
  const one = clip('waits');
  heads.follow([one], undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(files()).toEqual([]);
  idleQueue.setPlaying(false);
  await expect.poll(files).toHaveLength(1);
});

test('only the clip that stands by takes the room of another', async () => {
  const { heads, place, idleQueue } = await start();
  const [one, other] = [clip('first'), clip('second')];
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  await idleQueue.dispose();
  const small = await start({ folder: place, maxBytes: 1 });
  small.heads.follow([one, other], undefined);
  await expect.poll(() => small.heads.find(pathOf(one), 1.2)).toBeDefined();
});

test('a clip that found no room takes it from others when it stands by, and gives it back when another does', async () => {
  const { heads, place, files, idleQueue } = await start();
  const [one, other] = [clip('early'), clip('late')];
  heads.follow([one], undefined);
  await expect.poll(() => heads.find(pathOf(one), 1.2)).toBeDefined();
  await idleQueue.dispose();
  // Room for one of two that are alike.
  const { size } = statSync(join(place, files()[0] ?? ''));
  const tight = await start({ folder: place, maxBytes: Math.round(size * 1.5) });
  const refusals = () => tight.log.lines.filter(({ text }) => text.includes('take all the room'));
  tight.heads.follow([one, other], undefined);
  await expect.poll(refusals).toHaveLength(1);
  tight.heads.follow([one, other], other.id);
  await expect.poll(() => tight.heads.find(pathOf(other), 1.2)).toBeDefined();
  expect(await tight.heads.find(pathOf(one), 1.2)).toBeUndefined();
  tight.heads.follow([one, other], one.id);
  await expect.poll(() => tight.heads.find(pathOf(one), 1.2)).toBeDefined();
  expect(refusals()).toHaveLength(1);
});

test('of clips that have stood by one after the other the last one has its head first', async () => {
  const { heads, idleQueue, files, place } = await start();
  idleQueue.setPlaying(true);
  const clips = ['a', 'b', 'c'].map((id) => clip(`stood-by-${id}`));
  for (const { id } of clips) heads.follow(clips, id);
  idleQueue.setPlaying(false);
  // One that is being made has a hidden name.
  const made = () => files().filter((name) => !name.startsWith('.'));
  await expect.poll(made, { timeout: 30_000 }).toHaveLength(3);
  const madeAt = (name: string): number => statSync(join(place, name)).mtimeMs;
  const order = made().sort((one, other) => madeAt(one) - madeAt(other));
  expect(order.map((name) => name.split('.')[0])).toEqual(['stood-by-c', 'stood-by-a', 'stood-by-b']);
});

test('of clips that need no head, or have one, it is not asked how they are decoded', async () => {
  const { heads } = await start();
  const asked: string[] = [];
  heads.settle(({ id }) => {
    asked.push(id);
    return true;
  });
  const [plain, headed] = [clip('plain', 0), clip('headed')];
  heads.follow([plain, headed], undefined);
  await expect.poll(() => heads.find(pathOf(headed), 1.2)).toBeDefined();
  const before = asked.length;
  heads.follow([plain, headed], plain.id);
  expect(asked).not.toContain('plain');
  expect(asked).toHaveLength(before);
});
