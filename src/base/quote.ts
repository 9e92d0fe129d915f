// Values from outside, as error texts show them.
const MAX_LENGTH = 80;

/** A value from outside as it stands in a sentence: quoted, on one line, cut when it is long. */
export const quote = (value: string): string =>
  JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value);
