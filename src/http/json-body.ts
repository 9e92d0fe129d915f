// Reads the JSON body of a request.
import type { IncomingMessage } from 'node:http';
import { AppError } from '../base/errors.ts';
import { readBody } from '../net/request-body.ts';
import { tooLarge } from './uploads/upload-quota.ts';

/** Half a character, as an escape can name one: other programs refuse a document with it as a whole. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/**
 * @returns the parsed body; undefined without one
 * @throws AppError `invalid-value`, `too-large`, `upload-aborted`
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<unknown> => {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const body = await readBody(request, limitBytes, () => tooLarge(limitBytes));
  if (body.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return JSON.parse(text, SURROGATE_ESCAPE.test(text) ? refuseHalfCharacters : undefined);
  } catch (error) {
    throw new AppError('invalid-value', 'The body is refused; allowed: JSON in UTF-8.', { cause: error });
  }
};

const refuseHalfCharacters = (key: string, value: unknown): unknown => {
  if (HALF_CHARACTER.test(key) || (typeof value === 'string' && HALF_CHARACTER.test(value)))
    throw new SyntaxError('half a character');
  return value;
};
