// Resumable uploads by raw PUT (Content-Range); partial files are retained for a while.
import type { Request } from 'express';
import type { Clock } from '../../base/clock.ts';
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { quote } from '../../base/quote.ts';
import type { Deck } from '../../deck/deck.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import { HttpError } from '../http-error.ts';
import { writeBody } from './body-writer.ts';
import { type Range, toRange } from './content-range.ts';
import { type BeginningCheck, createBeginningCheck } from './first-bytes-check.ts';
import type { UploadClaim, UploadQuota } from './upload-quota.ts';

/** An upload that nobody goes on with is dropped after so long, and a finished one is told of for so long. */
const TTL_SECONDS = 15 * 60;
const MAX_PENDING = 8;

export interface ResumableUpload {
  readonly receivedBytes: number;
  readonly totalBytes?: number;
  /** Of the clip that it has become: who lost the answer finds it here. */
  readonly clipId?: string;
}

export interface ResumableUploads {
  /**
   * Takes a body; what arrived before the connection ended stays.
   * @returns the id of the new clip once all of it is there, undefined while bytes are missing
   * A request with the Idempotency-Key of one that was received counts as that one sent again: browsers do so by
   * themselves when a connection ends before the answer.
   * @throws AppError as for every upload; HttpError `upload-out-of-step` when the range does not continue
   */
  receive(name: string, request: Request, sendContinue: () => void): Promise<string | undefined>;
  /** @throws AppError `upload-not-found` */
  progress(name: string): ResumableUpload;
  /** Drops what has arrived; no error when there is nothing. */
  drop(name: string): Promise<void>;
  /** Takes up again what an earlier run of CueDeck left; what had arrived whole becomes a clip. */
  resume(): Promise<void>;
  /** Drops what nobody can go on with. */
  stop(): Promise<void>;
}

interface PendingUpload {
  readonly path: string;
  receivedBytes: number;
  totalBytes: number | undefined;
  /** The Idempotency-Key it came with. */
  key: string | undefined;
  readonly checkBeginning: BeginningCheck;
  place: Place | undefined;
  claim: UploadClaim | undefined;
  /** Ends the request that is being received. */
  reject: ((error: AppError) => void) | undefined;
  /** Pending while a request is being received. */
  receiving: Promise<string | undefined> | undefined;
  stopTimer: () => void;
}

interface Opened {
  readonly pending: PendingUpload;
  /** Whose place it takes. */
  readonly previous?: PendingUpload | undefined;
}

export const createResumableUploads = (deps: {
  readonly deck: Deck;
  readonly staging: UploadStaging;
  readonly space: UploadQuota;
  readonly clock: Clock;
  readonly log: Log;
}): ResumableUploads => {
  const { deck, staging, space, clock, log } = deps;
  const uploads = new Map<string, PendingUpload>();
  const places = new ConnectionPlaces({ max: MAX_PENDING });
  const finished = new Map<
    string,
    { readonly key: string | undefined; readonly upload: ResumableUpload; readonly stopTimer: () => void }
  >();

  const forgetFinished = (name: string): void => {
    finished.get(name)?.stopTimer();
    finished.delete(name);
  };

  const finish = (name: string, pending: PendingUpload, clipId: string): void => {
    if (uploads.get(name) === pending) uploads.delete(name);
    pending.stopTimer();
    pending.place?.leave();
    pending.claim?.release();
    staging.removeNote(pending.path).catch((error) => log.error(toMessage(error)));
    const { receivedBytes, key } = pending;
    finished.set(name, {
      key,
      upload: { receivedBytes, totalBytes: receivedBytes, clipId },
      stopTimer: clock.after(TTL_SECONDS, () => finished.delete(name)),
    });
  };

  const forget = async (name: string, pending: PendingUpload): Promise<void> => {
    pending.stopTimer();
    pending.place?.leave();
    if (uploads.get(name) === pending) uploads.delete(name);
    await staging.discard(pending.path).finally(() => pending.claim?.release());
  };

  /** Whether it is being received or not; another upload gets its place, or its room. */
  const evict = (name: string, pending: PendingUpload, error: AppError): void => {
    if (pending.reject !== undefined) pending.reject(error);
    else if (pending.receiving === undefined) {
      forget(name, pending).catch((failure) => log.error(`An upload could not be removed: ${toMessage(failure)}`));
    }
  };

  const acquirePlace = (name: string, pending: PendingUpload, address: string): boolean => {
    pending.place = places.acquire({
      address,
      isIdle: () => pending.receiving === undefined,
      evict: () => evict(name, pending, gaveWay()),
    });
    return pending.place !== undefined;
  };

  const keepFor = (name: string, pending: PendingUpload): void => {
    pending.stopTimer();
    pending.stopTimer = clock.after(TTL_SECONDS, () => {
      if (pending.receiving !== undefined) return;
      forget(name, pending).catch((error) => log.error(`An upload could not be removed: ${toMessage(error)}`));
    });
  };

  const keep = (path: string): PendingUpload => ({
    path,
    receivedBytes: 0,
    totalBytes: undefined,
    key: undefined,
    checkBeginning: createBeginningCheck(staging),
    place: undefined,
    claim: undefined,
    reject: undefined,
    receiving: undefined,
    stopTimer: () => undefined,
  });

  /** At once, so that of two requests the second finds the first. What was there before is still to be removed. */
  const begin = (name: string, address: string): Opened => {
    const previous = uploads.get(name);
    const pending = keep(staging.temporaryPath());
    previous?.place?.leave();
    if (!acquirePlace(name, pending, address)) {
      throw new AppError('busy', `${places.size} uploads are not finished; allowed: ${MAX_PENDING} at a time.`);
    }
    forgetFinished(name);
    uploads.set(name, pending);
    return { pending, previous };
  };

  const goOn = (name: string, range: Range, address: string): Opened => {
    if (range.first === 0) return begin(name, address);
    const pending = uploads.get(name);
    const receivedBytes = pending?.receivedBytes ?? 0;
    if (pending !== undefined && receivedBytes === range.first && pending.totalBytes === range.totalBytes)
      return { pending };
    throw new HttpError({
      code: 'upload-out-of-step',
      message: `The range begins at ${range.first}; allowed: ${receivedBytes}, where what has arrived ends.`,
    });
  };

  /** Which of the list's clips is new. */
  const add = async (pending: PendingUpload, fileName: string): Promise<string> => {
    const probed = await staging.probe(pending.path);
    const { clips } = await deck.addClip({ temporaryPath: pending.path, fileName, probed });
    return clips.at(-1)?.id ?? '';
  };

  const receive = async (
    name: string,
    { pending, previous }: Opened,
    range: Range | undefined,
    request: Request,
    sendContinue: () => void,
  ): Promise<string | undefined> => {
    const refusing = new AbortController();
    pending.reject = (error) => refusing.abort(error);
    try {
      if (previous !== undefined) await forget(name, previous);
      const length = request.headers['content-length'];
      const missing = range === undefined ? length && Number(length) : range.totalBytes - range.first;
      pending.claim?.release();
      pending.claim = undefined;
      const claim = await space.claim(missing === '' ? undefined : missing, {
        address: toAddress(request),
        alreadyBytes: pending.receivedBytes,
        reject: (error) => evict(name, pending, error),
      });
      pending.claim = claim;
      refusing.signal.throwIfAborted();
      pending.totalBytes = range?.totalBytes ?? (length === undefined ? undefined : Number(length));
      if (pending.receivedBytes === 0 && pending.totalBytes !== undefined) {
        const { path, totalBytes, key } = pending;
        await staging.saveNote(path, { name, totalBytes, ...(key !== undefined && { key }) });
      }
      request.setTimeout(0);
      sendContinue();
      const start = pending.receivedBytes;
      await writeBody(request, {
        path: pending.path,
        start,
        clock,
        onBytes: (chunk) => {
          claim.add(chunk.length);
          const error = pending.checkBeginning(chunk);
          if (error !== undefined) refusing.abort(error);
        },
        onEnd: (bytesWritten) => {
          pending.receivedBytes = start + bytesWritten;
        },
        onSlow: (error) => refusing.abort(error),
        refused: refusing.signal,
      });
      pending.reject = undefined;
      if (pending.receivedBytes < (pending.totalBytes ?? 0)) return undefined;
      await claim.confirm();
      const id = await add(pending, name);
      finish(name, pending, id);
      return id;
    } catch (error) {
      const isCutOff = error instanceof AppError && error.code === 'upload-aborted';
      if (!isCutOff || pending.totalBytes === undefined) await forget(name, pending).catch(() => undefined);
      throw error;
    } finally {
      pending.reject = undefined;
    }
  };

  /** One try: a file that kills the player must not do so at each of its starts. */
  const takeWhole = async (name: string, pending: PendingUpload): Promise<void> => {
    const taking = async (): Promise<string> => {
      await staging.removeNote(pending.path);
      const id = await add(pending, name);
      finish(name, pending, id);
      return id;
    };
    pending.receiving = taking();
    try {
      await pending.receiving;
    } catch (error) {
      log.warning(`The upload ${quote(name)} was rejected: ${toMessage(error)}`);
      await forget(name, pending).catch(() => undefined);
    } finally {
      pending.receiving = undefined;
    }
  };

  return {
    receive: async (name, request, sendContinue) => {
      const key = request.get('idempotency-key');
      const isSame = (other: { readonly key: string | undefined } | undefined): boolean =>
        key !== undefined && other?.key === key;
      for (let previous = uploads.get(name); previous?.receiving !== undefined; previous = uploads.get(name)) {
        if (!isSame(previous)) throw new AppError('busy', `${quote(name)} is being uploaded already.`);
        await previous.receiving.catch(() => undefined);
      }
      const whole = finished.get(name);
      if (isSame(whole)) {
        request.resume();
        return whole?.upload.clipId;
      }
      const range = toRange(request);
      const opened = range === undefined ? begin(name, toAddress(request)) : goOn(name, range, toAddress(request));
      const { pending } = opened;
      pending.key = key;
      pending.receiving = receive(name, opened, range, request, sendContinue);
      try {
        return await pending.receiving;
      } finally {
        pending.receiving = undefined;
        if (uploads.get(name) === pending) keepFor(name, pending);
      }
    },
    progress: (name) => {
      const pending = uploads.get(name);
      const whole = finished.get(name);
      if (whole !== undefined) return whole.upload;
      if (pending === undefined) {
        throw new HttpError({ code: 'upload-not-found', message: `Nothing of ${quote(name)} has arrived.` });
      }
      const { receivedBytes, totalBytes } = pending;
      return { receivedBytes, ...(totalBytes !== undefined && { totalBytes }) };
    },
    drop: async (name) => {
      const pending = uploads.get(name);
      if (pending?.receiving !== undefined) throw new AppError('busy', `${quote(name)} is being uploaded.`);
      forgetFinished(name);
      if (pending !== undefined) await forget(name, pending);
    },
    resume: async () => {
      for (const { name, temporaryPath, receivedBytes, totalBytes, key } of await staging.left()) {
        const pending: PendingUpload = {
          ...keep(temporaryPath),
          ...{ receivedBytes, totalBytes, key },
          // Its beginning was looked at when it came, or is too short to tell.
          checkBeginning: () => undefined,
        };
        if (uploads.has(name) || !acquirePlace(name, pending, '')) {
          await forget(name, pending).catch(() => undefined);
          continue;
        }
        uploads.set(name, pending);
        pending.claim = space.hold({
          address: '',
          alreadyBytes: receivedBytes,
          reject: (error) => evict(name, pending, error),
        });
        keepFor(name, pending);
        if (receivedBytes === totalBytes) void takeWhole(name, pending);
        else log.info(`${totalBytes - receivedBytes} bytes of the upload ${quote(name)} are missing; it can go on.`);
      }
    },
    stop: async () => {
      for (const name of finished.keys()) forgetFinished(name);
      await Promise.allSettled([...uploads.values()].map(({ receiving }) => receiving));
      for (const [name, pending] of uploads) {
        if (pending.totalBytes === undefined) await forget(name, pending).catch(() => undefined);
        pending.stopTimer();
      }
    },
  };
};

const toAddress = ({ socket }: Request): string => socket.remoteAddress ?? '';

const gaveWay = (): AppError =>
  new AppError('busy', 'Another address had no upload under way and got the place of this one; send it again.');
