// Checks the first bytes of an upload, to reject non-media early.

import { type AppError, toAppError } from '../../base/errors.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';

/** Takes each piece of a file, from its first byte on; gives the refusal as soon as the beginning tells. */
export type BeginningCheck = (chunk: Buffer) => AppError | undefined;

/** What is shorter than its beginning is left to the examination. */
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
