// Values from outside, as error texts show them.
const MAX_LENGTH = 80;

/** An outside value for a sentence: quoted, on one line, truncated. */
export const quote = (value: string): string =>
  JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value);
