// Reads what lies on disk or was sent by nobody knows whom: keys that are not known are ignored, and what does not fit is
// worded by whoever reads.
import { parseBoundedJson } from '../base/bounded-json.ts';
import { AppError } from '../base/errors.ts';
import { entries, mapped } from './composites.ts';
import { record } from './objects.ts';
import type { Mismatch, Mode, Schema, ValueOf } from './shape.ts';
import { anyValue } from './values.ts';

/** @param toError makes the error for an invalid value */
export const recordMode = (toError: (mismatch: Mismatch) => Error): Mode => ({
  ignoresUnknownKeys: true,
  reject: (mismatch) => {
    throw toError(mismatch);
  },
});

const IS_NOT: Readonly<Record<Exclude<Mismatch['type'], 'word' | 'other'>, string>> = {
  text: 'is not a text',
  flag: 'is neither true nor false',
  number: 'is not a number',
  whole: 'is not a whole number',
  list: 'is no list',
  object: 'is not an object',
};

/** The error text that follows a colon: `inSeconds is not a number`. */
export const toComplaint = ({ name, type, allowed, complaint }: Mismatch): string =>
  complaint ?? `${name} ${type === 'word' || type === 'other' ? `is none of ${allowed}` : IS_NOT[type]}`;

/** The mode of a kind of record: `the clip list is not of its form: inSeconds is not a number`. */
export const recordOf = (what: string): Mode =>
  recordMode((mismatch) => new AppError('invalid-value', `${what} is not of its form: ${toComplaint(mismatch)}`));

class Unfit extends Error {}

const UNTRUSTED = recordMode(() => new Unfit());

/** @returns undefined for an invalid value */
export const parseUntrusted = <Value>(shape: Schema<Value>, value: unknown): Value | undefined => {
  try {
    return shape.parse(value, '', UNTRUSTED);
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
};

/** A field that defaults when it is missing or invalid, independent of the others. */
export const otherwise = <Value, const Standard>(
  shape: Schema<Value>,
  standard: Standard,
): Schema<Value | Standard> => ({
  ...shape,
  parse: (value) => parseUntrusted(shape, value) ?? standard,
});

type Shapes = Readonly<Record<string, Schema<unknown>>>;
type Fitting<Given extends Shapes> = { readonly [Name in keyof Given]?: ValueOf<Given[Name]> };

/** An untrusted object: keeps its valid fields. */
export const fittingFields = <Given extends Shapes>(shapes: Given): Schema<Fitting<Given>> =>
  mapped(record(anyValue), (fields) => {
    const given = Object.entries(shapes).filter(([key]) => fields[key] !== undefined);
    const values = given.map(([key, shape]) => [key, parseUntrusted(shape, fields[key])] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Fitting<Given>;
  });

/** An untrusted list: keeps its valid entries. */
export const fittingEntries = <Value>(shape: Schema<Value>): Schema<readonly Value[]> =>
  mapped(
    entries(anyValue, (_index, name) => name),
    (values) =>
      values.flatMap((value) => {
        const entry = parseUntrusted(shape, value);
        return entry === undefined ? [] : [entry];
      }),
  );

/** Of a message; those of a broker and of a long clip list are the largest. */
const MAX_VALUES = 400_000;

/** @returns undefined for an invalid value, for invalid JSON, and for JSON that is too heavy */
export const parseMessage = <Value>(shape: Schema<Value>, payload: Buffer | string): Value | undefined => {
  try {
    return parseUntrusted(shape, parseBoundedJson(payload.toString(), { maxValues: MAX_VALUES }));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
