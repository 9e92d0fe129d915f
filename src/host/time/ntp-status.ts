// Parses the reports of chrony and systemd-timesyncd.
import type { ClockReading } from '../../deck/ports.ts';

/** Columns of `chronyc -c tracking` (chrony 4): see chronyc(1). */
const CHRONY = { stratum: 2, offset: 4, rms: 6, rootDelay: 10, rootDispersion: 11, leap: 13 } as const;

/**
 * @param report one line of `chronyc -c tracking`
 * @returns undefined when chrony follows no source
 */
export const readChrony = (report: string): ClockReading | undefined => {
  const fields = report.trim().split(',');
  const [stratum, offset, rootDelay, rootDispersion] = [
    CHRONY.stratum,
    CHRONY.offset,
    CHRONY.rootDelay,
    CHRONY.rootDispersion,
  ].map((column) => (fields[column] === undefined || fields[column] === '' ? Number.NaN : Number(fields[column])));
  if (stratum === undefined || offset === undefined || rootDelay === undefined || rootDispersion === undefined) return;
  // Stratum 0 is a clock that was never set.
  if (!(stratum > 0 && stratum < 16) || fields[CHRONY.leap] === 'Not synchronised') return;
  const uncertaintySeconds = rootDelay / 2 + rootDispersion;
  if (!Number.isFinite(offset + uncertaintySeconds)) return;
  // chronyc reports a slow clock as positive.
  return { source: 'chrony', offsetSeconds: offset === 0 ? 0 : -offset, uncertaintySeconds };
};

const UNIT_SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 };

/** Parses systemd's time spans to seconds: `1.5ms`, `-23us`, `1min 2.5s`. */
const parseSpan = (text: string): number => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(us|ms|s|min|h)\b/g)];
  if (parts.length === 0) return /^[+-]?0$/.test(text.trim()) ? 0 : Number.NaN;
  const sum = parts.reduce((total, [, number, unit = '']) => total + Number(number) * (UNIT_SECONDS[unit] ?? 0), 0);
  return text.trim().startsWith('-') ? -sum : sum;
};

/**
 * @param report output of `timedatectl timesync-status`
 * @returns undefined before its first answer from a server
 */
export const readTimesyncd = (report: string): ClockReading | undefined => {
  const line = (name: string): number => parseSpan(new RegExp(`^ *${name}: *([^(\\n]*)`, 'm').exec(report)?.[1] ?? '');
  const [rootDistance, offset, delay] = [line('Root distance'), line('Offset'), line('Delay')];
  const jitter = line('Jitter');
  // The offset is of the last poll; the kernel has been correcting it since, so it counts as unknown.
  const uncertaintySeconds = rootDistance + Math.abs(offset) + delay / 2 + (Number.isNaN(jitter) ? 0 : jitter);
  return Number.isFinite(uncertaintySeconds)
    ? { source: 'timesyncd', offsetSeconds: 0, uncertaintySeconds }
    : undefined;
};
