// Converts clips of the list: one at a time, at idle priority, beside playback only while the machine has time.
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError, toMessage } from '../../base/errors.ts';
import { createJobLoop } from '../../base/job-loop.ts';
import type { Log } from '../../base/log.ts';
import type { ClipConversion, ClipConversions } from '../../deck/clip-conversions.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { clipById } from '../../deck/clips/clip-list.ts';
import type { ClipLibrary } from '../clip-library.ts';
import { CONVERT_PREFIX } from '../file-name.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { orStorageError } from '../storage-error.ts';
import { notConverted, toLogText } from './failure-text.ts';
import { convertFile } from './file-conversion.ts';
import { PauseSwitch } from './pause-switch.ts';
import { checkRoom, isAlmostFull } from './room.ts';
import type { Target } from './target.ts';

/** Share of the whole that encoding is; the rest is the check. */
const ENCODING_SHARE = 0.9;
const TICK_SECONDS = 1;

/** Abort reasons. */
const CANCELLED = Symbol('cancelled');
const STOPPED = Symbol('stopped');

interface Job {
  readonly id: string;
  readonly ending: AbortController;
  view: ClipConversion;
  /** Resolves when nothing of it is left on the disk. */
  ended: Promise<void>;
}

const isEnded = ({ view }: Job): boolean => view.state === 'done' || view.state === 'failed';

interface Surroundings {
  readonly store: Pick<ClipLibrary, 'document' | 'pathOf' | 'isThere' | 'replaceFile'>;
  readonly clipsDir: string;
  readonly target: (clip: Clip) => Target;
  /** Whether encoding would disturb what plays now; asked every second. */
  readonly isBusy: () => boolean;
  /** Whether a clip may get another file now: not while it plays. */
  readonly mayReplace: (clipId: string) => boolean;
  /** Called when a clip has got another file. */
  readonly onReplaced: () => void;
  /** Default: `idle`. */
  readonly priority?: Priority;
  readonly log: Log;
}

export class Conversions implements ClipConversions {
  readonly #deps: Surroundings;
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  readonly #pause = new PauseSwitch();
  readonly #stopped = new AbortController();
  readonly #loop = createJobLoop({ hasJob: () => this.#next() !== undefined, run: () => this.#runJobs() });
  #wake: () => void = () => undefined;

  constructor(deps: Surroundings) {
    this.#deps = deps;
  }

  of(clipId: string): ClipConversion | undefined {
    return this.#jobs.get(clipId)?.view;
  }

  async start(clipId: string): Promise<void> {
    const { store, clipsDir } = this.#deps;
    const clip = clipById(store.document().clips, clipId);
    if (clip.kind === 'splash') throw new AppError('splash-locked', 'The splash screen cannot be converted.');
    if (clip.kind === 'still')
      throw new AppError('unsupported-media', `${clip.name} is a still picture; only video is converted.`);
    if (!(await store.isThere(clip)))
      throw new AppError('file-missing', `The file of ${clip.name} (${clip.file}) is gone from the disk.`);
    const { size } = await orStorageError('read the file', () => stat(store.pathOf(clip)));
    await checkRoom(clipsDir, clip, size);
    const before = this.#jobs.get(clipId);
    if (this.#stopped.signal.aborted || (before !== undefined && !isEnded(before))) return;
    const view: ClipConversion = { state: 'waiting', progress: 0, paused: false };
    // Behind those that wait already.
    this.#jobs.delete(clipId);
    this.#jobs.set(clipId, { id: clipId, ending: new AbortController(), view, ended: Promise.resolve() });
    this.#notify();
    this.#loop.begin();
  }

  async cancel(clipId: string): Promise<void> {
    const job = this.#jobs.get(clipId);
    if (job === undefined) return;
    job.ending.abort(CANCELLED);
    await job.ended;
    // A result that was being put in its place stays there.
    if (this.#jobs.get(clipId) === job) this.#jobs.delete(clipId);
    this.#notify();
  }

  /** Cancels the conversions of clips that are gone. */
  follow(clips: readonly Clip[]): void {
    const ids = new Set(clips.map(({ id }) => id));
    for (const id of this.#jobs.keys()) if (!ids.has(id)) void this.cancel(id);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks again whether the machine has time, and whether a clip may get its result. */
  look(): void {
    const active = [...this.#jobs.values()].filter((job) => !isEnded(job));
    const isBusy = active.length > 0 && this.#deps.isBusy();
    this.#pause.set(isBusy);
    for (const job of active) this.#show(job, { paused: isBusy });
    this.#wake();
  }

  async dispose(): Promise<void> {
    this.#stopped.abort(STOPPED);
    for (const { ending } of this.#jobs.values()) ending.abort(STOPPED);
    await this.#loop.ended();
    this.#listeners.clear();
  }

  #next(): Job | undefined {
    if (this.#stopped.signal.aborted) return undefined;
    return [...this.#jobs.values()].find(({ view, ending }) => view.state === 'waiting' && !ending.signal.aborted);
  }

  async #runJobs(): Promise<void> {
    const timer = setInterval(() => this.look(), TICK_SECONDS * 1000);
    try {
      for (;;) {
        const job = this.#next();
        if (job === undefined) return;
        this.look();
        job.ended = this.#run(job);
        await job.ended;
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** Never rejects. Its end is reported only when nothing of it is left on the disk. */
  async #run(job: Job): Promise<void> {
    const { clipsDir } = this.#deps;
    const temporaryPath = join(clipsDir, `${CONVERT_PREFIX}${randomBytes(8).toString('hex')}`);
    const watch = setInterval(() => void this.#watchRoom(job), TICK_SECONDS * 1000);
    const end = await this.#outcome(job, temporaryPath);
    clearInterval(watch);
    await this.#discard(temporaryPath);
    if (end !== undefined) this.#show(job, { ...end, paused: false });
  }

  /** Undefined when it was cancelled. */
  async #outcome(job: Job, temporaryPath: string): Promise<Partial<ClipConversion> | undefined> {
    const { store, log } = this.#deps;
    try {
      const clip = clipById(store.document().clips, job.id);
      await this.#convert(job, clip, temporaryPath);
      const { name } = clipById(store.document().clips, job.id);
      log.info(`Converted ${name}.`);
      return { state: 'done', progress: 1 };
    } catch (error) {
      const { signal } = job.ending;
      // Whatever the step that was interrupted says of it.
      const cause: unknown = signal.aborted ? signal.reason : error;
      if (cause === CANCELLED || cause === STOPPED) return undefined;
      const { message } = toAppError(cause);
      const { name } = store.document().clips.find(({ id }) => id === job.id) ?? { name: 'A clip' };
      log.warning(toLogText(message, name));
      return { state: 'failed', message };
    }
  }

  async #convert(job: Job, clip: Clip, temporaryPath: string): Promise<void> {
    const { store, target, mayReplace, onReplaced, priority = 'idle' } = this.#deps;
    const { signal } = job.ending;
    const path = store.pathOf(clip);
    const before = await stampOf(path);
    const probed = await convertFile({
      ...{ path, clip, resultPath: temporaryPath, target: target(clip), priority, pause: this.#pause, signal },
      onProgress: (state, share) => {
        const progress =
          state === 'converting' ? share * ENCODING_SHARE : ENCODING_SHARE + share * (1 - ENCODING_SHARE);
        this.#show(job, { state, progress });
      },
    });
    if (probed === undefined)
      throw new AppError('unsupported-media', `${clip.name} is coded as this player plays it best. It stays as it is.`);
    this.#show(job, { state: 'ready', progress: 1 });
    while (!mayReplace(job.id)) await this.#nextLook(signal);
    signal.throwIfAborted();
    if ((await stampOf(path)) !== before)
      throw new AppError('file-missing', `The file of ${clip.name} was changed while it was converted.`);
    const fileName = `${clip.file.replace(/\.[A-Za-z0-9]{1,8}$/, '')}.mp4`;
    await store.replaceFile({ id: job.id, from: clip.file, temporaryPath, fileName, probed });
    onReplaced();
  }

  /** A conversion must not take the space that the list, state and uploads need. */
  async #watchRoom({ ending }: Job): Promise<void> {
    if (await isAlmostFull(this.#deps.clipsDir)) ending.abort(notConverted('no-space', 'the disk is almost full.'));
  }

  #nextLook(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#wake = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
    });
  }

  async #discard(temporaryPath: string): Promise<void> {
    await orStorageError('remove a conversion', () => rm(temporaryPath, { force: true })).catch((error) =>
      this.#deps.log.error(toMessage(error)),
    );
  }

  #show(job: Job, change: Partial<ClipConversion>): void {
    const before = job.view;
    job.view = { ...before, ...change };
    if (this.#jobs.get(job.id) !== job) return;
    const isSame =
      before.state === job.view.state &&
      before.paused === job.view.paused &&
      Math.floor(before.progress * 100) === Math.floor(job.view.progress * 100);
    if (!isSame) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Differs when the file was changed or replaced. */
const stampOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeMs } = await orStorageError('read the file', () => stat(path));
  return `${ino} ${size} ${mtimeMs}`;
};
