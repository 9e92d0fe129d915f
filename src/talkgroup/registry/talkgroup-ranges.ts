// Which talkgroups a peer may use: all, or a list of numbers and ranges.
import { AppError } from '../../base/errors.ts';
import { parseTalkgroupNumber } from './talkgroup-number.ts';

type TalkgroupRange = readonly [first: number, last: number];
/** `undefined` allows every talkgroup of the catalogue. */
export type Allowed = readonly TalkgroupRange[] | undefined;

const MAX_RANGES = 500;

export const isAllowed = (allowed: Allowed, talkgroup: number): boolean =>
  allowed === undefined || allowed.some(([first, last]) => talkgroup >= first && talkgroup <= last);

/**
 * @param text `all`, or numbers and ranges separated by commas: `91,262,2620-2629`
 * @throws AppError invalid-value
 */
export const parseAllowed = (text: string): Allowed => {
  if (text === 'all') return undefined;
  const words = text.split(',').map((word) => word.trim());
  if (words.length > MAX_RANGES)
    throw new AppError('invalid-value', `${words.length} entries are too many; allowed: up to ${MAX_RANGES}.`);
  return words.map((word) => {
    const [from = '', to = from, ...more] = word.split('-').map((part) => part.trim());
    const range = [parseTalkgroupNumber(from), parseTalkgroupNumber(to)] as const;
    if (more.length > 0 || range[0] > range[1])
      throw new AppError('invalid-value', `${JSON.stringify(word)} is no range; allowed: NUMBER or NUMBER-NUMBER.`);
    return range;
  });
};

export const toAllowedText = (allowed: Allowed): string =>
  allowed === undefined
    ? 'all'
    : allowed.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
