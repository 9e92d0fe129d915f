// What the page says of a play that has ended.
import type { components } from '../../client/api-types.ts';
import { toLength } from './format.ts';

type Play = components['schemas']['Play'];

const DOORS: Readonly<Record<Play['by']['door'], string>> = {
  http: 'over HTTP',
  page: 'from the page',
  hyperdeck: 'over HyperDeck',
  osc: 'over OSC',
  mqtt: 'over MQTT',
  cli: 'from the command line',
  follow: 'after the clip before it',
  'power-on': 'at power-on',
};

const ENDINGS: Readonly<Record<NonNullable<Play['ended']>, string>> = {
  end: 'ran to its end',
  stop: 'was stopped',
  'other-clip': 'was replaced',
  fault: 'broke off with a fault',
};

/** `over OSC, 10.0.0.7` */
export const toFiredText = ({ door, from }: Play['by']): string =>
  [DOORS[door] ?? door, from].filter(Boolean).join(', ');

export const toEndedText = ({ ended }: Play): string => (ended === null ? 'is on' : (ENDINGS[ended] ?? ended));

/** `250 frames, 3 dropped, 4 late` */
export const toFramesText = ({ framesDue, framesDropped, framesLate }: Play): string =>
  [
    `${framesDue} ${framesDue === 1 ? 'frame' : 'frames'}`,
    framesDropped > 0 && `${framesDropped} dropped`,
    framesLate > 0 && `${framesLate} late`,
    framesDropped + framesLate === 0 && framesDue > 0 && 'none dropped or late',
  ]
    .filter(Boolean)
    .join(', ');

/** How long it was on the output. */
export const toRanText = ({ startedAt, endedAt }: Play): string =>
  toLength(Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000));

/** @param day `2026-05-01`, in the time zone of the browser @returns undefined when it is none */
export const toDayRange = (day: string): { readonly since: string; readonly until: string } | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const at = (days: number): string => new Date(Number(year), Number(month) - 1, Number(date) + days).toISOString();
  return { since: at(0), until: at(1) };
};
