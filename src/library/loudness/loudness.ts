// Measures in the background how loud each clip is, and tells it.
import { setImmediate } from 'node:timers/promises';
import { type AppError, toAppError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { ClipLoudness, Loudness as Facts } from '../../deck/clips/loudness.ts';
import { createLooks } from '../looks.ts';
import type { MeasurementsFile } from '../measurements-file.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { limitBusyRuns } from '../thumbnails/busy-runs.ts';
import type { IdleQueue } from '../thumbnails/idle-queue.ts';
import type { EnvelopeFiles } from './envelope-files.ts';
import type { LoudnessEntry } from './loudness-record.ts';
import { toEntry, toFacts } from './loudness-states.ts';
import { measureLoudness } from './measure-loudness.ts';
import { isSameFile, openFile, toFileFacts } from './measured-file.ts';

/** After pictures and verdicts. */
const RANK = 4;
/** On a busy machine, and after failures that are not the file's fault; then it stays unmeasured until the next start. */
const MAX_RUNS = 4;
const RETRY_SECONDS = 3600;
/** Between looks at whether somebody has replaced a file under its name. */
const RECHECK_SECONDS = 600;

interface LoudnessDeps {
  readonly idleQueue: IdleQueue;
  readonly file: MeasurementsFile<LoudnessEntry>;
  readonly envelopes: EnvelopeFiles;
  /** Absolute path. */
  readonly pathOf: (clip: Clip) => string;
  /** Of CueDeck. */
  readonly version: string;
  /** After a failure that was not the file's fault; an hour by default. */
  readonly retrySeconds?: number;
  /** Ten minutes by default. */
  readonly recheckSeconds?: number;
  /** Of ffmpeg; `idle` by default, so that it gets what nobody else wants of the processor. */
  readonly priority?: Priority;
  readonly log: Log;
}

const keyOf = ({ id }: Pick<Clip, 'id'>): string => `${id}.loudness`;

export class Loudness implements ClipLoudness {
  readonly #deps: LoudnessDeps;
  readonly #looks = createLooks(() => this.#look());
  readonly #listeners = new Set<(clip: Clip) => void>();
  readonly #retries = new Set<NodeJS.Timeout>();
  /** Name of the file under which a clip was looked at. */
  readonly #looked = new Map<string, string>();
  readonly #failures = new Map<string, number>();
  readonly #logged = new Set<string>();
  #entries: Map<string, LoudnessEntry> = new Map();
  #clips: readonly Clip[] = [];
  #isLoaded = false;
  #isDisposed = false;

  constructor(deps: LoudnessDeps) {
    this.#deps = deps;
  }

  /** Adopts the measurements of earlier runs, as far as their files are the same. */
  async start(): Promise<void> {
    const found = await this.#deps.file.read((late) => this.#adopt(late));
    await this.#deps.envelopes.open(found);
    this.#isLoaded = true;
    this.#adopt(found);
    await this.#looks.now();
    this.#looks.every(this.#deps.recheckSeconds ?? RECHECK_SECONDS, () => this.#forgetLooked());
  }

  /** What was measured since stays. */
  #adopt(found: ReadonlyMap<string, LoudnessEntry>): ReadonlyMap<string, LoudnessEntry> {
    this.#entries = new Map([...found, ...this.#entries]);
    for (const { id } of this.#clips) if (found.has(id)) this.#notify(id);
    return this.#entries;
  }

  /** Writes what is measured; the queue is ended by its owner. */
  dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#looks.stop();
    for (const timer of this.#retries) clearTimeout(timer);
    return this.#deps.file.stop();
  }

  /** Adopts a clip list: forgets removed clips and measures new ones. */
  follow(clips: readonly Clip[]): void {
    if (clips === this.#clips) return;
    this.#clips = clips;
    const ids = new Set(clips.map(({ id }) => id));
    const keys = new Set(clips.map(keyOf));
    this.#deps.idleQueue.drop((key) => key.endsWith('.loudness') && !keys.has(key));
    for (const id of this.#looked.keys()) if (!ids.has(id)) this.#looked.delete(id);
    for (const id of this.#failures.keys()) if (!ids.has(id)) this.#failures.delete(id);
    if (!this.#isLoaded) return;
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#forget(id);
    if (gone.length > 0) this.#deps.file.put(this.#entries);
    void this.#looks.now();
  }

  of(clip: Clip): Facts | undefined {
    if (clip.kind !== 'video') return undefined;
    if (clip.media?.audioCodec === undefined) return toFacts('no-sound');
    const envelope = this.#envelopeOf(clip)?.version;
    return { ...toFacts(this.#entries.get(clip.id)), ...(envelope !== undefined && { envelope }) };
  }

  envelopeOf(clip: Clip): string | undefined {
    return this.#envelopeOf(clip)?.path;
  }

  #envelopeOf({ id }: Clip): ReturnType<EnvelopeFiles['find']> {
    const entry = this.#entries.get(id);
    return entry && this.#deps.envelopes.find(id, entry.file);
  }

  subscribe(listener: (clip: Clip) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Wants what is not measured, or another file by now. */
  async #look(): Promise<void> {
    const clips = this.#clips;
    for (const clip of clips) {
      // There is a look at the new list.
      if (clips !== this.#clips) return;
      const { id, file } = clip;
      if (clip.kind !== 'video' || clip.media?.audioCodec === undefined) continue;
      if (this.#looked.get(id) === file) continue;
      this.#looked.set(id, file);
      if ((await this.#isKnown(clip)) || this.#isDisposed || !this.#isCurrent(clip)) continue;
      this.#want(clip);
      // In a long list it takes its time: commands come between.
      await setImmediate();
    }
  }

  /** For the files of what is measured; what could not be has its own time of another try. */
  #forgetLooked(): void {
    for (const id of this.#entries.keys()) this.#looked.delete(id);
  }

  async #isKnown(clip: Clip): Promise<boolean> {
    const entry = this.#entries.get(clip.id);
    if (entry === undefined) return false;
    if (await this.#isValid(clip, entry)) return this.#isWhole(clip.id, entry);
    this.#forget(clip.id);
    this.#notify(clip.id);
    return false;
  }

  /** False where an older CueDeck has measured the figures alone. */
  #isWhole(id: string, { state, file }: LoudnessEntry): boolean {
    return state === 'failed' || state === 'no-sound' || !this.#deps.envelopes.lacks(id, file);
  }

  #forget(id: string): void {
    this.#entries.delete(id);
    this.#deps.envelopes.remove(id);
  }

  async #isValid(clip: Clip, entry: LoudnessEntry): Promise<boolean> {
    if (entry.state === 'failed' && entry.failedWith !== this.#deps.version) return false;
    return isSameFile(this.#deps.pathOf(clip), entry.file);
  }

  #want(clip: Clip): void {
    let source: LoudnessEntry['file'] | undefined;
    // The clip may have had another file until now.
    this.#deps.idleQueue.drop((key) => key === keyOf(clip));
    this.#deps.idleQueue.add({
      key: keyOf(clip),
      rank: RANK,
      // A long one, which begins anew when it is interrupted, keeps nobody waiting.
      turn: clip.durationSeconds,
      yields: true,
      needsSilence: true,
      run: limitBusyRuns(MAX_RUNS, async (signal) => {
        const file = await openFile(this.#deps.pathOf(clip));
        try {
          source = await toFileFacts(file);
          const sound = await measureLoudness(file, clip.durationSeconds, {
            priority: this.#deps.priority ?? 'idle',
            signal,
          });
          if (sound !== undefined) await this.#deps.envelopes.save(clip.id, source, sound.envelope);
          this.#keep(clip, toEntry(source, sound?.figures));
        } finally {
          await file.close().catch(() => undefined);
        }
      }),
      fail: (error) => this.#fail(clip, source, toAppError(error)),
    });
  }

  #fail(clip: Clip, source: LoudnessEntry['file'] | undefined, { code, message }: AppError): void {
    if (this.#isDisposed || !this.#isCurrent(clip)) return;
    const isOfTheFile = code === 'unsupported-media' && source !== undefined;
    // What fails for all clips alike is said once.
    const about = isOfTheFile ? `${clip.id} ${clip.file}` : message;
    if (code !== 'file-missing' && !this.#logged.has(about)) {
      this.#logged.add(about);
      this.#deps.log.warning(`The loudness of ${clip.name} is unknown. ${message}`);
    }
    if (isOfTheFile) {
      const failedWith = this.#deps.version;
      this.#keep(clip, { file: source, measuredAt: new Date().toISOString(), state: 'failed', message, failedWith });
      return;
    }
    const failures = (this.#failures.get(clip.id) ?? 0) + (code === 'file-missing' ? 0 : 1);
    this.#failures.set(clip.id, failures);
    if (failures < MAX_RUNS) this.#retryLater(clip.id);
  }

  #retryLater(id: string): void {
    const timer = setTimeout(
      () => {
        this.#retries.delete(timer);
        this.#looked.delete(id);
        void this.#looks.now();
      },
      (this.#deps.retrySeconds ?? RETRY_SECONDS) * 1000,
    );
    this.#retries.add(timer);
  }

  /** False for a clip that is gone, or has another file by now. */
  #isCurrent({ id, file }: Clip): boolean {
    return this.#clips.some((clip) => clip.id === id && clip.file === file);
  }

  #keep(clip: Clip, entry: LoudnessEntry): void {
    const { id } = clip;
    if (!this.#isCurrent(clip)) return void this.#deps.envelopes.remove(id);
    this.#failures.delete(id);
    this.#entries.set(id, entry);
    this.#deps.file.put(this.#entries);
    this.#notify(id);
  }

  #notify(id: string): void {
    const current = this.#clips.find((clip) => clip.id === id);
    if (current !== undefined) for (const listener of this.#listeners) listener(current);
  }
}
