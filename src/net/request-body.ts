// Reads a whole request body into memory.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';

/**
 * @param toTooLarge makes the error for a body of more than `limitBytes`
 * @throws AppError `upload-aborted` when the client leaves before its end; what `toTooLarge` returns
 */
export const readBody = async (
  request: IncomingMessage,
  limitBytes: number,
  toTooLarge: () => Error,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isTooLarge = false;
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      isTooLarge = bytes > limitBytes;
      if (isTooLarge) break;
    }
  } catch (error) {
    throw new AppError('upload-aborted', 'The connection ended before the whole body had arrived.', { cause: error });
  }
  if (isTooLarge) throw toTooLarge();
  return Buffer.concat(chunks);
};
