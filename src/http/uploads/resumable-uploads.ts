// Uploads by raw PUT: what has arrived of a file is kept for a while, so that the rest can follow (Content-Range).
import type { Request } from 'express';
import type { Clock } from '../../base/clock.ts';
import { DeckError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { quote } from '../../base/quote.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Intake } from '../../deck/ports.ts';
import { type Place, Places } from '../../net/fair-places.ts';
import { RefusalError } from '../http-error.ts';
import { writeBody } from './body-writer.ts';
import { type Range, toRange } from './content-range.ts';
import { type BeginningCheck, createBeginningCheck } from './first-bytes-check.ts';
import type { UploadClaim, UploadSpace } from './upload-quota.ts';

/** An upload that nobody goes on with is dropped after so long, and a finished one is told of for so long. */
const KEPT_SECONDS = 15 * 60;
const MOST_KEPT = 8;

export interface SentUpload {
  readonly receivedBytes: number;
  readonly totalBytes?: number;
  /** Of the clip that it has become: who lost the answer finds it here. */
  readonly clipId?: string;
}

export interface SentUploads {
  /**
   * Takes a body; what arrived before the connection ended stays.
   * @returns the id of the new clip once all of it is there, undefined while bytes are missing
   * A request with the Idempotency-Key of one that was received counts as that one sent again: browsers do so by
   * themselves when a connection ends before the answer.
   * @throws DeckError as for every upload; RefusalError `upload-out-of-step` when the range does not continue
   */
  receive(name: string, request: Request, welcome: () => void): Promise<string | undefined>;
  /** @throws DeckError `upload-not-found` */
  progress(name: string): SentUpload;
  /** Drops what has arrived; no error when there is nothing. */
  drop(name: string): Promise<void>;
  /** Takes up again what an earlier run of CueDeck left; what had arrived whole becomes a clip. */
  takeUp(): Promise<void>;
  /** Drops what nobody can go on with. */
  stop(): Promise<void>;
}

interface Kept {
  readonly path: string;
  receivedBytes: number;
  totalBytes: number | undefined;
  /** The Idempotency-Key it came with. */
  key: string | undefined;
  readonly checkBeginning: BeginningCheck;
  place: Place | undefined;
  claim: UploadClaim | undefined;
  /** Ends the request that is being received. */
  refuse: ((error: DeckError) => void) | undefined;
  /** Pending while a request is being received. */
  receiving: Promise<string | undefined> | undefined;
  stopTimer: () => void;
}

interface Opened {
  readonly kept: Kept;
  /** Whose place it takes. */
  readonly former?: Kept | undefined;
}

export const createSentUploads = (parts: {
  readonly deck: Deck;
  readonly intake: Intake;
  readonly space: UploadSpace;
  readonly clock: Clock;
  readonly log: Log;
}): SentUploads => {
  const { deck, intake, space, clock, log } = parts;
  const uploads = new Map<string, Kept>();
  const places = new Places({ most: MOST_KEPT });
  const finished = new Map<
    string,
    { readonly key: string | undefined; readonly upload: SentUpload; readonly stopTimer: () => void }
  >();

  const forgetFinished = (name: string): void => {
    finished.get(name)?.stopTimer();
    finished.delete(name);
  };

  const finish = (name: string, kept: Kept, clipId: string): void => {
    if (uploads.get(name) === kept) uploads.delete(name);
    kept.stopTimer();
    kept.place?.leave();
    kept.claim?.release();
    intake.removeNote(kept.path).catch((error) => log.error(toMessage(error)));
    const { receivedBytes, key } = kept;
    finished.set(name, {
      key,
      upload: { receivedBytes, totalBytes: receivedBytes, clipId },
      stopTimer: clock.after(KEPT_SECONDS, () => finished.delete(name)),
    });
  };

  const forget = async (name: string, kept: Kept): Promise<void> => {
    kept.stopTimer();
    kept.place?.leave();
    if (uploads.get(name) === kept) uploads.delete(name);
    await intake.discard(kept.path).finally(() => kept.claim?.release());
  };

  /** Whether it is being received or not; another upload gets its place, or its room. */
  const giveWay = (name: string, kept: Kept, error: DeckError): void => {
    if (kept.refuse !== undefined) kept.refuse(error);
    else if (kept.receiving === undefined) {
      forget(name, kept).catch((failure) => log.error(`An upload could not be removed: ${toMessage(failure)}`));
    }
  };

  const takePlace = (name: string, kept: Kept, address: string): boolean => {
    kept.place = places.take({
      address,
      isIdle: () => kept.receiving === undefined,
      giveWay: () => giveWay(name, kept, gaveWay()),
    });
    return kept.place !== undefined;
  };

  const keepFor = (name: string, kept: Kept): void => {
    kept.stopTimer();
    kept.stopTimer = clock.after(KEPT_SECONDS, () => {
      if (kept.receiving !== undefined) return;
      forget(name, kept).catch((error) => log.error(`An upload could not be removed: ${toMessage(error)}`));
    });
  };

  const keep = (path: string): Kept => ({
    path,
    receivedBytes: 0,
    totalBytes: undefined,
    key: undefined,
    checkBeginning: createBeginningCheck(intake),
    place: undefined,
    claim: undefined,
    refuse: undefined,
    receiving: undefined,
    stopTimer: () => undefined,
  });

  /** At once, so that of two requests the second finds the first. What was there before is still to be removed. */
  const begin = (name: string, address: string): Opened => {
    const former = uploads.get(name);
    const kept = keep(intake.temporaryPath());
    former?.place?.leave();
    if (!takePlace(name, kept, address)) {
      throw new DeckError('busy', `${places.size} uploads are not finished; allowed: ${MOST_KEPT} at a time.`);
    }
    forgetFinished(name);
    uploads.set(name, kept);
    return { kept, former };
  };

  const goOn = (name: string, range: Range, address: string): Opened => {
    if (range.first === 0) return begin(name, address);
    const kept = uploads.get(name);
    const receivedBytes = kept?.receivedBytes ?? 0;
    if (kept !== undefined && receivedBytes === range.first && kept.totalBytes === range.totalBytes) return { kept };
    throw new RefusalError({
      code: 'upload-out-of-step',
      message: `The range begins at ${range.first}; allowed: ${receivedBytes}, where what has arrived ends.`,
    });
  };

  /** Which of the list's clips is new. */
  const add = async (kept: Kept, fileName: string): Promise<string> => {
    const probed = await intake.examine(kept.path);
    const { clips } = await deck.addClip({ temporaryPath: kept.path, fileName, probed });
    return clips.at(-1)?.id ?? '';
  };

  const take = async (
    name: string,
    { kept, former }: Opened,
    range: Range | undefined,
    request: Request,
    welcome: () => void,
  ): Promise<string | undefined> => {
    const refusing = new AbortController();
    kept.refuse = (error) => refusing.abort(error);
    try {
      if (former !== undefined) await forget(name, former);
      const length = request.headers['content-length'];
      const missing = range === undefined ? length && Number(length) : range.totalBytes - range.first;
      kept.claim?.release();
      kept.claim = undefined;
      const claim = await space.claim(missing === '' ? undefined : missing, {
        address: toAddress(request),
        alreadyBytes: kept.receivedBytes,
        refuse: (error) => giveWay(name, kept, error),
      });
      kept.claim = claim;
      refusing.signal.throwIfAborted();
      kept.totalBytes = range?.totalBytes ?? (length === undefined ? undefined : Number(length));
      if (kept.receivedBytes === 0 && kept.totalBytes !== undefined) {
        const { path, totalBytes, key } = kept;
        await intake.note(path, { name, totalBytes, ...(key !== undefined && { key }) });
      }
      request.setTimeout(0);
      welcome();
      const start = kept.receivedBytes;
      await writeBody(request, {
        path: kept.path,
        start,
        clock,
        onBytes: (chunk) => {
          claim.add(chunk.length);
          const error = kept.checkBeginning(chunk);
          if (error !== undefined) refusing.abort(error);
        },
        onEnd: (bytesWritten) => {
          kept.receivedBytes = start + bytesWritten;
        },
        onSlow: (error) => refusing.abort(error),
        refused: refusing.signal,
      });
      kept.refuse = undefined;
      if (kept.receivedBytes < (kept.totalBytes ?? 0)) return undefined;
      await claim.confirm();
      const id = await add(kept, name);
      finish(name, kept, id);
      return id;
    } catch (error) {
      const isCutOff = error instanceof DeckError && error.code === 'upload-aborted';
      if (!isCutOff || kept.totalBytes === undefined) await forget(name, kept).catch(() => undefined);
      throw error;
    } finally {
      kept.refuse = undefined;
    }
  };

  /** One try: a file that kills the player must not do so at each of its starts. */
  const takeWhole = async (name: string, kept: Kept): Promise<void> => {
    const taking = async (): Promise<string> => {
      await intake.removeNote(kept.path);
      const id = await add(kept, name);
      finish(name, kept, id);
      return id;
    };
    kept.receiving = taking();
    try {
      await kept.receiving;
    } catch (error) {
      log.warning(`The upload ${quote(name)} did not become a clip: ${toMessage(error)}`);
      await forget(name, kept).catch(() => undefined);
    } finally {
      kept.receiving = undefined;
    }
  };

  return {
    receive: async (name, request, welcome) => {
      const key = request.get('idempotency-key');
      const isSame = (other: { readonly key: string | undefined } | undefined): boolean =>
        key !== undefined && other?.key === key;
      for (let former = uploads.get(name); former?.receiving !== undefined; former = uploads.get(name)) {
        if (!isSame(former)) throw new DeckError('busy', `${quote(name)} is being uploaded already.`);
        await former.receiving.catch(() => undefined);
      }
      const whole = finished.get(name);
      if (isSame(whole)) {
        request.resume();
        return whole?.upload.clipId;
      }
      const range = toRange(request);
      const opened = range === undefined ? begin(name, toAddress(request)) : goOn(name, range, toAddress(request));
      const { kept } = opened;
      kept.key = key;
      kept.receiving = take(name, opened, range, request, welcome);
      try {
        return await kept.receiving;
      } finally {
        kept.receiving = undefined;
        if (uploads.get(name) === kept) keepFor(name, kept);
      }
    },
    progress: (name) => {
      const kept = uploads.get(name);
      const whole = finished.get(name);
      if (whole !== undefined) return whole.upload;
      if (kept === undefined) {
        throw new RefusalError({ code: 'upload-not-found', message: `Nothing of ${quote(name)} has arrived.` });
      }
      const { receivedBytes, totalBytes } = kept;
      return { receivedBytes, ...(totalBytes !== undefined && { totalBytes }) };
    },
    drop: async (name) => {
      const kept = uploads.get(name);
      if (kept?.receiving !== undefined) throw new DeckError('busy', `${quote(name)} is being uploaded.`);
      forgetFinished(name);
      if (kept !== undefined) await forget(name, kept);
    },
    takeUp: async () => {
      for (const { name, temporaryPath, receivedBytes, totalBytes, key } of await intake.left()) {
        const kept: Kept = {
          ...keep(temporaryPath),
          ...{ receivedBytes, totalBytes, key },
          // Its beginning was looked at when it came, or is too short to tell.
          checkBeginning: () => undefined,
        };
        if (uploads.has(name) || !takePlace(name, kept, '')) {
          await forget(name, kept).catch(() => undefined);
          continue;
        }
        uploads.set(name, kept);
        kept.claim = space.hold({
          address: '',
          alreadyBytes: receivedBytes,
          refuse: (error) => giveWay(name, kept, error),
        });
        keepFor(name, kept);
        if (receivedBytes === totalBytes) void takeWhole(name, kept);
        else log.info(`${totalBytes - receivedBytes} bytes of the upload ${quote(name)} are missing; it can go on.`);
      }
    },
    stop: async () => {
      for (const name of finished.keys()) forgetFinished(name);
      await Promise.allSettled([...uploads.values()].map(({ receiving }) => receiving));
      for (const [name, kept] of uploads) {
        if (kept.totalBytes === undefined) await forget(name, kept).catch(() => undefined);
        kept.stopTimer();
      }
    },
  };
};

const toAddress = ({ socket }: Request): string => socket.remoteAddress ?? '';

const gaveWay = (): DeckError =>
  new DeckError('busy', 'Another address had no upload under way and got the place of this one; send it again.');
