// Reads a whole request body into memory.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { MemoryRoom } from './memory-room.ts';

/** Fits two of the longest that any request may have. */
const room = new MemoryRoom({ maxBytes: 32 * 1024 * 1024 });

/** Bytes of all bodies that have arrived, whole or in part, and are not used yet. */
export const bodyBytesHeld = (): number => room.bytes;

interface HeldBody {
  readonly bytes: Buffer;
  /** The body is used: it counts no more. */
  release(): void;
}

/**
 * Many long bodies at a time are too much: those of the address that sends most are cut off, also whole ones that wait.
 * @param toTooLarge makes the error for a body of more than `limitBytes`
 * @returns the body, which counts until it is released
 * @throws AppError `upload-aborted` when the client leaves before its end; what `toTooLarge` returns
 */
export const readHeldBody = async (
  request: IncomingMessage,
  limitBytes: number,
  toTooLarge: () => Error,
): Promise<HeldBody> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const share = room.enter({ address: request.socket.remoteAddress ?? '', evict: () => request.socket.destroy() });
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      share.add(chunk.length);
      if (bytes > limitBytes) break;
    }
  } catch (error) {
    share.leave();
    throw new AppError('upload-aborted', 'The connection ended before the whole body had arrived.', { cause: error });
  }
  if (bytes <= limitBytes) return { bytes: Buffer.concat(chunks), release: () => share.leave() };
  share.leave();
  throw toTooLarge();
};

/** The same for a body that is used at once. */
export const readBody = async (...given: Parameters<typeof readHeldBody>): Promise<Buffer> => {
  const { bytes, release } = await readHeldBody(...given);
  release();
  return bytes;
};
