// Reads the payload of a command: empty, a JSON object, or the plain value of the first parameter.
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { AppError } from '../../base/errors.ts';
import { quote, quoteValue } from '../../base/quote.ts';
import type { Schema } from '../../schema/schema.ts';
import { CommandError } from '../command-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field of a payload. */
export interface PayloadField {
  readonly name: string;
  readonly shape: Schema<unknown>;
  readonly isOptional: boolean;
  /** Completes "allowed: …", where the schema's text does not fit. */
  readonly allowed?: string;
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, on: true, false: false, 0: false, off: false };

/** Converts a text to the type of its schema; a text that cannot be converted stays, and the schema rejects it. */
const toValue = ({ schema }: Schema<unknown>, text: string): unknown => {
  if (schema.type === 'boolean') return FLAGS[text] ?? text;
  if (schema.type === 'integer') return /^-?[0-9]{1,9}$/.test(text) ? Number(text) : text;
  return schema.type === 'number' && /^-?[0-9]{1,12}(\.[0-9]{1,9})?$/.test(text) ? Number(text) : text;
};

const toAllowed = ({ name, shape, allowed }: PayloadField, words: string): string => {
  if (allowed !== undefined) return allowed;
  if (/^sec(ond)?s$/.test(name)) return 'seconds as a plain decimal number, such as 12 or 12.345';
  return shape.schema.type === 'boolean'
    ? 'true, false, 1, 0, on or off'
    : words.replace(/^a number/, 'a plain decimal number');
};

const parseField = (field: PayloadField, given: unknown): unknown => {
  const { name, shape } = field;
  const value = given === undefined || typeof given === 'object' ? given : toValue(shape, String(given));
  return shape.parse(value, name, {
    ignoresUnknownKeys: true,
    reject: (mismatch) => {
      const allowed = toAllowed(field, mismatch.allowed);
      if (given === undefined) throw new AppError('missing-parameter', `${name} is missing; allowed: ${allowed}.`);
      const isPlain = typeof given !== 'object' && (typeof given !== 'number' || Number.isFinite(given));
      const shown = isPlain ? quote(String(given)) : quoteValue(given);
      throw new AppError('invalid-value', `${name}=${shown} is refused; allowed: ${allowed}.`);
    },
  });
};

/**
 * Values of all given fields by name; unknown names are ignored.
 * @throws CommandError `malformed-request`; AppError `missing-parameter`, `invalid-value`
 */
export const parsePayload = (fields: readonly PayloadField[], payload: Buffer): Fields => {
  const given = toFields(fields, toText(payload));
  return Object.fromEntries(
    fields
      .map((field) => ({ field, value: given[field.name] ?? undefined }))
      .filter(({ field, value }) => !field.isOptional || value !== undefined)
      .map(({ field, value }) => [field.name, parseField(field, value)]),
  );
};

const toText = (payload: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(payload).trim();
  } catch {
    throw new CommandError('malformed-request', 'The payload is no UTF-8 text.');
  }
};

const toFields = ([first]: readonly PayloadField[], text: string): Fields => {
  if (text.startsWith('{')) {
    const fields = parseJson(text);
    if (fields !== undefined) return fields;
    throw new CommandError('malformed-request', `${quote(text)} is no JSON object.`);
  }
  return text === '' || first === undefined ? {} : { [first.name]: text };
};

const parseJson = (text: string): Fields | undefined => {
  try {
    const value = parseBoundedJson(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};
