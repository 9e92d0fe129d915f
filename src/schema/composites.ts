// Shapes made of other shapes: lists, objects, and values that may be absent.
import { AppError } from '../base/errors.ts';
import { quote } from '../base/quote.ts';
import { type Mismatch, type Mode, REQUEST, type Schema, type ValueOf } from './shape.ts';

type Schemas = Readonly<Record<string, Schema<unknown>>>;
// biome-ignore lint/complexity/noBannedTypes: an object type without any key
export type ValuesOf<Needed extends Schemas, Extra extends Schemas = {}> = {
  readonly [Name in keyof Needed]: ValueOf<Needed[Name]>;
} & { readonly [Name in keyof Extra]?: ValueOf<Extra[Name]> };

/** The value, or null for "none". */
export const orNull = <Value>(shape: Schema<Value>): Schema<Value | null> => ({
  schema: { anyOf: [shape.schema, { type: 'null' }] },
  parts: [shape],
  parse: (value, name, mode) => (value === null ? null : shape.parse(value, name, mode)),
});

/** A field that may be absent and then has its standard, as in records from before there was the field. */
export const withDefault = <Value, const Standard>(
  shape: Schema<Value>,
  standard: Standard,
): Schema<Value | Standard> => ({
  ...shape,
  parse: (value, name, mode) => (value === undefined ? standard : shape.parse(value, name, mode)),
});

/**
 * The same shape, with words of its own for an error about a record.
 * @param complaint of the value itself; what does not fit inside it has its own
 */
export const worded = <Value>(
  shape: Schema<Value>,
  complaint: string | ((value: unknown) => string),
): Schema<Value> => ({
  ...shape,
  parse: (value, name, mode = REQUEST) => {
    const toOwn = (mismatch: Mismatch): Mismatch =>
      mismatch.value === value
        ? { complaint: typeof complaint === 'string' ? complaint : complaint(value), ...mismatch }
        : mismatch;
    return shape.parse(value, name, { ...mode, reject: (mismatch) => mode.reject(toOwn(mismatch)) });
  },
});

/**
 * The same shape with a check of its own.
 * @param complaintOf what is wrong with a value that fits otherwise; undefined for nothing
 */
export const checked = <Value>(
  shape: Schema<Value>,
  complaintOf: (value: Value) => string | undefined,
): Schema<Value> => ({
  ...shape,
  parse: (value, name, mode = REQUEST) => {
    const parsed = shape.parse(value, name, mode);
    const complaint = complaintOf(parsed);
    return complaint === undefined
      ? parsed
      : mode.reject({ name, value, type: 'other', allowed: complaint, complaint });
  },
});

/** The same shape, its value in another form. */
export const mapped = <Value, Other>(shape: Schema<Value>, toOther: (value: Value) => Other): Schema<Other> => ({
  ...shape,
  parse: (value, name, mode) => toOther(shape.parse(value, name, mode)),
});

export const list = <Value>(shape: Schema<Value>, longest = 100_000): Schema<readonly Value[]> =>
  listOf(shape, longest, (index, name) => `${name}[${index}]`);

/** A list of a record, as long as it may be. @param entryName what an entry is called in an error */
export const entries = <Value>(
  shape: Schema<Value>,
  entryName: (index: number, name: string) => string,
): Schema<readonly Value[]> => listOf(shape, Number.MAX_SAFE_INTEGER, entryName);

const listOf = <Value>(
  shape: Schema<Value>,
  longest: number,
  entryName: (index: number, name: string) => string,
): Schema<readonly Value[]> => ({
  schema: { type: 'array', items: shape.schema },
  parts: [shape],
  parse: (value, name, mode = REQUEST) =>
    Array.isArray(value) && value.length <= longest
      ? value.map((entry, index) => shape.parse(entry, entryName(index, name), mode))
      : mode.reject({ name, value, type: 'list', allowed: `a list of at most ${longest} entries` }),
});

type Places = readonly (readonly [name: string, shape: Schema<unknown>])[];
type TupleOf<Given extends Places> = { readonly [Index in keyof Given]: ValueOf<Given[Index][1]> };

/** A list of a record whose places mean something each; what is behind them is left out. */
export const tuple = <const Given extends Places>(...places: Given): Schema<TupleOf<Given>> => ({
  schema: { type: 'array', prefixItems: places.map(([, { schema }]) => schema) },
  parts: places.map(([, shape]) => shape),
  parse: (value, name, mode = REQUEST) =>
    Array.isArray(value)
      ? (places.map(([place, shape], index) => shape.parse(value[index], place, mode)) as TupleOf<Given>)
      : mode.reject({ name, value, type: 'list', allowed: 'a list' }),
});

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown, name: string, mode: Mode): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : mode.reject({ name, value, type: 'object', allowed: 'an object' });

/** An object with any keys. */
export const record = <Value>(shape: Schema<Value>): Schema<Readonly<Record<string, Value>>> => ({
  schema: { type: 'object', additionalProperties: shape.schema },
  parts: [shape],
  parse: (value, name, mode = REQUEST) =>
    Object.fromEntries(
      Object.entries(fieldsOf(value, name, mode)).map(([key, entry]) => [
        key,
        shape.parse(entry, `${name}.${key}`, mode),
      ]),
    ),
});

/**
 * The fields of the shape; whether others are refused or left out is the mode's.
 * @param extra keys that may be absent
 */
// biome-ignore lint/complexity/noBannedTypes: an object type without any key
export const object = <Needed extends Schemas, Extra extends Schemas = {}>(
  needed: Needed,
  extra?: Extra,
): Schema<ValuesOf<Needed, Extra>> => {
  const all: Schemas = { ...needed, ...extra };
  const names = Object.keys(all);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, schema])),
      ...(Object.keys(needed).length > 0 && { required: Object.keys(needed) }),
      additionalProperties: false,
    },
    parts: Object.values(all),
    parse: (value, name, mode = REQUEST) => {
      const fields = fieldsOf(value, name, mode);
      const unknown = mode.ignoresUnknownKeys ? undefined : Object.keys(fields).find((key) => !names.includes(key));
      if (unknown !== undefined) {
        throw new AppError('invalid-value', `${quote(unknown)} is not known here; allowed: ${names.join(', ')}.`);
      }
      const entries = Object.entries(all)
        .filter(([key]) => key in needed || fields[key] !== undefined)
        .map(([key, shape]) => [key, shape.parse(fields[key], key, mode)]);
      return Object.fromEntries(entries) as ValuesOf<Needed, Extra>;
    },
  };
};

/** Under a name of its own in the document. */
export const named = <Value>(name: string, shape: Schema<Value>): Schema<Value> => ({
  ...shape,
  schema: { $ref: `#/components/schemas/${name}` },
  named: { name, definition: shape.schema },
});
