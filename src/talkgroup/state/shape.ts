// Reads JSON whose shape nobody vouches for: the own state files after a power cut, requests on the administration socket.
import { DeckError } from '../../base/errors.ts';

export type Shape = Readonly<Record<string, unknown>>;

const refused = (what: string, allowed: string): DeckError =>
  new DeckError('invalid-value', `${what} is missing or not of its form; allowed: ${allowed}.`);

/** @throws DeckError invalid-value */
export const parseShape = (value: unknown, what: string): Shape => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Shape;
  throw refused(what, 'an object');
};

/** @throws DeckError invalid-value */
export const parseList = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw refused(what, 'a list');
};

/** @throws DeckError invalid-value */
export const parseString = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value;
  throw refused(what, 'a text');
};

/** @throws DeckError invalid-value */
export const parseCount = (value: unknown, what: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refused(what, 'a whole number');
};

/** @throws DeckError invalid-value */
export const parseBoolean = (value: unknown, what: string): boolean => {
  if (typeof value === 'boolean') return value;
  throw refused(what, 'true or false');
};

/** @throws DeckError invalid-value */
export const parseOneOf = <Word extends string>(value: unknown, words: readonly Word[], what: string): Word => {
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  throw refused(what, words.join(', '));
};
