// Schemas of /api/v1: JSON schema and validation in one.
import { AppError } from '../base/errors.ts';
import { quote } from '../base/quote.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Schema<Value> {
  readonly schema: JsonSchema;
  /** Of shapes that the document lists under a name. */
  readonly named?: { readonly name: string; readonly definition: JsonSchema };
  /** Shapes inside this one. */
  readonly parts: readonly Schema<unknown>[];
  /**
   * @param name what the value is called in a refusal
   * @throws AppError `missing-parameter`, `invalid-value`
   */
  readonly parse: (value: unknown, name: string) => Value;
}

export type ValueOf<S> = S extends Schema<infer Value> ? Value : never;

type Schemas = Readonly<Record<string, Schema<unknown>>>;
// biome-ignore lint/complexity/noBannedTypes: an object type without any key
type ValuesOf<Needed extends Schemas, Extra extends Schemas = {}> = {
  readonly [Name in keyof Needed]: ValueOf<Needed[Name]>;
} & { readonly [Name in keyof Extra]?: ValueOf<Extra[Name]> };

const reject = (name: string, value: unknown, allowed: string): never => {
  if (value === undefined) throw new AppError('missing-parameter', `${name} is missing; allowed: ${allowed}.`);
  throw new AppError('invalid-value', `${name}=${quote(JSON.stringify(value))} is refused; allowed: ${allowed}.`);
};

const simple = <Value>(schema: JsonSchema, allowed: string, is: (value: unknown) => value is Value): Schema<Value> => ({
  schema,
  parts: [],
  parse: (value, name) => (is(value) ? value : reject(name, value, allowed)),
});

export const text = (longest = 1000): Schema<string> =>
  simple(
    { type: 'string', maxLength: longest },
    `a text of at most ${longest} characters`,
    (value): value is string => {
      return typeof value === 'string' && value.length <= longest;
    },
  );

export const flag: Schema<boolean> = simple(
  { type: 'boolean' },
  'true or false',
  (value) => typeof value === 'boolean',
);

/** @param range both ends are allowed */
export const number = (range: { readonly least?: number; readonly most?: number } = {}): Schema<number> => {
  const { least = -1e12, most = 1e12 } = range;
  const schema = {
    type: 'number',
    ...(range.least !== undefined && { minimum: least }),
    ...(range.most !== undefined && { maximum: most }),
  };
  return simple(schema, toAllowed('a number', range), (value): value is number => {
    return typeof value === 'number' && value >= least && value <= most;
  });
};

export const whole = (range: { readonly least?: number; readonly most?: number } = {}): Schema<number> => {
  const { schema, parse } = number(range);
  const allowed = toAllowed('a whole number', range);
  return {
    schema: { ...schema, type: 'integer' },
    parts: [],
    parse: (value, name) => (Number.isSafeInteger(value) ? parse(value, name) : reject(name, value, allowed)),
  };
};

const toAllowed = (what: string, { least, most }: { readonly least?: number; readonly most?: number }): string =>
  [what, least === undefined ? '' : ` from ${least}`, most === undefined ? '' : ` to ${most}`].join('');

export const oneOf = <Word extends string | number>(...words: readonly Word[]): Schema<Word> => ({
  schema: { enum: words },
  parts: [],
  parse: (value, name) => words.find((word) => word === value) ?? reject(name, value, words.join(', ')),
});

/** The value, or null for "none". */
export const orNull = <Value>(shape: Schema<Value>): Schema<Value | null> => ({
  schema: { anyOf: [shape.schema, { type: 'null' }] },
  parts: [shape],
  parse: (value, name) => (value === null ? null : shape.parse(value, name)),
});

export const list = <Value>(shape: Schema<Value>, longest = 100_000): Schema<readonly Value[]> => ({
  schema: { type: 'array', items: shape.schema },
  parts: [shape],
  parse: (value, name) =>
    Array.isArray(value) && value.length <= longest
      ? value.map((entry, index) => shape.parse(entry, `${name}[${index}]`))
      : reject(name, value, `a list of at most ${longest} entries`),
});

/** An object with any keys. */
export const record = <Value>(shape: Schema<Value>): Schema<Readonly<Record<string, Value>>> => ({
  schema: { type: 'object', additionalProperties: shape.schema },
  parts: [shape],
  parse: (value, name) =>
    Object.fromEntries(
      Object.entries(fieldsOf(value, name)).map(([key, entry]) => [key, shape.parse(entry, `${name}.${key}`)]),
    ),
});

const fieldsOf = (value: unknown, name: string): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : reject(name, value, 'an object');

/**
 * Keys that are not of the shape are refused, so that a misspelt one is no silent "leave it as it is".
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
    parse: (value, name) => {
      const fields = fieldsOf(value, name);
      const unknown = Object.keys(fields).find((key) => !names.includes(key));
      if (unknown !== undefined) {
        throw new AppError('invalid-value', `${quote(unknown)} is not known here; allowed: ${names.join(', ')}.`);
      }
      const entries = Object.entries(all)
        .filter(([key]) => key in needed || fields[key] !== undefined)
        .map(([key, shape]) => [key, shape.parse(fields[key], key)]);
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
