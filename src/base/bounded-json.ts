// Parses JSON from outside with bounded work: each value costs far more memory than the two bytes that it may be written in.

/** Deeper than any document of ours. */
const MAX_DEPTH = 32;
const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** JSON that asks for too much. */
export class TooHeavyError extends SyntaxError {}

/** Where the string that begins before `from` ends; the length of the text when it does not. */
const endOfString = (text: string, from: number): number => {
  for (let at = from; ; ) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH && end - 1 - backslashes >= from) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    at = end + 1;
  }
};

/** Counts lists, objects and commas outside of strings, which is at least the number of values less one. */
const check = (text: string, maxValues: number): void => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === COMMA) values += 1;
    else if (OPENING.includes(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.includes(code)) depth -= 1;
    if (depth > MAX_DEPTH) throw new TooHeavyError(`It is nested deeper than ${MAX_DEPTH} levels.`);
    if (values > maxValues) throw new TooHeavyError(`It has more than ${maxValues} values.`);
  }
};

/**
 * @param options.maxValues lists, objects and what is in them; default 50,000
 * @param options.reviver as of JSON.parse
 * @throws TooHeavyError when it has more values, or is nested deeper than 32 levels; SyntaxError when it is no JSON
 */
export const parseBoundedJson = (
  text: string,
  options: {
    readonly maxValues?: number;
    readonly reviver?: ((key: string, value: unknown) => unknown) | undefined;
  } = {},
): unknown => {
  check(text, options.maxValues ?? MAX_VALUES);
  return JSON.parse(text, options.reviver);
};
