// The steps of every upload: room on the disk, its body, the examination, the clip list.
import type { Request } from 'express';
import type { Clock } from '../../base/clock.ts';
import { AppError, toReason, toSystemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Arrived, UploadStaging } from '../../deck/upload-ports.ts';
import { allowLongBody } from '../../net/http-connections.ts';
import { watchArrival } from './arrival-rate.ts';
import type { UploadClaim, UploadQuota } from './upload-quota.ts';

export interface UploadDeps {
  readonly deck: Deck;
  readonly staging: UploadStaging;
  readonly space: UploadQuota;
  readonly clock: Clock;
  readonly log: Log;
}

interface IncomingUpload {
  readonly request: Request;
  readonly temporaryPath: string;
  /** Announced length of the body; undefined when the client sends none. */
  readonly announcedBytes: number | undefined;
  readonly alreadyBytes: number;
  /** Aborts it with its reason, an AppError. */
  readonly rejected: AbortSignal;
  /** Rejects it while it arrives: for its size, its speed, or the quota of others. */
  readonly reject: (error: AppError) => void;
  /** Called when there is room. The caller releases the claim when the file is a clip or is removed. */
  readonly onClaim: (claim: UploadClaim) => void | Promise<void>;
  /** Sends 100 Continue to a client that waits for it. */
  readonly sendContinue: () => void;
  /** Called with each chunk of the body. */
  readonly onBytes?: (chunk: Buffer) => void;
  /**
   * Reads the body into the file.
   * @returns the name of the file; undefined while bytes are missing
   */
  readonly write: (limitBytes: number) => Promise<string | undefined>;
  readonly arrived: () => Arrived;
}

/**
 * @returns the id of the new clip, undefined while bytes are missing
 * @throws AppError as soon as the refusal is certain; what was written is left to the caller
 */
export const receiveUpload = async (deps: UploadDeps, upload: IncomingUpload): Promise<string | undefined> => {
  const { request, temporaryPath, announcedBytes, alreadyBytes, rejected, reject } = upload;
  allowLongBody(request);
  const claimant = { address: toAddress(request), alreadyBytes, reject };
  const { limitBytes, ...claim } = await deps.space.claim(announcedBytes, claimant);
  await upload.onClaim(claim);
  rejected.throwIfAborted();
  if (request.destroyed) throw uploadAborted();
  // The arrival is watched below; after it, a slow disk may keep the connection silent for minutes.
  request.setTimeout(0);
  upload.sendContinue();
  const writing = upload.write(limitBytes);
  // After the reader of the body, which starts to flow with the first listener.
  const count = (chunk: Buffer): void => {
    claim.add(chunk.length);
    upload.onBytes?.(chunk);
  };
  request.on('data', count);
  const stopWatching = watchArrival(deps.clock, request, reject);
  const fileName = await writing.finally(() => {
    stopWatching();
    request.off('data', count);
  });
  if (fileName === undefined) return undefined;
  await claim.confirm();
  return addUpload(deps, temporaryPath, fileName, upload.arrived());
};

/**
 * Probes a complete file and appends it to the clip list.
 * @returns the id of the new clip
 * @throws AppError
 */
export const addUpload = async (
  { deck, staging }: Pick<UploadDeps, 'deck' | 'staging'>,
  temporaryPath: string,
  fileName: string,
  arrived?: Arrived,
): Promise<string> => {
  const probed = await staging.probe(temporaryPath);
  const { clips } = await deck.clips.add({ temporaryPath, fileName, probed, arrived });
  return clips.at(-1)?.id ?? '';
};

export const toAddress = ({ socket }: Request): string => socket.remoteAddress ?? '';

export const toLength = ({ headers }: Request): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

export const uploadAborted = (cause?: unknown): AppError =>
  new AppError('upload-aborted', 'The connection ended before the whole file had arrived.', { cause });

/** The disk error; undefined for any other error. */
export const toDiskError = (error: unknown): AppError | undefined => {
  const code = toSystemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('no-space', 'The clips partition ran full while the file was written.', { cause: error });
  }
  if (code === undefined) return undefined;
  return new AppError('storage-failed', `The file could not be written: ${toReason(error)}.`, { cause: error });
};

export const gaveWay = (): AppError =>
  new AppError('busy', 'Another address had no upload under way and got the place of this one; send it again.');
