// What is known of unfinished and of just finished uploads by PUT: their files, places, room and time.
import { AppError, toMessage } from '../../base/errors.ts';
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import { HttpError } from '../http-error.ts';
import { type ArrivedSum, createArrivedSum } from './arrived-sum.ts';
import type { Range } from './content-range.ts';
import { type BeginningCheck, createBeginningCheck } from './first-bytes-check.ts';
import { gaveWay, type UploadDeps } from './upload-pipeline.ts';
import type { UploadClaim } from './upload-quota.ts';

/** How long an abandoned upload and the result of a finished one are kept. */
const TTL_SECONDS = 15 * 60;
const MAX_PENDING = 8;

export interface ResumableUpload {
  readonly receivedBytes: number;
  readonly totalBytes?: number;
  /** Id of its clip, for a client that lost the answer. */
  readonly clipId?: string;
}

export interface PendingUpload {
  readonly path: string;
  receivedBytes: number;
  totalBytes: number | undefined;
  /** Its Idempotency-Key. */
  key: string | undefined;
  readonly checkBeginning: BeginningCheck;
  readonly arrived: ArrivedSum;
  place: Place | undefined;
  claim: UploadClaim | undefined;
  /** Aborts the request in progress. */
  reject: ((error: AppError) => void) | undefined;
  /** Pending during a request. */
  receiving: Promise<string | undefined> | undefined;
  stopTimer: () => void;
}

interface FinishedUpload {
  readonly key: string | undefined;
  readonly upload: ResumableUpload;
  readonly stopTimer: () => void;
}

export interface OpenedUpload {
  readonly pending: PendingUpload;
  /** The upload that it replaces, whose file must still be removed. */
  readonly previous?: PendingUpload | undefined;
}

export class PendingUploads {
  readonly #deps: Pick<UploadDeps, 'staging' | 'clock' | 'log'>;
  readonly #places = new ConnectionPlaces({ max: MAX_PENDING });
  readonly #pending = new Map<string, PendingUpload>();
  readonly #finished = new Map<string, FinishedUpload>();

  constructor(deps: Pick<UploadDeps, 'staging' | 'clock' | 'log'>) {
    this.#deps = deps;
  }

  get(name: string): PendingUpload | undefined {
    return this.#pending.get(name);
  }

  /** An upload that became a clip within the last minutes. */
  finished(name: string): FinishedUpload | undefined {
    return this.#finished.get(name);
  }

  entries(): readonly (readonly [name: string, pending: PendingUpload])[] {
    return [...this.#pending];
  }

  /**
   * Synchronous, so that the second of two requests finds the first.
   * @param range undefined: the body is the whole file
   * @throws AppError `busy`; HttpError `upload-out-of-step` when the range does not continue what has arrived
   */
  open(name: string, range: Range | undefined, address: string): OpenedUpload {
    if (range === undefined || range.first === 0) return this.#begin(name, address);
    const pending = this.#pending.get(name);
    const receivedBytes = pending?.receivedBytes ?? 0;
    if (pending !== undefined && receivedBytes === range.first && pending.totalBytes === range.totalBytes)
      return { pending };
    throw new HttpError({
      code: 'upload-out-of-step',
      message: `The range begins at ${range.first}; allowed: ${receivedBytes}, where what has arrived ends.`,
    });
  }

  #begin(name: string, address: string): OpenedUpload {
    const previous = this.#pending.get(name);
    const pending = toPending(this.#deps.staging.temporaryPath(), createBeginningCheck(this.#deps.staging));
    previous?.place?.leave();
    if (!this.#acquirePlace(name, pending, address)) {
      throw new AppError('busy', `${this.#places.size} uploads are not finished; allowed: ${MAX_PENDING} at a time.`);
    }
    this.forgetFinished(name);
    this.#pending.set(name, pending);
    return { pending, previous };
  }

  /**
   * Adopts an interrupted upload of an earlier run.
   * @returns undefined when there are too many; it is then removed
   */
  async takeUp(
    name: string,
    left: Pick<PendingUpload, 'path' | 'receivedBytes' | 'totalBytes' | 'key'>,
  ): Promise<PendingUpload | undefined> {
    // Its first bytes were checked when they arrived, or are too few.
    const pending = { ...toPending(left.path, () => undefined), ...left };
    if (this.#pending.has(name) || !this.#acquirePlace(name, pending, '')) {
      await this.forget(name, pending).catch(() => undefined);
      return undefined;
    }
    this.#pending.set(name, pending);
    return pending;
  }

  #acquirePlace(name: string, pending: PendingUpload, address: string): boolean {
    pending.place = this.#places.acquire({
      address,
      isIdle: () => pending.receiving === undefined,
      evict: () => this.evict(name, pending, gaveWay()),
    });
    return pending.place !== undefined;
  }

  /** Evicts an upload, in progress or not, for another one. */
  evict(name: string, pending: PendingUpload, error: AppError): void {
    if (pending.reject !== undefined) pending.reject(error);
    else if (pending.receiving === undefined) this.#forgetBehind(name, pending);
  }

  /** Keeps it for a resume. */
  keep(name: string, pending: PendingUpload): void {
    if (this.#pending.get(name) !== pending) return;
    pending.stopTimer();
    pending.stopTimer = this.#deps.clock.after(TTL_SECONDS, () => {
      if (pending.receiving === undefined) this.#forgetBehind(name, pending);
    });
  }

  /** Records that it has become a clip. */
  finish(name: string, pending: PendingUpload, clipId: string): void {
    this.#leave(name, pending);
    pending.claim?.release();
    this.#deps.staging.removeNote(pending.path).catch((error) => this.#deps.log.error(toMessage(error)));
    const { receivedBytes, key } = pending;
    this.#finished.set(name, {
      key,
      upload: { receivedBytes, totalBytes: receivedBytes, clipId },
      stopTimer: this.#deps.clock.after(TTL_SECONDS, () => this.#finished.delete(name)),
    });
  }

  forgetFinished(name: string): void {
    this.#finished.get(name)?.stopTimer();
    this.#finished.delete(name);
  }

  /** Removes its partial file. */
  async forget(name: string, pending: PendingUpload): Promise<void> {
    this.#leave(name, pending);
    await this.#deps.staging.discard(pending.path).finally(() => pending.claim?.release());
  }

  #forgetBehind(name: string, pending: PendingUpload): void {
    this.forget(name, pending).catch((error) =>
      this.#deps.log.error(`An upload could not be removed: ${toMessage(error)}`),
    );
  }

  #leave(name: string, pending: PendingUpload): void {
    pending.stopTimer();
    pending.place?.leave();
    if (this.#pending.get(name) === pending) this.#pending.delete(name);
  }

  /** Drops uploads that cannot resume, and stops all timers. */
  async stop(): Promise<void> {
    for (const name of this.#finished.keys()) this.forgetFinished(name);
    await Promise.allSettled([...this.#pending.values()].map(({ receiving }) => receiving));
    for (const [name, pending] of this.#pending) {
      if (pending.totalBytes === undefined) await this.forget(name, pending).catch(() => undefined);
      pending.stopTimer();
    }
  }
}

const toPending = (path: string, checkBeginning: BeginningCheck): PendingUpload => ({
  path,
  receivedBytes: 0,
  totalBytes: undefined,
  key: undefined,
  checkBeginning,
  arrived: createArrivedSum(),
  place: undefined,
  claim: undefined,
  reject: undefined,
  receiving: undefined,
  stopTimer: () => undefined,
});
