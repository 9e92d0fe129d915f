// Parses parameter values; malformed ones are invalid.
import { CommandError } from './response-codes.ts';

const reject = (text: string, allowed: string): never => {
  throw new CommandError(102, `${JSON.stringify(text)} is refused; allowed is ${allowed}`);
};

/** @throws CommandError 102 */
export const parseFlag = (text: string): boolean => {
  const word = text.toLowerCase();
  return word === 'true' || (word === 'false' ? false : reject(text, 'true or false'));
};

/** @throws CommandError 102 */
export const parseWhole = (text: string): number =>
  /^\+?\d{1,9}$/.test(text) ? Number(text) : reject(text, 'a whole number');

/**
 * @param most the largest magnitude
 * @throws CommandError 102
 */
export const parseSigned = (text: string, most: number): number =>
  /^[+-]?\d{1,9}$/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : reject(text, `-${most} to ${most}`);

/**
 * One of a list, in the list's spelling.
 * @throws CommandError 102
 */
export const parseOneOf = <Word extends string>(text: string, words: readonly Word[]): Word =>
  words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? reject(text, words.join(', '));

/** A target: absolute, or relative forwards (+) or backwards (-). */
interface Target {
  readonly sign: '+' | '-' | '';
  readonly text: string;
}

export const toTarget = (text: string): Target => {
  const sign = text.startsWith('+') ? '+' : text.startsWith('-') ? '-' : '';
  return { sign, text: text.slice(sign.length).trim() };
};

/** Resolves a target relative to `here`. */
export const fromHere = ({ sign }: Target, here: number, distance: number): number =>
  sign === '' ? distance : sign === '+' ? here + distance : here - distance;
