// Talkgroup numbers: their form, their range, and the ones that are services of the master.
import { AppError } from '../../base/errors.ts';

export const MAX_TALKGROUP = 16_777_215;

/** Drops the dynamic talkgroups of the timeslot it is called on. */
export const UNLINK = 4000;
const STATUS_QUERY = 5000;
/** Plays back what it received. */
export const PARROT = 9990;
/** By convention a hotspot's own, not carried between hotspots. */
export const LOCAL = 9;

const SERVICE_NAMES: Readonly<Record<number, string>> = {
  [UNLINK]: 'Unlink',
  [STATUS_QUERY]: 'Status query',
  [PARROT]: 'Parrot',
};

/** Name of a number that is not in the catalogue. */
export const toPlainName = (number: number): string => SERVICE_NAMES[number] ?? `TG ${number}`;

const isAnnouncement = (number: number): boolean => number > PARROT && number <= 9999;

/** Numbers that command the master: never forwarded, never subscribed, never listed. */
export const isServiceNumber = (number: number): boolean =>
  number === UNLINK || number === STATUS_QUERY || number === PARROT || isAnnouncement(number);

/**
 * @param text decimal digits, 1 to 16777215
 * @throws AppError invalid-value
 */
export const parseTalkgroupNumber = (text: string): number => {
  const number = /^[0-9]{1,8}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_TALKGROUP) return number;
  throw new AppError(
    'invalid-value',
    `${JSON.stringify(text)} is no talkgroup; allowed: digits, 1 to ${MAX_TALKGROUP}.`,
  );
};
