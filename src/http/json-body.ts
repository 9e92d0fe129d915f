// Reads the JSON body of a request.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { tooLarge } from './uploads/upload-quota.ts';

/**
 * @returns the parsed body; undefined without one
 * @throws AppError `invalid-value`, `too-large`, `upload-aborted`
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<unknown> => {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > limitBytes) throw tooLarge(limitBytes);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('upload-aborted', 'The connection ended before the whole body had arrived.', { cause: error });
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new AppError('invalid-value', 'The body is refused; allowed: JSON in UTF-8.', { cause: error });
  }
};
