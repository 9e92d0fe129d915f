// `cuedeck logs`: what the daemons wrote into the journal.

import { PLAYER_UNIT } from '../../config/player-connection.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable } from '../format.ts';
import { outputOf, runHere } from '../subprocess.ts';

const UNITS = [PLAYER_UNIT, 'cuedeck-talkgroup.service'] as const;
const STANDARD_LINES = 50;
const LEVELS = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'] as const;

interface JournalLine {
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly unit: string;
  readonly level: string;
  readonly text: string;
}

const toText = (message: unknown): string =>
  typeof message === 'string' ? message : Array.isArray(message) ? Buffer.from(message).toString('utf8') : '';

/** Lines of `journalctl --output=json`; other lines are ignored. */
export const parseJournal = (output: string): readonly JournalLine[] =>
  output.split('\n').flatMap((line) => {
    try {
      const entry: Readonly<Record<string, unknown>> = JSON.parse(line);
      return [
        {
          at: new Date(Number(entry.__REALTIME_TIMESTAMP) / 1000).toISOString(),
          // systemd's own messages name the unit in UNIT.
          unit: String(entry.UNIT ?? entry._SYSTEMD_UNIT ?? '').replace(/\.service$/, ''),
          level: LEVELS[Number(entry.PRIORITY ?? 6)] ?? 'info',
          text: toPrintable(toText(entry.MESSAGE)),
        },
      ];
    } catch {
      return [];
    }
  });

const toArguments = (options: readonly string[]): readonly string[] => [
  '--no-pager',
  '--quiet',
  ...UNITS.flatMap((unit) => ['--unit', unit]),
  ...options,
];

/** @returns undefined without a journal */
const readJournal = async (...options: readonly string[]): Promise<readonly JournalLine[] | undefined> => {
  const output = await outputOf('journalctl', toArguments(['--output=json', ...options]));
  return output === undefined ? undefined : parseJournal(output);
};

/**
 * The last warnings and errors of the player.
 * @returns undefined without a journal, or when this user may not read it: every started daemon has entries
 */
export const readFaults = async (most: number): Promise<readonly JournalLine[] | undefined> => {
  const faults = await readJournal('--priority=warning', `--lines=${most}`, '--since=-7d');
  if (faults?.length !== 0 || process.getuid?.() === 0) return faults;
  return (await readJournal('--lines=1'))?.length === 0 ? undefined : faults;
};

const noJournal = (isUnit: boolean): CliError =>
  new CliError(
    EXIT.refused,
    isUnit
      ? 'The journal shows nothing of the player. Use sudo, or join the group systemd-journal.'
      : 'The player is no service of this machine, so the journal has nothing of it. Its log is where it was started.',
  );

const parseCount = (value: string | boolean | undefined): number => {
  if (value === undefined) return STANDARD_LINES;
  if (typeof value === 'string' && /^[0-9]{1,6}$/.test(value)) return Number(value);
  throw new CliError(EXIT.usage, `--lines ${JSON.stringify(value)} is invalid; allowed: a whole number up to 999999.`);
};

export const LOGS_COMMAND: Command = {
  name: 'logs',
  takes: [],
  options: [
    { name: 'lines', value: 'NUMBER', meaning: `number of lines (default ${STANDARD_LINES})` },
    { name: 'follow', meaning: 'follows the log until Ctrl-C' },
  ],
  meaning: 'shows the last log lines of both daemons',
  run: async ({ options, isJson, place }) => {
    const lines = `--lines=${parseCount(options.lines)}`;
    if (options.follow === true) {
      const output = isJson ? 'json' : 'short-iso';
      const exit = await runHere('journalctl', toArguments(['--follow', lines, `--output=${output}`]));
      if (exit !== 0 && exit !== 130) throw noJournal(place.isUnit);
      return undefined;
    }
    const entries = await readJournal(lines);
    if (entries === undefined || entries.length === 0) throw noJournal(place.isUnit);
    return {
      lines: entries.map(({ at, unit, level, text }) => `${at} ${unit} ${level === 'info' ? '' : `${level}: `}${text}`),
      json: entries,
    };
  },
};
