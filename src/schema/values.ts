// Shapes of single values: texts, flags, numbers and words of a list.
import { type JsonSchema, type Mismatch, REQUEST, type Schema } from './shape.ts';

const simple = <Value>(
  schema: JsonSchema,
  { type, allowed }: Pick<Mismatch, 'type' | 'allowed'>,
  is: (value: unknown) => value is Value,
): Schema<Value> => ({
  schema,
  parts: [],
  parse: (value, name, mode = REQUEST) => (is(value) ? value : mode.reject({ name, value, type, allowed })),
});

/** @param longest in UTF-16 units, as `shortest` */
export const text = (longest = 1000, shortest = 0): Schema<string> =>
  simple(
    { type: 'string', ...(shortest > 0 && { minLength: shortest }), maxLength: longest },
    { type: 'text', allowed: `a text of at most ${longest} characters` },
    (value): value is string => typeof value === 'string' && value.length >= shortest && value.length <= longest,
  );

/** Any value, to be validated elsewhere. */
export const anyValue: Schema<unknown> = { schema: {}, parts: [], parse: (value) => value };

/** The same, but required. */
export const someValue: Schema<unknown> = simple(
  {},
  { type: 'other', allowed: 'any value' },
  (value): value is unknown => value !== undefined,
);

/** In records: a text of any length, and one that is not empty. */
export const anyText = text(Number.MAX_SAFE_INTEGER);
export const filledText = text(Number.MAX_SAFE_INTEGER, 1);

export const flag: Schema<boolean> = simple(
  { type: 'boolean' },
  { type: 'flag', allowed: 'true or false' },
  (value) => typeof value === 'boolean',
);

/** Both ends are included. */
interface Range {
  readonly least?: number;
  readonly most?: number;
}

const isWithin = (value: unknown, { least = -1e12, most = 1e12 }: Range): value is number =>
  typeof value === 'number' && value >= least && value <= most;

const toJsonSchema = (type: 'number' | 'integer', { least, most }: Range): JsonSchema => ({
  type,
  ...(least !== undefined && { minimum: least }),
  ...(most !== undefined && { maximum: most }),
});

const toAllowed = (what: string, { least, most }: Range): string =>
  [what, least === undefined ? '' : ` from ${least}`, most === undefined ? '' : ` to ${most}`].join('');

export const number = (range: Range = {}): Schema<number> =>
  simple(toJsonSchema('number', range), { type: 'number', allowed: toAllowed('a number', range) }, (value) =>
    isWithin(value, range),
  );

export const percent = number({ least: 0, most: 100 });

export const whole = (range: Range = {}): Schema<number> =>
  simple(
    toJsonSchema('integer', range),
    { type: 'whole', allowed: toAllowed('a whole number', range) },
    (value): value is number => Number.isSafeInteger(value) && isWithin(value, range),
  );

/** In records: any finite number, one from 0, and a whole one from 0. */
export const anyNumber = number({ least: -Number.MAX_VALUE, most: Number.MAX_VALUE });
export const amount = number({ least: 0, most: Number.MAX_VALUE });
export const count = whole({ least: 0, most: Number.MAX_SAFE_INTEGER });

export const oneOf = <Word extends string | number | boolean>(...words: readonly Word[]): Schema<Word> =>
  simple({ enum: words }, { type: 'word', allowed: words.join(', ') }, (value): value is Word =>
    words.some((word) => word === value),
  );
