// Reads the JSON body of a REST request and the values in it.
import type { IncomingMessage } from 'node:http';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { quoteValue } from '../../base/quote.ts';
import { readBody } from '../../net/request-body.ts';
import { anyValue, checked, number, record, recordMode, type Schema, type ValueOf } from '../../schema/schema.ts';
import { RestError } from './rest-failure.ts';

const MAX_BODY_BYTES = 256 * 1024;

const FIELDS = record(anyValue);
export type Fields = ValueOf<typeof FIELDS>;

const invalid = (message: string): RestError => new RestError(400, 'invalid-value', message);

/**
 * An empty body is an empty object.
 * @throws RestError 400, 413; AppError `upload-aborted`
 */
export const readFields = async (request: IncomingMessage): Promise<Fields> => {
  const body = await readBody(
    request,
    MAX_BODY_BYTES,
    () => new RestError(413, 'too-large', `The body is too long; allowed: ${MAX_BODY_BYTES} bytes.`),
  );
  const text = body.toString('utf8').trim();
  if (text === '') return {};
  return parseFields(FIELDS, parse(text));
};

const parse = (text: string): unknown => {
  try {
    return parseBoundedJson(text);
  } catch {
    throw invalid('The body is not JSON; allowed: a JSON object.');
  }
};

/** How request bodies are read; unknown keys are ignored, as real devices do. */
const REST = recordMode(({ name, value, type, allowed }) => {
  if (value === undefined) return new RestError(400, 'missing-parameter', `${name} is missing.`);
  if (type === 'object') return invalid('A JSON object is needed.');
  const plain = type === 'text' ? 'a text' : allowed.replace(/^a number from /, '');
  return invalid(`${name}=${quoteValue(value)} is refused; allowed: ${plain}.`);
});

/** @throws RestError 400 */
export const parseField = <Value>(fields: Fields, name: string, shape: Schema<Value>): Value =>
  shape.parse(fields[name], name, REST);

/** @throws RestError 400 */
export const parseFields = <Value>(shape: Schema<Value>, value: unknown): Value => shape.parse(value, 'body', REST);

/** A frame, an index, or the number of a clip. */
export const INDEX = checked(number({ least: 0, most: 0x7fffffff }), (value) =>
  Number.isInteger(value) ? undefined : 'a whole number',
);
