// Receives uploads by PUT and keeps partial files so that a client can resume (Content-Range).
import type { Request } from 'express';
import { AppError, toMessage } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';
import { HttpError } from '../http-error.ts';
import { writeBody } from './body-writer.ts';
import { type Range, toRange } from './content-range.ts';
import { type OpenedUpload, type PendingUpload, PendingUploads, type ResumableUpload } from './pending-uploads.ts';
import { addUpload, receiveUpload, toAddress, toLength, type UploadDeps } from './upload-pipeline.ts';

export interface ResumableUploads {
  /**
   * Receives a body; bytes that arrived before the connection ended are kept.
   * @returns the id of the new clip when the file is complete, undefined while bytes are missing
   * A request with a known Idempotency-Key counts as a repeat: browsers repeat requests by
   * themselves when a connection ends before the answer.
   * @throws AppError as for every upload; HttpError `upload-out-of-step` when the range does not continue
   */
  receive(name: string, request: Request, sendContinue: () => void): Promise<string | undefined>;
  /** @throws HttpError `upload-not-found` */
  progress(name: string): ResumableUpload;
  /** Uploads that are not finished. */
  list(): readonly NamedUpload[];
  /** Drops a partial upload; no error when there is none. */
  drop(name: string): Promise<void>;
  /** Adopts interrupted uploads of an earlier run; complete ones become clips. */
  resume(): Promise<void>;
  /** Drops uploads that cannot resume. */
  stop(): Promise<void>;
}

interface NamedUpload extends Omit<ResumableUpload, 'clipId'> {
  readonly name: string;
}

interface Part {
  readonly request: Request;
  readonly range: Range | undefined;
  readonly sendContinue: () => void;
}

export const createResumableUploads = (deps: UploadDeps): ResumableUploads => {
  const { staging, space, log } = deps;
  const uploads = new PendingUploads(deps);

  const receivePart = async (name: string, { pending, previous }: OpenedUpload, part: Part) => {
    const { request, range, sendContinue } = part;
    const rejection = new AbortController();
    const reject = (error: AppError): void => rejection.abort(error);
    pending.reject = reject;
    try {
      if (previous !== undefined) await uploads.forget(name, previous);
      const totalBytes = range?.totalBytes ?? toLength(request);
      const start = pending.receivedBytes;
      pending.claim?.release();
      pending.claim = undefined;
      const id = await receiveUpload(deps, {
        request,
        temporaryPath: pending.path,
        announcedBytes: totalBytes === undefined ? undefined : totalBytes - start,
        alreadyBytes: start,
        rejected: rejection.signal,
        reject: (error) => uploads.evict(name, pending, error),
        onClaim: async (claim) => {
          pending.claim = claim;
          rejection.signal.throwIfAborted();
          pending.totalBytes = totalBytes;
          const { path, key } = pending;
          if (start === 0 && totalBytes !== undefined)
            await staging.saveNote(path, { name, totalBytes, ...(key !== undefined && { key }) });
        },
        sendContinue,
        onBytes: (chunk) => {
          pending.arrived.add(chunk);
          const error = pending.checkBeginning(chunk);
          if (error !== undefined) reject(error);
        },
        write: async () => {
          await writeBody(request, { path: pending.path, start, rejected: rejection.signal }, (bytesWritten) => {
            pending.receivedBytes = start + bytesWritten;
          });
          pending.reject = undefined;
          return pending.receivedBytes < (totalBytes ?? 0) ? undefined : name;
        },
        arrived: () => pending.arrived.now(),
      });
      if (id !== undefined) uploads.finish(name, pending, id);
      return id;
    } catch (error) {
      const isCutOff = error instanceof AppError && error.code === 'upload-aborted';
      if (!isCutOff || pending.totalBytes === undefined) await uploads.forget(name, pending).catch(() => undefined);
      throw error;
    } finally {
      pending.reject = undefined;
    }
  };

  /** A single attempt: a file that kills the player must not do so at every start. */
  const takeWhole = async (name: string, pending: PendingUpload): Promise<void> => {
    const taking = async (): Promise<string> => {
      await staging.removeNote(pending.path);
      const id = await addUpload(deps, pending.path, name);
      uploads.finish(name, pending, id);
      return id;
    };
    pending.receiving = taking();
    try {
      await pending.receiving;
    } catch (error) {
      log.warning(`The upload ${quote(name)} did not become a clip: ${toMessage(error)}`);
      await uploads.forget(name, pending).catch(() => undefined);
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
      const whole = uploads.finished(name);
      if (isSame(whole)) {
        request.resume();
        return whole?.upload.clipId;
      }
      const range = toRange(request);
      const opened = uploads.open(name, range, toAddress(request));
      const { pending } = opened;
      pending.key = key;
      pending.receiving = receivePart(name, opened, { request, range, sendContinue });
      try {
        return await pending.receiving;
      } finally {
        pending.receiving = undefined;
        staging.ended();
        uploads.keep(name, pending);
      }
    },
    progress: (name) => {
      const whole = uploads.finished(name);
      if (whole !== undefined) return whole.upload;
      const pending = uploads.get(name);
      if (pending === undefined) {
        throw new HttpError({ code: 'upload-not-found', message: `Nothing of ${quote(name)} has arrived.` });
      }
      return arrivedOf(pending);
    },
    list: () => uploads.entries().map(([name, pending]) => ({ name, ...arrivedOf(pending) })),
    drop: async (name) => {
      const pending = uploads.get(name);
      if (pending?.receiving !== undefined) throw new AppError('busy', `${quote(name)} is being uploaded.`);
      uploads.forgetFinished(name);
      if (pending !== undefined) await uploads.forget(name, pending);
    },
    resume: async () => {
      for (const { name, temporaryPath: path, receivedBytes, totalBytes, key } of await staging.left()) {
        const pending = await uploads.takeUp(name, { path, receivedBytes, totalBytes, key });
        if (pending === undefined) continue;
        pending.claim = space.hold({
          address: '',
          alreadyBytes: receivedBytes,
          reject: (error) => uploads.evict(name, pending, error),
        });
        uploads.keep(name, pending);
        if (receivedBytes === totalBytes) void takeWhole(name, pending);
        else log.info(`${totalBytes - receivedBytes} bytes of the upload ${quote(name)} are missing; it can go on.`);
      }
    },
    stop: () => uploads.stop(),
  };
};

const arrivedOf = ({ receivedBytes, totalBytes }: PendingUpload): Omit<ResumableUpload, 'clipId'> => ({
  receivedBytes,
  ...(totalBytes !== undefined && { totalBytes }),
});
