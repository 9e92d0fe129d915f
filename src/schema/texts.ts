// Shapes of texts that mean something else: the words say what such a text may be, a parser says what it means.
import { AppError } from '../base/errors.ts';
import { REQUEST, type Schema } from './shape.ts';

/** Result for a text that is not allowed. */
export const MISFIT = Symbol('misfit');

export type TextParser<Value> = (text: string) => Value | typeof MISFIT;

const parseOrMisfit = <Value>(parse: TextParser<Value>, text: string): Value | typeof MISFIT => {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof AppError) return MISFIT;
    throw error;
  }
};

/**
 * @param allowed completes the sentence "allowed: …"
 * @param parse returns MISFIT, or throws an AppError, when the text is not allowed
 */
export const textForm = <Value>(allowed: string, parse: TextParser<Value>): Schema<Value> => ({
  schema: { type: 'string', description: allowed },
  parts: [],
  parse: (value, name, mode = REQUEST) => {
    const parsed = typeof value === 'string' ? parseOrMisfit(parse, value) : MISFIT;
    return parsed === MISFIT ? mode.reject({ name, value, type: 'other', allowed }) : parsed;
  },
});

/** Parsers for `textForm`: of texts as they are, of a word of a list, and with the empty text for "none". */
export const fitting =
  (fits: RegExp | ((text: string) => boolean)): TextParser<string> =>
  (text) =>
    (typeof fits === 'function' ? fits(text) : fits.test(text)) ? text : MISFIT;

export const wordOf =
  <const Word extends string | number>(words: readonly Word[]): TextParser<Word> =>
  (text) =>
    words.find((word) => String(word) === text) ?? MISFIT;

export const orNone =
  <Value>(parse: TextParser<Value>): TextParser<Value | undefined> =>
  (text) =>
    text === '' ? undefined : parse(text);
