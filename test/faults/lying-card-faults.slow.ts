// A card that lies: of all that was written after a moment and confirmed, each block comes out of a power cut old or new at random.
// The list is always valid then, and each clip in it is whole, or marked.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
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
import { runPairwise } from './run-pairwise.ts';

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
  let failure: unknown;
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
        failure ??= error;
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
  try {
    integrity.follow(store.document().clips);
    await integrity.start();
    await vi.waitUntil(() => due === 0 || failure !== undefined, { timeout: 60_000, interval: 5 });
    if (failure !== undefined) throw failure;
  } finally {
    await idleQueue.dispose();
    await integrity.dispose();
  }
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
      await attempt('umount', ['--lazy', path]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

interface Block {
  readonly at: number;
  readonly differs: boolean;
}

/** All but what is empty in both, which stays a hole in the image: most of a card is. */
const toBlocks = (old: Buffer, fresh: Buffer): readonly Block[] => {
  const empty = Buffer.alloc(BLOCK);
  const blocks: Block[] = [];
  for (let at = 0; at < old.length; at += BLOCK) {
    const [before, after] = [old.subarray(at, at + BLOCK), fresh.subarray(at, at + BLOCK)];
    const differs = !before.equals(after);
    if (differs || !before.equals(empty)) blocks.push({ at, differs });
  }
  return blocks;
};

interface Cut {
  readonly old: Buffer;
  readonly fresh: Buffer;
  readonly blocks: readonly Block[];
}

/** Each block that differs is the old or the new one. */
const writeTorn = (path: string, random: Random, { old, fresh, blocks }: Cut): void => {
  const file = openSync(path, 'w');
  ftruncateSync(file, old.length);
  for (const { at, differs } of blocks) writeSync(file, differs && random.int(2) === 1 ? fresh : old, at, BLOCK, at);
  closeSync(file);
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
    const cuts = [inJournal, settled].map((fresh): Cut => ({ old, fresh, blocks: toBlocks(old, fresh) }));
    const tryCut = async (cut: number, torn: ReturnType<typeof createCard>): Promise<void> => {
      writeTorn(torn.image, random, cuts[cut % 2] ?? expect.fail());
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
    };
    // Two at a time: much of it is waiting. All cards are gone before the first failure is told.
    const failures = await runPairwise([...Array(IMAGES).keys()], async (cut) => {
      const torn = createCard();
      const failure = await tryCut(cut, torn).then(
        () => [],
        (error: unknown) => [error],
      );
      await torn.dispose();
      return failure;
    });
    for (const failure of failures.flat()) throw failure;
    console.log(`${IMAGES} images: ${JSON.stringify(counts)}`);
    expect(counts.marked).toBeGreaterThan(0);
    expect(counts.whole).toBeGreaterThan(0);
  }, 1_800_000);
});
