import type { Log, LogLevel, LogLine } from '../../src/base/log.ts';

/** Keeps what was logged instead of printing it. */
export const createRecordingLog = (): Log & { readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const write = (level: LogLevel) => (text: string) => {
    lines.push({ at: new Date(), level, text });
  };
  return {
    lines,
    error: write('error'),
    warning: write('warning'),
    info: write('info'),
    debug: write('debug'),
    recent: () => lines,
  };
};
