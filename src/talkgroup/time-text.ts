// Points in time as people read them.

/** `2026-01-31 17:05:09 UTC` from seconds since 1970. */
export const toTimeText = (at: number): string =>
  `${new Date(Math.floor(at) * 1000).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `3 minutes` from 190 seconds: the largest unit that is not below one. */
export const toLengthText = (seconds: number): string => {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
};
