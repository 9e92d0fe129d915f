// Reads the JSON body of a request.
import type { IncomingMessage } from 'node:http';
import { parseBoundedJson, TooHeavyError } from '../base/bounded-json.ts';
import { AppError } from '../base/errors.ts';
import { readHeldBody } from '../net/request-body.ts';
import { tooLarge } from './uploads/upload-quota.ts';

/** Half a character, as an escape can name one: other programs refuse a document with it as a whole. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;

/** A list or object takes about as much memory, though it is written in two bytes. */
const BYTES_PER_VALUE = 40;
const MIN_VALUES = 50_000;

/** @throws AppError `invalid-value` */
const parseBody = (body: Buffer, limitBytes: number): unknown => {
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

interface HeldJson {
  /** @returns undefined without a body. @throws AppError `invalid-value` */
  parse(): unknown;
  /** Call when what was parsed is used. */
  release(): void;
}

/**
 * The body of a long request, which counts as memory until it is released.
 * @throws AppError `too-large`, `upload-aborted`
 */
export const readHeldJson = async (request: IncomingMessage, limitBytes: number): Promise<HeldJson> => {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const { bytes, release } = await readHeldBody(request, limitBytes, () => tooLarge(limitBytes));
  return { parse: () => parseBody(bytes, limitBytes), release };
};

/**
 * @returns the parsed body; undefined without one
 * @throws AppError `invalid-value`, `too-large`, `upload-aborted`
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<unknown> => {
  const { parse, release } = await readHeldJson(request, limitBytes);
  release();
  return parse();
};

const refuseHalfCharacters = (key: string, value: unknown): unknown => {
  if (HALF_CHARACTER.test(key) || (typeof value === 'string' && HALF_CHARACTER.test(value)))
    throw new SyntaxError('half a character');
  return value;
};
