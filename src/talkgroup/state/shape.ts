// Validates untrusted JSON: state files and administration requests.
import { AppError } from '../../base/errors.ts';

export type RawFields = Readonly<Record<string, unknown>>;

const rejected = (what: string, allowed: string): AppError =>
  new AppError('invalid-value', `${what} is missing or not of its form; allowed: ${allowed}.`);

/** @throws AppError invalid-value */
export const parseShape = (value: unknown, what: string): RawFields => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as RawFields;
  throw rejected(what, 'an object');
};

/** @throws AppError invalid-value */
export const parseList = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw rejected(what, 'a list');
};

/** @throws AppError invalid-value */
export const parseString = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value;
  throw rejected(what, 'a text');
};

/** @throws AppError invalid-value */
export const parseCount = (value: unknown, what: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw rejected(what, 'a whole number');
};

/** @throws AppError invalid-value */
export const parseBoolean = (value: unknown, what: string): boolean => {
  if (typeof value === 'boolean') return value;
  throw rejected(what, 'true or false');
};

/** @throws AppError invalid-value */
export const parseOneOf = <Word extends string>(value: unknown, words: readonly Word[], what: string): Word => {
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  throw rejected(what, words.join(', '));
};
