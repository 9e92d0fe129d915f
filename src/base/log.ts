// Writes the log: one line per event, with journal priorities under systemd.
import { toOneLine } from './one-line.ts';

/** Most urgent first. */
export const LOG_LEVELS = ['error', 'warning', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  readonly at: Date;
  readonly level: LogLevel;
  readonly text: string;
}

export interface Log {
  error(text: string): void;
  warning(text: string): void;
  info(text: string): void;
  debug(text: string): void;
  /** The last lines, oldest first. */
  recent(): readonly LogLine[];
}

const SYSLOG_PRIORITY: Record<LogLevel, number> = { error: 3, warning: 4, info: 6, debug: 7 };
const MAX_LINES = 500;
const MAX_LINE_LENGTH = 2000;

const ignore = (): void => undefined;

/** A log that has lost its reader, as by a crash of the journal, must not end who writes it. */
const outliveReaders = (): void => {
  for (const output of [process.stdout, process.stderr])
    if (!output.listeners('error').includes(ignore)) output.on('error', ignore);
};

/**
 * @param options.journal mark each line with its syslog priority (`<6>…`), as systemd's journal understands it
 * @param options.level lines that are less urgent are left out
 */
export const createLog = (options: { readonly journal: boolean; readonly level: LogLevel }): Log => {
  outliveReaders();
  const kept: LogLine[] = [];
  const isWritten = (level: LogLevel): boolean => LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(options.level);
  const write = (level: LogLevel) => (raw: string) => {
    if (!isWritten(level)) return;
    // A file or host name in a message must not be able to forge a second log line.
    const text = toOneLine(raw).slice(0, MAX_LINE_LENGTH);
    kept.push({ at: new Date(), level, text });
    if (kept.length > MAX_LINES) kept.shift();
    const line = options.journal ? `<${SYSLOG_PRIORITY[level]}>${text}` : text;
    if (level === 'error' || level === 'warning') console.error(line);
    else console.log(line);
  };
  return {
    error: write('error'),
    warning: write('warning'),
    info: write('info'),
    debug: write('debug'),
    recent: () => [...kept],
  };
};
