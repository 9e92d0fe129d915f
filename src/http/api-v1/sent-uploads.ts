// Uploads by raw PUT: what has arrived of a file is kept for a while, so that the rest can follow (Content-Range).
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type { Deck } from '../../deck/deck.ts';
import type { Clock, Intake } from '../../deck/ports.ts';
import { DeckError, toMessage, toSystemCode } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { quote, RefusalError } from '../refusal.ts';
import type { UploadClaim, UploadSpace } from '../upload-space.ts';

/** An upload that nobody goes on with is dropped after so long. */
const KEPT_SECONDS = 15 * 60;
const IDLE_SECONDS = 30;
const MOST_KEPT = 8;

export interface SentUpload {
  readonly receivedBytes: number;
  readonly totalBytes?: number;
}

export interface SentUploads {
  /**
   * Takes a body; what arrived before the connection ended stays.
   * @returns the id of the new clip once all of it is there, undefined while bytes are missing
   * @throws DeckError as for every upload; RefusalError `upload-out-of-step` when the range does not continue
   */
  receive(name: string, request: Request, welcome: () => void): Promise<string | undefined>;
  /** @throws DeckError `upload-not-found` */
  progress(name: string): SentUpload;
  /** Drops what has arrived; no error when there is nothing. */
  drop(name: string): Promise<void>;
  /** Drops everything. */
  clear(): Promise<void>;
}

interface Kept {
  readonly path: string;
  receivedBytes: number;
  totalBytes: number | undefined;
  isBusy: boolean;
  stopTimer: () => void;
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly totalBytes: number;
}

const CONTENT_RANGE = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15})$/;

const toRange = ({ headers }: Request): Range | undefined => {
  const given = headers['content-range'];
  if (given === undefined) return undefined;
  const [, first, last, totalBytes] = (CONTENT_RANGE.exec(given) ?? []).map(Number);
  if (first !== undefined && last !== undefined && totalBytes !== undefined && first <= last && last < totalBytes) {
    const length = headers['content-length'];
    if (length === undefined || Number(length) === last - first + 1) return { first, last, totalBytes };
  }
  throw new DeckError(
    'invalid-value',
    `Content-Range ${quote(given)} is refused; allowed: bytes FIRST-LAST/TOTAL that fits the length of the body.`,
  );
};

export const createSentUploads = (parts: {
  readonly deck: Deck;
  readonly intake: Intake;
  readonly space: UploadSpace;
  readonly clock: Clock;
  readonly log: Log;
}): SentUploads => {
  const { deck, intake, space, clock, log } = parts;
  const uploads = new Map<string, Kept>();

  const forget = async (name: string, kept: Kept): Promise<void> => {
    kept.stopTimer();
    if (uploads.get(name) === kept) uploads.delete(name);
    await intake.discard(kept.path);
  };

  const keepFor = (name: string, kept: Kept): void => {
    kept.stopTimer();
    kept.stopTimer = clock.after(KEPT_SECONDS, () => {
      if (kept.isBusy) return;
      forget(name, kept).catch((error) => log.error(`An upload could not be removed: ${toMessage(error)}`));
    });
  };

  const begin = async (name: string): Promise<Kept> => {
    const former = uploads.get(name);
    if (former !== undefined) await forget(name, former);
    if (uploads.size >= MOST_KEPT) {
      throw new DeckError('busy', `${uploads.size} uploads are not finished; allowed: ${MOST_KEPT} at a time.`);
    }
    const kept: Kept = {
      path: intake.temporaryPath(),
      receivedBytes: 0,
      totalBytes: undefined,
      isBusy: false,
      stopTimer: () => undefined,
    };
    uploads.set(name, kept);
    return kept;
  };

  const goOn = async (name: string, range: Range): Promise<Kept> => {
    if (range.first === 0) return begin(name);
    const kept = uploads.get(name);
    const receivedBytes = kept?.receivedBytes ?? 0;
    if (kept !== undefined && receivedBytes === range.first && kept.totalBytes === range.totalBytes) return kept;
    throw new RefusalError({
      code: 'upload-out-of-step',
      message: `The range begins at ${range.first}; allowed: ${receivedBytes}, where what has arrived ends.`,
    });
  };

  const write = async (kept: Kept, request: Request, claim: UploadClaim, refused: AbortSignal): Promise<void> => {
    const start = kept.receivedBytes;
    const file = createWriteStream(kept.path, { flags: start === 0 ? 'w' : 'r+', start });
    const stopWatching = watchIdle(clock, request);
    const count = (chunk: Buffer): void => claim.add(chunk.length);
    request.on('data', count);
    try {
      await pipeline(request, file, { signal: refused });
    } catch (error) {
      throw refused.aborted ? refused.reason : toUploadError(error);
    } finally {
      request.off('data', count);
      stopWatching();
      kept.receivedBytes = start + file.bytesWritten;
    }
  };

  /** Which of the list's clips is new. */
  const add = async (kept: Kept, fileName: string): Promise<string> => {
    const probed = await intake.examine(kept.path);
    const { clips } = await deck.addClip({ temporaryPath: kept.path, fileName, probed });
    return clips.at(-1)?.id ?? '';
  };

  return {
    receive: async (name, request, welcome) => {
      if (uploads.get(name)?.isBusy) throw new DeckError('busy', `${quote(name)} is being uploaded already.`);
      const range = toRange(request);
      const kept = range === undefined ? await begin(name) : await goOn(name, range);
      kept.isBusy = true;
      const refusing = new AbortController();
      let claim: UploadClaim | undefined;
      try {
        const length = request.headers['content-length'];
        const missing = range === undefined ? length && Number(length) : range.totalBytes - range.first;
        claim = await space.claim(missing === '' ? undefined : missing, (error) => refusing.abort(error));
        kept.totalBytes = range?.totalBytes ?? (length === undefined ? undefined : Number(length));
        request.setTimeout(0);
        welcome();
        await write(kept, request, claim, refusing.signal);
        if (kept.receivedBytes < (kept.totalBytes ?? 0)) return undefined;
        await claim.confirm();
        const id = await add(kept, name);
        uploads.delete(name);
        kept.stopTimer();
        return id;
      } catch (error) {
        const isCutOff = error instanceof DeckError && error.code === 'upload-aborted';
        if (!isCutOff || kept.totalBytes === undefined) await forget(name, kept).catch(() => undefined);
        throw error;
      } finally {
        claim?.release();
        kept.isBusy = false;
        if (uploads.get(name) === kept) keepFor(name, kept);
      }
    },
    progress: (name) => {
      const kept = uploads.get(name);
      if (kept === undefined) {
        throw new RefusalError({ code: 'upload-not-found', message: `Nothing of ${quote(name)} has arrived.` });
      }
      const { receivedBytes, totalBytes } = kept;
      return { receivedBytes, ...(totalBytes !== undefined && { totalBytes }) };
    },
    drop: async (name) => {
      const kept = uploads.get(name);
      if (kept?.isBusy) throw new DeckError('busy', `${quote(name)} is being uploaded.`);
      if (kept !== undefined) await forget(name, kept);
    },
    clear: async () => {
      await Promise.allSettled([...uploads].map(([name, kept]) => forget(name, kept)));
    },
  };
};

/** Ends a request of which nothing arrives any more; returns the way to stop that. */
const watchIdle = (clock: Clock, request: Request): (() => void) => {
  let stopTimer = (): void => undefined;
  const arrived = (): void => {
    stopTimer();
    stopTimer = clock.after(IDLE_SECONDS, () => request.destroy());
  };
  arrived();
  request.on('data', arrived);
  return () => {
    stopTimer();
    request.off('data', arrived);
  };
};

const toUploadError = (error: unknown): DeckError => {
  const code = toSystemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DeckError('no-space', 'The clips partition ran full while the file was written.', { cause: error });
  }
  if (code === undefined || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new DeckError('upload-aborted', 'The connection ended before the whole file had arrived.', { cause: error });
  }
  return new DeckError('storage-failed', `The file could not be written: ${toMessage(error)}.`, { cause: error });
};
