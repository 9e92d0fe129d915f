// Reads the JSON body of a request.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { readBody } from '../net/request-body.ts';
import { tooLarge } from './uploads/upload-quota.ts';

/**
 * @returns the parsed body; undefined without one
 * @throws AppError `invalid-value`, `too-large`, `upload-aborted`
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<unknown> => {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const body = await readBody(request, limitBytes, () => tooLarge(limitBytes));
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new AppError('invalid-value', 'The body is refused; allowed: JSON in UTF-8.', { cause: error });
  }
};
