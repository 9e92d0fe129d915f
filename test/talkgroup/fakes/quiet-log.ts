// A log that keeps its lines to itself.
import type { Log, LogLevel, LogLine } from '../../../src/log.ts';

export const createQuietLog = (): Log => {
  const lines: LogLine[] = [];
  const keep = (level: LogLevel) => (text: string) => {
    lines.push({ at: new Date(), level, text });
  };
  return {
    error: keep('error'),
    warning: keep('warning'),
    info: keep('info'),
    debug: keep('debug'),
    recent: () => lines,
  };
};
