// Checks the first bytes of an upload, to reject non-media early.

import { type AppError, toAppError } from '../../base/errors.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';

/** Call with each chunk of a file, from its first byte on; returns an error as soon as the first bytes show one. */
export type BeginningCheck = (chunk: Buffer) => AppError | undefined;

/** Files shorter than that are left to the probe. */
export const createBeginningCheck = (
  staging: Pick<UploadStaging, 'tellingBytes' | 'checkBeginning'>,
): BeginningCheck => {
  let head: Buffer | undefined = Buffer.alloc(0);
  return (chunk) => {
    if (head === undefined) return undefined;
    head = Buffer.concat([head, chunk.subarray(0, staging.tellingBytes - head.length)]);
    if (head.length < staging.tellingBytes) return undefined;
    const whole = head;
    head = undefined;
    try {
      staging.checkBeginning(whole);
      return undefined;
    } catch (error) {
      return toAppError(error);
    }
  };
};
