// Reads the JSON body of a REST request and the values in it.
import type { IncomingMessage } from 'node:http';
import { RestError } from './rest-failure.ts';

const MAX_BODY_BYTES = 256 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

const invalid = (message: string): RestError => new RestError(400, 'invalid-value', message);

/**
 * An empty body is an empty object.
 * @throws RestError 400, 413
 */
export const readFields = async (request: IncomingMessage): Promise<Fields> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES)
      throw new RestError(413, 'too-large', `The body is too long; allowed: ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text === '') return {};
  return toFields(parse(text));
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON; allowed: a JSON object.');
  }
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws RestError 400 */
export const toFields = (value: unknown): Fields => {
  if (isFields(value)) return value;
  throw invalid('A JSON object is needed.');
};

const reject = (name: string, value: unknown, allowed: string): never => {
  const text = JSON.stringify(value) ?? 'nothing';
  throw invalid(`${name}=${text.slice(0, 80)} is refused; allowed: ${allowed}.`);
};

/** @throws RestError 400 */
export const flagIn = (fields: Fields, name: string): boolean | undefined => {
  const value = fields[name];
  return value === undefined || typeof value === 'boolean' ? value : reject(name, value, 'true or false');
};

/** @throws RestError 400 */
export const numberIn = (fields: Fields, name: string, least: number, most: number): number | undefined => {
  const value = fields[name];
  if (value === undefined) return undefined;
  const isFine = typeof value === 'number' && value >= least && value <= most;
  return isFine ? value : reject(name, value, `${least} to ${most}`);
};

const MAX_INTEGER = 0x7fffffff;

/** A frame, an index, or the number of a clip. */
export const wholeIn = (fields: Fields, name: string): number | undefined => {
  const value = numberIn(fields, name, 0, MAX_INTEGER);
  return value === undefined || Number.isInteger(value) ? value : reject(name, value, 'a whole number');
};

/** @throws RestError 400 */
export const wordIn = <Word extends string>(fields: Fields, name: string, words: readonly Word[]): Word | undefined => {
  const value = fields[name];
  if (value === undefined) return undefined;
  return words.find((word) => word === value) ?? reject(name, value, words.join(', '));
};

/** @throws RestError 400 */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return value === undefined || typeof value === 'string' ? value : reject(name, value, 'a text');
};

/** @throws RestError 400 */
export const needed = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw new RestError(400, 'missing-parameter', `${name} is missing.`);
  return value;
};
