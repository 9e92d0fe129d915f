// Values from outside, as error texts show them.
const MAX_LENGTH = 80;

const truncate = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** An outside text for a sentence: quoted, on one line, truncated. */
export const quote = (text: string): string => JSON.stringify(truncate(text));

/** An outside value as JSON writes it: only a text has quotes. */
export const quoteValue = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : truncate(JSON.stringify(value) ?? 'nothing');
