// The rows of /api/v1 about plays: what ran, who fired it, how it ended, which frames were lost.
import { AppError } from '../../base/errors.ts';
import { PLAY, type Play } from '../../deck/plays/play.ts';
import { list, named, object, orNull } from '../../schema/schema.ts';
import { send } from '../response.ts';
import { type ApiOperation, type Call, operation } from './operation.ts';
import { toPlaysCsv } from './plays-csv.ts';

const STANDARD_LIMIT = 100;
const MAX_LIMIT = 10_000;
const CSV = 'text/csv';

const PLAY_V1 = named('Play', PLAY);

const parseLimit = (text = String(STANDARD_LIMIT)): number => {
  const limit = Number(text);
  if (/^\d{1,6}$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new AppError('invalid-value', `limit=${text.slice(0, 40)} is refused; allowed: 1 to ${MAX_LIMIT}.`);
};

/** @returns seconds since 1970 */
const parseInstant = (name: 'since' | 'until', text: string): number => {
  const milliseconds = Date.parse(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(milliseconds)) return milliseconds / 1000;
  const allowed = 'an instant such as 2026-05-01T20:15:00Z, or a day such as 2026-05-01';
  throw new AppError('invalid-value', `${name}=${text.slice(0, 40)} is refused; allowed: ${allowed}.`);
};

const parseFormat = (text = 'json'): 'json' | 'csv' => {
  if (text === 'json' || text === 'csv') return text;
  throw new AppError('invalid-value', `format=${text.slice(0, 40)} is refused; allowed: json, csv.`);
};

const sendCsv = ({ request, response }: Call<unknown>, plays: readonly Play[]): void =>
  send(request, response, {
    status: 200,
    type: `${CSV}; charset=utf-8`,
    headers: { 'Content-Disposition': 'attachment; filename="plays.csv"' },
    body: [Buffer.from(toPlaysCsv(plays))],
  });

export const PLAY_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'listPlays',
    isLong: true,
    method: 'GET',
    path: '/plays',
    summary: 'Lists plays that have ended, newest first: clip, start and end, who fired it, how it ended, frames.',
    query: {
      since: 'only plays that began at or after this instant or day',
      until: 'only plays that began before this instant or day',
      limit: `at most so many, 1 to ${MAX_LIMIT}; ${STANDARD_LIMIT} by default`,
      format: '`csv` for a table, `json` by default',
    },
    shape: list(PLAY_V1),
    alsoSends: [CSV],
    run: async ({ plays }, call) => {
      const { since, until } = call.query;
      const limit = parseLimit(call.query.limit);
      const sinceSeconds = since === undefined ? 0 : parseInstant('since', since);
      const untilSeconds = until === undefined ? undefined : parseInstant('until', until);
      const isCsv = parseFormat(call.query.format) === 'csv';
      const found = await plays.read({ sinceSeconds, ...(untilSeconds !== undefined && { untilSeconds }), limit });
      if (isCsv) sendCsv(call, found);
      return found;
    },
  }),
  operation({
    id: 'getRunningPlay',
    method: 'GET',
    path: '/plays/running',
    summary: 'Reports the play that is on, with its frames so far; null while nothing plays.',
    shape: named('RunningPlay', object({ play: orNull(PLAY_V1) })),
    run: ({ plays }) => ({ play: plays.running() ?? null }),
  }),
];
