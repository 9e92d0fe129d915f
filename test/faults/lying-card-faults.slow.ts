// A card that lies: of all that was written after a moment and confirmed, each block comes out of a power cut old or new at random.
// The list is always valid then, and each clip in it is whole, or marked.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Clip } from '../../src/deck/clips/clip.ts';
import type { ClipLibrary } from '../../src/library/clip-library.ts';
import { openClipStore } from '../../src/library/clip-store.ts';
import { createChecksumsFile } from '../../src/library/integrity/checksum-record.ts';
import { Integrity } from '../../src/library/integrity/integrity.ts';
import { IdleQueue } from '../../src/library/thumbnails/idle-queue.ts';
import { createUploadStaging } from '../../src/library/upload-staging.ts';
import { attempt, run, until } from '../appliance/command.ts';
import { canBoot } from '../appliance/needs.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { media } from '../media/media.ts';

const IMAGES = 200;
const MEBIBYTES = 32;
const BLOCK = 4096;
const UNUSED_SECONDS = 60;
const SOURCES = ['short-25.mp4', 'numbered-25.mp4', 'numbered-25-sound.mp4'] as const;

/** What a player has on its card. */
const openParts = async (folder: string) => {
  const [clipsDir, stateDir] = [join(folder, 'clips'), join(folder, 'state')];
  const log = createRecordingLog();
  const splashPath = join(clipsDir, 'splash.png');
  const store = await openClipStore({ clipsDir, stateDir, splashPath, systemPictures: [], log });
  await store.reconcile({ onFound: () => undefined, signal: new AbortController().signal });
  return { clipsDir, stateDir, log, store };
};
type Parts = Awaited<ReturnType<typeof openParts>>;

/** As it is done for each upload; the name says what is in it. */
const upload = async ({ clipsDir, store }: Parts, source: string, fileName: string): Promise<void> => {
  const staging = createUploadStaging({ clipsDir });
  const temporaryPath = staging.temporaryPath();
  copyFileSync(media(source as (typeof SOURCES)[number]), temporaryPath);
  const bytes = readFileSync(temporaryPath);
  const probed = await staging.probe(temporaryPath);
  await store.add({ temporaryPath, fileName, probed, arrived: { bytes: bytes.length, crc32: crc32(bytes) } });
};

/** Reads every file that is due, as the player does while nothing plays. @returns the ids of damaged clips */
const readAll = async ({ stateDir, log, store }: Parts, boot: string): Promise<ReadonlySet<string>> => {
  const idleQueue = new IdleQueue();
  let due = 0;
  const add = idleQueue.add.bind(idleQueue);
  idleQueue.add = (job) => {
    due += 1;
    add({
      ...job,
      run: (signal) =>
        job.run(signal).then(() => {
          due -= 1;
        }),
      fail: (error) => {
        throw error;
      },
    });
  };
  let damaged: readonly string[] = [];
  const integrity = new Integrity({
    ...{ idleQueue, log, boot, pathOf: store.pathOf },
    file: createChecksumsFile({ stateDir, log }),
    onDamage: (damages) => {
      damaged = [...damages.keys()];
    },
  });
  integrity.follow(store.document().clips);
  await integrity.start();
  await vi.waitFor(() => expect(due).toBe(0), { timeout: 60_000, interval: 5 });
  await idleQueue.dispose();
  await integrity.dispose();
  return new Set(damaged);
};

/** A file system in a file. Each card has one of its own: a loop device that lingers would answer for the next. */
const createCard = () => {
  const folder = mkdtempSync(`/dev/shm/cuedeck-lying-card-${process.pid}-`);
  const [image, path] = [join(folder, 'image'), join(folder, 'mounted')];
  mkdirSync(path);
  const unmount = () =>
    until(
      async () => ((await attempt('umount', [path])).code === 0 ? true : undefined),
      UNUSED_SECONDS,
      `${path} is not in use`,
    );
  return {
    path,
    image,
    mount: () => run('mount', '-o', 'loop,noatime', image, path),
    unmount,
    dispose: async () => {
      await attempt('umount', [path]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Each block that differs is the old or the new one. */
const tear = (random: Random, old: Buffer, fresh: Buffer): Buffer => {
  const torn = Buffer.from(old);
  for (let at = 0; at < old.length; at += BLOCK) {
    const block = fresh.subarray(at, at + BLOCK);
    if (old.compare(block, 0, block.length, at, at + BLOCK) === 0) continue;
    if (random.int(2) === 1) block.copy(torn, at);
  }
  return torn;
};

const idsOf = (store: ClipLibrary): readonly string[] => store.document().clips.map(({ id }) => id);

const isWhole = (store: ClipLibrary, clip: Clip): boolean => {
  const source = SOURCES.find((name) => clip.file.endsWith(name));
  if (source === undefined) throw new Error(`nobody ever sent ${clip.file}`);
  return readFileSync(store.pathOf(clip)).equals(readFileSync(media(source)));
};

describe.runIf(canBoot('the card that lies'))('a card that lies', () => {
  test(`${IMAGES} power cuts: the list is valid, every clip whole or marked`, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const card = createCard();
    onTestFinished(card.dispose);
    execFileSync('truncate', ['-s', `${MEBIBYTES}M`, card.image]);
    execFileSync('mkfs.ext4', ['-q', card.image]);
    await card.mount();
    for (const part of ['clips', 'state']) mkdirSync(join(card.path, part));
    const before = await openParts(card.path);
    for (const source of SOURCES) await upload(before, source, `old ${source}`);
    expect([...(await readAll(before, 'before'))]).toEqual([]);
    const listed = idsOf(before.store);
    await run('sync', '--file-system', card.path);
    const old = readFileSync(card.image);
    for (const source of SOURCES) await upload(before, source, `new ${source}`);
    await before.store.remove((clips) => clips[1] ?? clips[0] ?? expect.fail('there is no clip'));
    const given = new Set([...listed, ...idsOf(before.store)]);
    const inJournal = readFileSync(card.image);
    await card.unmount();
    const settled = readFileSync(card.image);
    await card.dispose();

    const counts = { clips: 0, found: 0, unknown: 0, whole: 0, marked: 0, lost: 0, broken: 0 };
    for (let cut = 0; cut < IMAGES; cut += 1) {
      const torn = createCard();
      onTestFinished(torn.dispose);
      writeFileSync(torn.image, tear(random, old, cut % 2 === 0 ? inJournal : settled));
      // 1 and 2: it has mended something.
      const { code, text } = await attempt('e2fsck', ['-fy', torn.image]);
      expect([cut, code < 4 ? 'usable' : text]).toEqual([cut, 'usable']);
      await torn.mount();
      const after = await openParts(torn.path);
      const clips = after.store.document().clips.slice(1);
      const marked = await readAll(after, `after ${cut}`);
      for (const clip of clips) {
        const isMarked = marked.has(clip.id) || after.store.isMissing(clip);
        const whole = !after.store.isMissing(clip) && isWhole(after.store, clip);
        // A file that the list has lost is found and comes in anew: what it was is lost with the list.
        const isFound = !given.has(clip.id);
        expect([cut, clip.file, whole || isMarked || isFound]).toEqual([cut, clip.file, true]);
        // Nothing that is whole is called damaged.
        expect([cut, clip.file, whole && isMarked]).toEqual([cut, clip.file, false]);
        counts.clips += 1;
        counts.found += isFound ? 1 : 0;
        counts.unknown += whole || isMarked ? 0 : 1;
        counts.whole += whole ? 1 : 0;
        counts.marked += marked.has(clip.id) ? 1 : 0;
        counts.lost += after.store.isMissing(clip) ? 1 : 0;
      }
      counts.broken += readdirSync(after.stateDir).some((name) => name.includes('.broken')) ? 1 : 0;
      await torn.unmount();
      await torn.dispose();
    }
    console.log(`${IMAGES} images: ${JSON.stringify(counts)}`);
    expect(counts.marked).toBeGreaterThan(0);
    expect(counts.whole).toBeGreaterThan(0);
  }, 1_800_000);
});
