// Shapes made of other shapes: lists, and values that may be absent, have a check or words of their own.
import { type Mismatch, REQUEST, type Schema, type ValueOf } from './shape.ts';

/** The value, or null for "none". */
export const orNull = <Value>(shape: Schema<Value>): Schema<Value | null> => ({
  schema: { anyOf: [shape.schema, { type: 'null' }] },
  parts: [shape],
  parse: (value, name, mode) => (value === null ? null : shape.parse(value, name, mode)),
});

/** A field that defaults when absent, as in records from before the field existed. */
export const withDefault = <Value, const Standard>(
  shape: Schema<Value>,
  standard: Standard,
): Schema<Value | Standard> => ({
  ...shape,
  parse: (value, name, mode) => (value === undefined ? standard : shape.parse(value, name, mode)),
});

/**
 * The same schema with its own error text for records.
 * @param complaint error of the value itself; nested errors keep their own
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
 * The same schema with a further check.
 * @param complaintOf the error of an otherwise valid value; undefined for none
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

/** The same schema with its value converted. */
export const mapped = <Value, Other>(shape: Schema<Value>, toOther: (value: Value) => Other): Schema<Other> => ({
  ...shape,
  parse: (value, name, mode) => toOther(shape.parse(value, name, mode)),
});

export const list = <Value>(shape: Schema<Value>, longest = 100_000): Schema<readonly Value[]> =>
  listOf(shape, longest, (index, name) => `${name}[${index}]`);

/** A list of any length in a record. @param entryName name of an entry in errors */
export const entries = <Value>(
  shape: Schema<Value>,
  entryName: string | ((index: number, name: string) => string),
): Schema<readonly Value[]> =>
  listOf(shape, Number.MAX_SAFE_INTEGER, typeof entryName === 'string' ? () => entryName : entryName);

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

/** A tuple in a record; further entries are dropped. */
export const tuple = <const Given extends Places>(...places: Given): Schema<TupleOf<Given>> => ({
  schema: { type: 'array', prefixItems: places.map(([, { schema }]) => schema) },
  parts: places.map(([, shape]) => shape),
  parse: (value, name, mode = REQUEST) =>
    Array.isArray(value)
      ? (places.map(([place, shape], index) => shape.parse(value[index], place, mode)) as TupleOf<Given>)
      : mode.reject({ name, value, type: 'list', allowed: 'a list' }),
});

/** Adds the schema to the document under a name. */
export const named = <Value>(name: string, shape: Schema<Value>): Schema<Value> => ({
  ...shape,
  schema: { $ref: `#/components/schemas/${name}` },
  named: { name, definition: shape.schema },
});
