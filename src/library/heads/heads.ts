// Keeps the heads of clips: makes missing ones while nothing plays, and removes those of other in points, files and clips.
import { createHash } from 'node:crypto';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError, toMessage, toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { toWhy } from '../convert/failure-text.ts';
import { limitBusyRuns } from '../thumbnails/busy-runs.ts';
import type { IdleQueue } from '../thumbnails/idle-queue.ts';
import { createHeadFiles, type HeadFiles, type HeadRecord, identify, isAway } from './head-files.ts';
import { mayHaveHead } from './head-plan.ts';
import { makeHead } from './make-head.ts';

/** Together; a second of 1080p takes about 6 MB. */
const MAX_BYTES = 512 * 1024 ** 2;
/** The one that stands by goes first, then measurements, then the others. */
const RANKS = { standby: 3, other: 4 } as const;
const FIRST = -1;
/** Beside busy programs, and where the memory runs short each time. */
const MAX_RUNS = 4;

interface Entry extends HeadRecord {
  /** Identity of the head itself; absent until it is known to be whole. */
  readonly head?: string;
}

interface Found {
  readonly path: string;
  readonly fromSeconds: number;
  readonly keySeconds: number;
}

interface HeadsDeps {
  readonly folder: string;
  readonly pathOf: (clip: Clip) => string;
  /** Shared with other work in the background; ended by its owner. */
  readonly idleQueue: IdleQueue;
  readonly log: Log;
  /** 512 MiB by default. */
  readonly maxBytes?: number;
}

const KEY = /\.head-\d+$/;
/** Each in point of a clip has its own head, also while that of the point before is being made. */
const keyOf = ({ id, inSeconds }: Clip): string => `${id}.head-${Math.round(inSeconds * 1000)}`;

export class Heads {
  readonly #deps: HeadsDeps;
  readonly #files: HeadFiles;
  readonly #maxBytes: number;
  /** By the name of the head's file. */
  readonly #entries = new Map<string, Entry>();
  /** In points for which a clip has none. */
  readonly #without = new Map<string, number>();
  /** Undefined until the list is known. */
  #clips: readonly Clip[] | undefined;
  #standbyId: string | undefined;
  #isLoaded = false;
  #isEnabled = false;
  /** There was no room for one: then only that of the clip that stands by is made, until another is removed. */
  #isFull = false;
  #isUsed: ((clip: Clip) => boolean) | undefined;

  constructor(deps: HeadsDeps) {
    this.#deps = deps;
    this.#files = createHeadFiles(deps.folder);
    this.#maxBytes = deps.maxBytes ?? MAX_BYTES;
  }

  /** Adopts the heads of earlier runs; each is compared with its record before it is used. */
  async start(): Promise<void> {
    try {
      for (const [name, record] of await this.#files.open()) this.#entries.set(name, record);
    } catch (error) {
      this.#deps.log.warning(`Cannot store heads of clips: ${toReason(error)}.`);
    }
    this.#isLoaded = true;
    this.#look();
  }

  /** The player can play them; without that none are made. */
  enable(): void {
    this.#isEnabled = true;
    this.#look();
  }

  /** Call it whenever the machine's decoders are known: no head is made before. @param isUsed whether the player would use a clip's */
  settle(isUsed: (clip: Clip) => boolean): void {
    this.#isUsed = isUsed;
    this.#look();
  }

  /** @param standbyId of the clip that is started next */
  follow(clips: readonly Clip[], standbyId: string | undefined): void {
    if (clips === this.#clips && standbyId === this.#standbyId) return;
    // What stood by before waits among the others.
    this.#deps.idleQueue.drop((key) => KEY.test(key) && key.replace(KEY, '') === this.#standbyId);
    this.#clips = clips;
    this.#standbyId = standbyId;
    this.#look();
    const standby = clips.find(({ id }) => id === standbyId);
    // One whose file has changed since is made anew before GO, not after.
    if (standby !== undefined) void this.find(this.#deps.pathOf(standby), standby.inSeconds);
  }

  /** The head of a file that begins at this time; undefined where none is ready, or the file has changed. Never rejects. */
  async find(path: string, inSeconds: number): Promise<Found | undefined> {
    for (const [name, entry] of this.#entries) {
      if (entry.head === undefined || entry.inSeconds !== inSeconds || !this.#isOf(entry, path)) continue;
      const at = this.#files.pathOf(name);
      const [file, head] = await Promise.all([path, at].map((one) => identify(one).catch(() => undefined)));
      const { fromSeconds, keySeconds } = entry;
      if (file === entry.file && head === entry.head) return { path: at, fromSeconds, keySeconds };
      // A file that is away may come back.
      if (file !== undefined) this.#removeStale(name, entry);
    }
    return undefined;
  }

  /** The player could not show it: it is not made again for this in point. */
  drop({ path }: Pick<Found, 'path'>): void {
    for (const [name, { clipId, inSeconds }] of this.#entries) {
      if (this.#files.pathOf(name) !== path) continue;
      this.#without.set(clipId, inSeconds);
      this.#remove(name);
    }
  }

  #isOf({ clipId }: Entry, path: string): boolean {
    const clip = this.#clips?.find(({ id }) => id === clipId);
    return clip !== undefined && this.#deps.pathOf(clip) === path;
  }

  #look(): void {
    const clips = this.#clips;
    if (!this.#isLoaded || clips === undefined) return;
    const byId = new Map(clips.map((clip) => [clip.id, clip]));
    for (const [name, { clipId, inSeconds, file }] of this.#entries) {
      const clip = byId.get(clipId);
      if (clip?.inSeconds !== inSeconds || !file.startsWith(`${this.#deps.pathOf(clip)} `)) this.#remove(name);
    }
    for (const id of this.#without.keys()) if (!byId.has(id)) this.#without.delete(id);
    const keys = new Set(clips.map(keyOf));
    this.#deps.idleQueue.drop((key) => KEY.test(key) && !keys.has(key));
    for (const clip of clips) if (this.#isMissing(clip)) this.#want(clip);
  }

  #isMissing(clip: Clip): boolean {
    const { id, inSeconds } = clip;
    if (!this.#isEnabled || !mayHaveHead(clip) || this.#without.get(id) === inSeconds) return false;
    if (this.#isFull && id !== this.#standbyId) return false;
    // Last, since the table of decoders takes its time.
    return this.#entryOf(clip)?.[1].head === undefined && this.#isUsed?.(clip) === true;
  }

  #entryOf({ id }: Clip): readonly [string, Entry] | undefined {
    return [...this.#entries].find(([, { clipId }]) => clipId === id);
  }

  #want(clip: Clip): void {
    const isStandby = clip.id === this.#standbyId;
    // It may wait among the others.
    if (isStandby) this.#deps.idleQueue.drop((key) => key === keyOf(clip));
    this.#deps.idleQueue.add({
      key: keyOf(clip),
      rank: isStandby ? RANKS.standby : RANKS.other,
      ...(isStandby && { turn: FIRST }),
      needsSilence: true,
      run: limitBusyRuns(MAX_RUNS, (signal) => this.#prepare(clip, signal)),
      fail: (error) => {
        // There may be room, or the file, again at the next look.
        if (toAppError(error).code !== 'no-space' && !isAway(error)) this.#without.set(clip.id, clip.inSeconds);
        this.#deps.log.debug(`${clip.name} starts without a head: ${toWhy(toMessage(error))}`);
      },
    });
  }

  async #prepare(clip: Clip, signal: AbortSignal): Promise<void> {
    if (!this.#isMissing(clip)) return;
    const [name, entry] = this.#entryOf(clip) ?? [];
    if (name === undefined || entry === undefined) return this.#make(clip, signal);
    const head = await identify(this.#files.pathOf(name)).catch(() => undefined);
    const isWhole = head !== undefined && (await this.#files.isWhole(name, entry, signal));
    if (!this.#entries.has(name)) return;
    if (isWhole) return void this.#entries.set(name, { ...entry, head });
    this.#remove(name);
    return this.#make(clip, signal);
  }

  async #make(clip: Clip, signal: AbortSignal): Promise<void> {
    const { folder, pathOf } = this.#deps;
    const { id, inSeconds } = clip;
    const path = pathOf(clip);
    const file = await identify(path);
    const name = `${id}.${createHash('sha256').update(`${file} ${inSeconds}`).digest('hex').slice(0, 16)}.nut`;
    const temporary = join(folder, `.${name}`);
    const handle = await openRegularFile(path);
    try {
      await this.#checkRoom();
      const made = await makeHead(handle, inSeconds, temporary, openRegularFile, signal);
      if (made === undefined) return void this.#without.set(id, inSeconds);
      const { size } = await stat(temporary);
      if (!this.#makeRoom(size, id === this.#standbyId)) {
        if (size > this.#maxBytes) this.#without.set(id, inSeconds);
        else this.#isFull = true;
        throw new AppError('no-space', 'the heads of other clips take all the room.');
      }
      const record = await this.#files.save(name, temporary, { clipId: id, file, inSeconds, ...made }, signal);
      this.#entries.set(name, { ...record, head: await identify(this.#files.pathOf(name)) });
    } finally {
      await handle.close().catch(() => undefined);
      await rm(temporary, { force: true });
    }
    this.#look();
  }

  async #checkRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#deps.folder);
    if (bavail * bsize < RESERVE_BYTES + this.#maxBytes) throw new AppError('no-space', 'the disk is nearly full.');
  }

  /** Only the one that stands by takes the place of others, the oldest first. */
  #makeRoom(bytes: number, isStandby: boolean): boolean {
    let total = [...this.#entries.values()].reduce((sum, entry) => sum + entry.bytes, bytes);
    if (total <= this.#maxBytes) return true;
    if (!isStandby || bytes > this.#maxBytes) return false;
    for (const [name, entry] of this.#entries) {
      if (total <= this.#maxBytes) break;
      this.#remove(name);
      total -= entry.bytes;
    }
    this.#isFull = true;
    return true;
  }

  #removeStale(name: string, entry: Entry): void {
    if (this.#entries.get(name) !== entry) return;
    this.#remove(name);
    this.#look();
  }

  #remove(name: string): void {
    this.#entries.delete(name);
    this.#files.remove(name);
    this.#isFull = false;
  }
}
