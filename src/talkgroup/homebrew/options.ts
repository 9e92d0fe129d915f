// RPTO: the option text of a peer, as far as it names static talkgroups.
import { MAX_TALKGROUP } from '../registry/talkgroup-number.ts';
import type { Timeslot } from '../timeslot.ts';

const MAX_TALKGROUPS = 50;
/** The longest in use are 300. */
export const MAX_OPTIONS_BYTES = 1024;

/** Keys in upper case. Clients pad with NUL and leave quotes around the whole or around values. */
export const toOptions = (text: Buffer): ReadonlyMap<string, string> =>
  new Map(
    text
      .toString('latin1')
      .replace(/["'\0 ]/g, '')
      .split(';')
      .filter((part) => part.includes('='))
      .map((part) => {
        const split = part.indexOf('=');
        return [part.slice(0, split).toUpperCase(), part.slice(split + 1)];
      }),
  );

// Ranges, translations and `*`, which some masters allow, are ignored.
const toTalkgroups = (value: string): readonly number[] =>
  value
    .split(',')
    .filter((word) => /^[0-9]{1,8}$/.test(word))
    .map(Number)
    .filter((number) => number >= 1 && number <= MAX_TALKGROUP);

/**
 * The requested talkgroups of a timeslot (`TS2=91,92` or `TS2_1=91;TS2_2=92`); at most 50.
 * Undefined when no key is for the timeslot: earlier requests then stay.
 */
export const toStaticTalkgroups = (
  options: ReadonlyMap<string, string>,
  timeslot: Timeslot,
): readonly number[] | undefined => {
  const key = new RegExp(`^TS${timeslot}(?:_[1-9])?$`);
  const values = [...options].filter(([name]) => key.test(name)).map(([, value]) => value);
  if (values.length === 0) return undefined;
  return [...new Set(values.flatMap(toTalkgroups))].slice(0, MAX_TALKGROUPS);
};
