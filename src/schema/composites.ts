// Shapes made of other shapes: lists, and values that may be absent, have a check or words of their own.
import { type Mismatch, REQUEST, type Schema, type ValueOf } from './shape.ts';

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

/** A list of a record whose places mean something each; what is behind them is left out. */
export const tuple = <const Given extends Places>(...places: Given): Schema<TupleOf<Given>> => ({
  schema: { type: 'array', prefixItems: places.map(([, { schema }]) => schema) },
  parts: places.map(([, shape]) => shape),
  parse: (value, name, mode = REQUEST) =>
    Array.isArray(value)
      ? (places.map(([place, shape], index) => shape.parse(value[index], place, mode)) as TupleOf<Given>)
      : mode.reject({ name, value, type: 'list', allowed: 'a list' }),
});

/** Under a name of its own in the document. */
export const named = <Value>(name: string, shape: Schema<Value>): Schema<Value> => ({
  ...shape,
  schema: { $ref: `#/components/schemas/${name}` },
  named: { name, definition: shape.schema },
});
