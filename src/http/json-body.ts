// Reads the JSON body of a request.
import type { IncomingMessage } from 'node:http';
import { parseBoundedJson, TooHeavyError } from '../base/bounded-json.ts';
import { AppError } from '../base/errors.ts';
import { readBody } from '../net/request-body.ts';
import { tooLarge } from './uploads/upload-quota.ts';

/** Half a character, as an escape can name one: other programs refuse a document with it as a whole. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/** A list or object takes about as much memory, and is written in two. */
const BYTES_PER_VALUE = 40;
const MIN_VALUES = 50_000;

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
    return parseBoundedJson(text, {
      maxValues: Math.max(MIN_VALUES, Math.floor(limitBytes / BYTES_PER_VALUE)),
      reviver: SURROGATE_ESCAPE.test(text) ? refuseHalfCharacters : undefined,
    });
  } catch (error) {
    const why = error instanceof TooHeavyError ? ` ${error.message}` : '';
    throw new AppError('invalid-value', `The body is refused; allowed: JSON in UTF-8.${why}`, { cause: error });
  }
};

const refuseHalfCharacters = (key: string, value: unknown): unknown => {
  if (HALF_CHARACTER.test(key) || (typeof value === 'string' && HALF_CHARACTER.test(value)))
    throw new SyntaxError('half a character');
  return value;
};
