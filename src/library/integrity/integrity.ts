// Finds clips whose bytes have changed on the card: reads each file now and then while nothing plays.
import { setImmediate } from 'node:timers/promises';
import { toReason, toSystemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { type Damages, toDamageText } from '../../deck/clips/damage.ts';
import { createLooks } from '../looks.ts';
import type { MeasurementsFile } from '../measurements-file.ts';
import { limitBusyRuns } from '../thumbnails/busy-runs.ts';
import type { IdleQueue } from '../thumbnails/idle-queue.ts';
import { type FailedRun, isDue, isSameFile, isToRest, isUnreadable, toChecked, toExpected } from './check-rules.ts';
import type { ChecksumEntry, FileFacts } from './checksum-record.ts';
import { createFileChecksum, readFacts, type Summed } from './file-checksum.ts';

/** After all that an operator waits for. */
const RANK = 5;
/** A file that is written all the time is left for the next look. */
const MAX_RUNS = 4;
/** Between looks at which files are due, or have been replaced. What a look reads stays in memory. */
const LOOK_SECONDS = 60;

interface IntegrityDeps {
  readonly idleQueue: IdleQueue;
  readonly file: MeasurementsFile<ChecksumEntry>;
  /** Absolute path. */
  readonly pathOf: (clip: Clip) => string;
  /** Of the machine; empty where it is not known. */
  readonly boot: string;
  /** Takes all damage that is known, whenever that changes. */
  readonly onDamage: (damages: Damages) => void;
  readonly log: Log;
  /** Of the wall clock. */
  readonly nowMs?: () => number;
}

const SUFFIX = '.checksum';
const keyOf = (id: string): string => `${id}${SUFFIX}`;

export class Integrity {
  readonly #deps: IntegrityDeps;
  readonly #looks = createLooks(() => this.#look());
  /** Name of the file under which a clip was looked at. */
  readonly #looked = new Map<string, string>();
  /** Name of the file that waits to be read, or is read. */
  readonly #wanted = new Map<string, string>();
  readonly #failed = new Map<string, FailedRun>();
  readonly #logged = new Set<string>();
  #entries: Map<string, ChecksumEntry> = new Map();
  #clips: readonly Clip[] = [];
  /** The damage that was told last, as JSON. */
  #told = '[]';
  #isLoaded = false;
  #isDisposed = false;

  constructor(deps: IntegrityDeps) {
    this.#deps = deps;
  }

  /** Adopts what earlier runs found. */
  async start(): Promise<void> {
    this.#entries = new Map(await this.#deps.file.read((late) => this.#adopt(late)));
    this.#isLoaded = true;
    this.#prune();
    this.#tell();
    await this.#looks.now();
    this.#looks.every(LOOK_SECONDS, () => this.#looked.clear());
  }

  #adopt(late: ReadonlyMap<string, ChecksumEntry>): ReadonlyMap<string, ChecksumEntry> {
    this.#entries = new Map([...late, ...this.#entries]);
    this.#prune();
    this.#tell();
    return this.#entries;
  }

  /** Writes what was found; the queue is ended by its owner. */
  dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#looks.stop();
    return this.#deps.file.stop();
  }

  /** Adopts a clip list: forgets removed clips and reads new ones. */
  follow(clips: readonly Clip[]): void {
    if (clips === this.#clips) return;
    this.#clips = clips;
    const ids = new Set(clips.map(({ id }) => id));
    const keys = new Set(clips.map(({ id }) => keyOf(id)));
    this.#deps.idleQueue.drop((key) => key.endsWith(SUFFIX) && !keys.has(key));
    for (const known of [this.#looked, this.#wanted, this.#failed])
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    if (!this.#isLoaded) return;
    this.#prune();
    void this.#looks.now();
  }

  #prune(): void {
    const ids = new Set(this.#clips.map(({ id }) => id));
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#entries.delete(id);
    if (gone.length > 0) this.#save();
  }

  /** Looks which files are due, or have been replaced; so it does every minute by itself. */
  lookAgain(): Promise<void> {
    this.#looked.clear();
    return this.#looks.now();
  }

  async #look(): Promise<void> {
    const clips = this.#clips;
    for (const clip of clips) {
      // There is a look at the new list.
      if (clips !== this.#clips || this.#isDisposed) return;
      const { id, kind, file } = clip;
      if (kind === 'splash' || this.#looked.get(id) === file) continue;
      this.#looked.set(id, file);
      // A file that is away for now is looked at again later.
      const facts = await readFacts(this.#deps.pathOf(clip)).catch(() => undefined);
      if (facts === undefined || !this.#isCurrent(clip)) continue;
      this.#forgiveReplaced(id, facts);
      if (this.#isToRead(clip, facts)) this.#want(clip, facts);
      // In a long list it takes its time: commands come between.
      await setImmediate();
    }
  }

  #isToRead({ id, file }: Clip, facts: FileFacts): boolean {
    // What is wanted begins anew by itself when its file has changed.
    if (this.#wanted.get(id) === file || isToRest(this.#failed.get(id), facts, this.#now())) return false;
    return isDue(this.#entries.get(id), facts, this.#now());
  }

  /** The damage went with the file that had it. */
  #forgiveReplaced(id: string, { file }: FileFacts): void {
    const entry = this.#entries.get(id);
    if (entry?.damage === undefined || isSameFile(entry.file, file)) return;
    const { damage: _damage, ...rest } = entry;
    this.#entries.set(id, rest);
    this.#save();
  }

  #want(clip: Clip, facts: FileFacts): void {
    this.#wanted.set(clip.id, clip.file);
    const path = this.#deps.pathOf(clip);
    const sum = createFileChecksum(path);
    // The clip may have had another file until now.
    this.#deps.idleQueue.drop((key) => key === keyOf(clip.id));
    this.#deps.idleQueue.add({
      key: keyOf(clip.id),
      rank: RANK,
      turn: clip.durationSeconds,
      yields: true,
      needsSilence: true,
      run: limitBusyRuns(MAX_RUNS, async (signal) => {
        const summed = await sum(signal).catch((error) => {
          if (!isUnreadable(error)) throw error;
          return undefined;
        });
        this.#keep(clip, summed, await readFacts(path));
      }),
      fail: (error) => this.#fail(clip, facts, error),
    });
  }

  #unwant({ id, file }: Clip): void {
    if (this.#wanted.get(id) === file) this.#wanted.delete(id);
  }

  #fail(clip: Clip, facts: FileFacts, error: unknown): void {
    this.#unwant(clip);
    if (this.#isDisposed || !this.#isCurrent(clip) || toSystemCode(error) === 'ENOENT') return;
    this.#failed.set(clip.id, { facts, ms: this.#now().ms });
    const line = `${clip.name} (${clip.file}) cannot be checked for damage: ${toReason(error)}.`;
    if (this.#logged.has(line)) return;
    this.#logged.add(line);
    this.#deps.log.warning(line);
  }

  #keep(clip: Clip, summed: Summed | undefined, now: FileFacts): void {
    this.#unwant(clip);
    if (!this.#isCurrent(clip)) return;
    const before = this.#entries.get(clip.id);
    const { file, touchedMs } = summed ?? now;
    const facts = { file, touchedMs };
    const expected = toExpected(before, clip.received, facts);
    const entry = toChecked(before, facts, { expected, found: summed?.crc32, now: this.#now() });
    this.#entries.set(clip.id, entry);
    this.#failed.delete(clip.id);
    this.#save();
    const { log } = this.#deps;
    if (entry.damage?.foundAt === entry.checkedAt)
      log.warning(`${clip.name} (${clip.file}). ${toDamageText(entry.damage)}`);
    if (entry.damage === undefined && before?.damage !== undefined) log.info(`${clip.name} is whole again.`);
  }

  #now(): { readonly ms: number; readonly boot: string } {
    return { ms: (this.#deps.nowMs ?? Date.now)(), boot: this.#deps.boot };
  }

  /** False for a clip that is gone, or has another file by now. */
  #isCurrent({ id, file }: Clip): boolean {
    return this.#clips.some((clip) => clip.id === id && clip.file === file);
  }

  #save(): void {
    this.#deps.file.put(this.#entries);
    this.#tell();
  }

  #tell(): void {
    const found = [...this.#entries].flatMap(([id, { damage }]) =>
      damage === undefined ? [] : [[id, damage] as const],
    );
    const text = JSON.stringify(found);
    if (text === this.#told) return;
    this.#told = text;
    this.#deps.onDamage(new Map(found));
  }
}
