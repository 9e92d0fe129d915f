// Reads a whole request body into memory.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { MemoryRoom } from './memory-room.ts';

/** Fits two of the longest that any request may have. */
const room = new MemoryRoom({ maxBytes: 32 * 1024 * 1024 });

/** Bytes of all bodies that have arrived in part. */
export const bodyBytesHeld = (): number => room.bytes;

/**
 * Many long bodies at a time are too much: those of the address that sends most are cut off.
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
  const share = room.enter({ address: request.socket.remoteAddress ?? '', evict: () => request.destroy() });
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      share.add(chunk.length);
      isTooLarge = bytes > limitBytes;
      if (isTooLarge) break;
    }
  } catch (error) {
    throw new AppError('upload-aborted', 'The connection ended before the whole body had arrived.', { cause: error });
  } finally {
    share.leave();
  }
  if (isTooLarge) throw toTooLarge();
  return Buffer.concat(chunks);
};
