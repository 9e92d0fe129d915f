// Values from outside, as error texts show them.
const MAX_LENGTH = 80;

const truncate = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** An outside text for a sentence: quoted, on one line, truncated. */
export const quote = (text: string): string => JSON.stringify(truncate(text));

/** JSON has no word for these: 1e999 is read as infinity, and written as null. */
const toWords = (value: unknown): unknown => {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return 'not a number';
  return value > 0 ? 'too large' : 'too small';
};

/** An outside value as JSON writes it: only a text has quotes. A number that is too large for one is `too large`. */
export const quoteValue = (value: unknown): string => {
  if (typeof value === 'string') return quote(value);
  const words = toWords(value);
  if (typeof words === 'string') return words;
  return truncate(JSON.stringify(value, (_key, entry) => toWords(entry)) ?? 'nothing');
};
