// The shape of an instant, which many players can start a clip at together.
import { REQUEST, type Schema } from '../schema/shape.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const DECIMAL = /^\d{1,12}(\.\d{1,9})?$/;

/** Seconds since 1970. */
const toSeconds = (value: unknown): number => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  if (DECIMAL.test(value)) return Number(value);
  return ISO.test(value) ? Date.parse(value) / 1000 : Number.NaN;
};

export const INSTANT: Schema<number> = {
  schema: { type: ['string', 'number'], format: 'date-time' },
  parts: [],
  parse: (value, name, mode = REQUEST) => {
    const seconds = toSeconds(value);
    if (seconds >= 0 && seconds < 1e12) return seconds;
    const allowed = 'a time of day with its zone, such as 2026-05-01T20:15:00.500Z, or seconds since 1970';
    return mode.reject({ name, value, type: 'other', allowed });
  },
};
