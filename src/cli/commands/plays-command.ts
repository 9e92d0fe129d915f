// `cuedeck plays`: what played, who fired it, how it ended and which frames were lost.
import type { components } from '../../client/api-types.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toTable } from '../format.ts';

type Play = components['schemas']['Play'];

const STANDARD_PLAYS = 20;
const HEAD = ['started', 'seconds', 'clip', 'by', 'ended', 'due', 'dropped', 'late'];

const toRow = (play: Play): readonly string[] => [
  play.startedAt,
  ((Date.parse(play.endedAt) - Date.parse(play.startedAt)) / 1000).toFixed(1),
  play.clip,
  `${play.by.door} ${play.by.from}`.trim(),
  play.ended ?? 'plays',
  `${play.framesDue}`,
  `${play.framesDropped}`,
  `${play.framesLate}`,
];

const parseLines = (value: string | boolean | undefined): string => {
  if (value === undefined) return String(STANDARD_PLAYS);
  if (typeof value === 'string' && /^[1-9][0-9]{0,3}$|^10000$/.test(value)) return value;
  throw new CliError(EXIT.usage, `--lines ${JSON.stringify(value)} is invalid; allowed: 1 to 10000.`);
};

export const PLAYS_COMMAND: Command = {
  name: 'plays',
  takes: [],
  options: [
    { name: 'lines', value: 'NUMBER', meaning: `number of plays (default ${STANDARD_PLAYS})` },
    { name: 'since', value: 'INSTANT', meaning: 'only plays that began then or later, such as 2026-05-01' },
  ],
  meaning: 'lists what played, newest first: who fired it, how it ended, lost frames',
  run: async ({ api, options }) => {
    const { since } = options;
    const query = { limit: parseLines(options.lines), ...(typeof since === 'string' && { since }) };
    const [{ play: running }, ended] = await Promise.all([
      api.call('get', '/plays/running'),
      api.call('get', '/plays', { query }),
    ]);
    const plays = running === null ? ended : [running, ...ended];
    const lines = plays.length === 0 ? ['Nothing has played.'] : toTable([HEAD, ...plays.map(toRow)]);
    return { lines, json: plays };
  },
};
