// Measures in the background how each clip plays on this box, and publishes the verdicts.
import { availableParallelism } from 'node:os';
import { AppError, toAppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import {
  type ClipPlayability,
  type DecodingMeter,
  NEVER_SILENT,
  type Playability as Verdict,
} from '../../deck/clips/playability.ts';
import type { Media } from '../../deck/ports.ts';
import type { IdleQueue } from '../thumbnails/idle-queue.ts';
import { type Machine, toHeaderVerdict } from './header-verdict.ts';
import { createProgress, measureClip } from './measure-clip.ts';
import { toMeasuredVerdict } from './measured-verdict.ts';
import type { PlayabilityFile } from './playability-file.ts';
import type { PlayabilityEntry } from './playability-record.ts';
import { SilenceWaits } from './silence-waits.ts';
import { toWayBack } from './way-back.ts';

/** After all pictures. */
const RANK = 3;
/** After as many runs beside busy programs a clip keeps the verdict of its headers for a while. */
const MAX_RUNS = 4;
const RETRY_SECONDS = 3600;
/** Other failures may pass: a folder that is away, a program that is busy or not there. */
const OF_THE_FILE: readonly AppError['code'][] = ['unplayable', 'unsupported-media'];

interface PlayabilityDeps {
  readonly idleQueue: IdleQueue;
  readonly file: PlayabilityFile;
  readonly meter: DecodingMeter;
  /** mpv's name of what would decode a picture first; `no` is software. */
  readonly firstDecoder: (picture: Media) => string;
  readonly pictureOf: (clip: Clip) => Media;
  /** Absolute path. */
  readonly pathOf: (clip: Clip) => string;
  readonly board: string;
  /** What every measurement rests on: kernel, programs, product. */
  readonly basis: () => Promise<string>;
  /** After a failure that was not the file's fault; an hour by default. */
  readonly retrySeconds?: number;
  readonly log: Log;
}

const keyOf = ({ id }: Clip): string => `${id}.playability`;

const toFileKey = ({ file, durationSeconds, media }: Clip): string =>
  JSON.stringify([file, durationSeconds, media?.videoCodec, media?.width, media?.height, media?.profile]);

export class Playability implements ClipPlayability {
  readonly #deps: PlayabilityDeps;
  readonly #machine: Machine;
  readonly #listeners = new Set<(clip: Clip) => void>();
  readonly #retries = new Set<NodeJS.Timeout>();
  readonly #failed = new Map<string, string>();
  readonly #waits: SilenceWaits;
  /** Clips with a verdict that was told, and under which key. */
  readonly #shown = new Map<string, { readonly key: unknown; readonly verdict: Verdict }>();
  #entries: Map<string, PlayabilityEntry> = new Map();
  #basis = '';
  #clips: readonly Clip[] = [];
  #isLoaded = false;
  #isSettled = false;

  constructor(deps: PlayabilityDeps) {
    this.#deps = deps;
    this.#machine = { cores: availableParallelism(), board: deps.board };
    this.#waits = new SilenceWaits({
      isPlaying: () => deps.idleQueue.isPlaying,
      onOverdue: (id) => {
        this.#shown.delete(id);
        this.#notify({ id });
      },
    });
  }

  /** Adopts the measurements of earlier runs. */
  async start(): Promise<void> {
    const reading = this.#deps.file.read((found) => this.#adopt(found));
    const [entries, basis] = await Promise.all([reading, this.#deps.basis()]);
    this.#basis = basis;
    this.#isLoaded = true;
    this.#adopt(entries);
  }

  /** What was measured since stays. */
  #adopt(found: ReadonlyMap<string, PlayabilityEntry>): ReadonlyMap<string, PlayabilityEntry> {
    this.#entries = new Map([...found, ...this.#entries]);
    for (const clip of this.#clips) if (found.has(clip.id)) this.#notify(clip);
    return this.#entries;
  }

  /** Call it whenever the machine's decoders, or the output, have been detected: no clip is measured before. */
  settle(): void {
    this.#isSettled = true;
    const told = [...this.#shown].map(([id, { verdict }]) => [id, verdict] as const);
    this.#shown.clear();
    for (const [id, verdict] of told) {
      const clip = this.#clips.find((each) => each.id === id);
      if (clip !== undefined && this.of(clip)?.verdict !== verdict.verdict) this.#notify(clip);
    }
    this.#measureMissing();
  }

  /** Writes what is measured; the queue is ended by its owner. */
  dispose(): Promise<void> {
    for (const timer of this.#retries) clearTimeout(timer);
    this.#waits.dispose();
    return this.#deps.file.stop();
  }

  /** Adopts a clip list: forgets removed clips and measures new ones. */
  follow(clips: readonly Clip[]): void {
    if (clips === this.#clips) return;
    const ids = new Set(clips.map(({ id }) => id));
    for (const { id } of this.#clips) if (!ids.has(id)) this.#waits.end(id);
    this.#clips = clips;
    const keys = new Set(clips.map(keyOf));
    this.#deps.idleQueue.drop((key) => key.endsWith('.playability') && !keys.has(key));
    for (const id of this.#shown.keys()) if (!ids.has(id)) this.#shown.delete(id);
    for (const id of this.#failed.keys()) if (!ids.has(id)) this.#failed.delete(id);
    if (!this.#isLoaded) return;
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#entries.delete(id);
    if (gone.length > 0) this.#deps.file.put(this.#entries);
    this.#measureMissing();
  }

  of(clip: Clip): Verdict | undefined {
    if (clip.kind !== 'video' || clip.media === undefined) return undefined;
    const entry = this.#entryOf(clip);
    const key = entry ?? clip.media;
    const shown = this.#shown.get(clip.id);
    if (shown?.key === key) return shown.verdict;
    const decoder = this.#deps.firstDecoder(this.#deps.pictureOf(clip));
    const known =
      entry === undefined ? toHeaderVerdict(clip.media, decoder, this.#machine) : this.#toVerdict(clip.media, entry);
    const verdict = this.#waits.isOverdue(clip.id) ? { ...known, advice: [...known.advice, NEVER_SILENT] } : known;
    this.#shown.set(clip.id, { key, verdict });
    return verdict;
  }

  #toVerdict(coding: NonNullable<Clip['media']>, entry: PlayabilityEntry): Verdict {
    const verdict = toMeasuredVerdict(entry.measured, coding, entry.measuredAt);
    if (entry.worseSince === undefined) return verdict;
    const why = `It was smooth before ${entry.worseSince}.`;
    const wayBack = toWayBack(entry.smoothWith ?? '', entry.worseSince);
    return { ...verdict, advice: [why, ...wayBack, ...verdict.advice] };
  }

  subscribe(listener: (clip: Clip) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The measurement of this file; of a former file under the same id there is none. */
  #entryOf(clip: Clip): PlayabilityEntry | undefined {
    const entry = this.#entries.get(clip.id);
    return entry?.file === toFileKey(clip) ? entry : undefined;
  }

  #basisOf(picture: Media): string {
    return `${this.#basis}; ${this.#deps.meter.setting(picture)}`;
  }

  #measureMissing(): void {
    if (!this.#isLoaded || !this.#isSettled) return;
    for (const clip of this.#clips) {
      if (clip.kind !== 'video' || clip.media === undefined || clip.durationSeconds <= 0) continue;
      const basis = this.#basisOf(this.#deps.pictureOf(clip));
      if (this.#entryOf(clip)?.basis !== basis && this.#failed.get(clip.id) !== basis) this.#want(clip);
    }
  }

  #want(clip: Clip): void {
    const progress = createProgress();
    this.#waits.begin(clip.id);
    const cores = this.#machine.cores;
    let busyRuns = 0;
    this.#deps.idleQueue.add({
      key: keyOf(clip),
      rank: RANK,
      needsSilence: true,
      run: async (signal) => {
        const picture = this.#deps.pictureOf(clip);
        const target = { clip, path: this.#deps.pathOf(clip), picture };
        try {
          const measured = await measureClip({ meter: this.#deps.meter, cores }, target, progress, signal);
          const basis = this.#basisOf(picture);
          this.#keep(clip, { file: toFileKey(clip), basis, measuredAt: new Date().toISOString(), measured });
        } catch (error) {
          const { code, message } = toAppError(error);
          if (signal.aborted) throw error;
          // mpv starts anew; the player brings it back.
          if (code === 'player-unavailable') throw new AppError('busy', message);
          busyRuns += code === 'busy' ? 1 : 0;
          throw busyRuns < MAX_RUNS ? error : new AppError('internal', message);
        }
      },
      fail: (error) => {
        if (this.#waits.isOverdue(clip.id)) this.#shown.delete(clip.id);
        this.#waits.end(clip.id);
        this.#failed.set(clip.id, this.#basisOf(this.#deps.pictureOf(clip)));
        this.#deps.log.debug(`${clip.name} could not be measured: ${toMessage(error)}`);
        if (!OF_THE_FILE.includes(toAppError(error).code)) this.#retryLater(clip);
      },
    });
  }

  #retryLater({ id }: Clip): void {
    const timer = setTimeout(
      () => {
        this.#retries.delete(timer);
        this.#failed.delete(id);
        this.#measureMissing();
      },
      (this.#deps.retrySeconds ?? RETRY_SECONDS) * 1000,
    );
    this.#retries.add(timer);
  }

  #keep(clip: Clip, fresh: PlayabilityEntry): void {
    this.#waits.end(clip.id);
    if (!this.#clips.some(({ id }) => id === clip.id)) return;
    const before = this.of(clip);
    const former = this.#entryOf(clip);
    this.#entries.set(clip.id, fresh);
    const after = this.of(clip);
    const wasSmooth = former !== undefined && (before?.verdict === 'smooth' || former.worseSince !== undefined);
    if (wasSmooth && former.basis !== fresh.basis && after !== undefined && after.verdict !== 'smooth') {
      const worseSince = former.worseSince ?? this.#basis;
      this.#entries.set(clip.id, { ...fresh, worseSince, smoothWith: former.smoothWith ?? former.basis });
      if (former.worseSince === undefined) {
        this.#deps.log.warning(
          `${clip.name} was smooth before ${this.#basis} and is ${after.verdict.replace('-', ' ')} since: cuedeck doctor says what to do.`,
        );
      }
    }
    this.#deps.file.put(this.#entries);
    this.#notify(clip);
  }

  #notify({ id }: Pick<Clip, 'id'>): void {
    const current = this.#clips.find((clip) => clip.id === id);
    if (current !== undefined) for (const listener of this.#listeners) listener(current);
  }
}
