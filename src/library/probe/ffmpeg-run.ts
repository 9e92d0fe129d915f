// What every run of ffmpeg has in common: its limits, what it may open, and why it failed.
import type { ChildProcess } from '../../base/child-process.ts';
import { ALLOWED_DEMUXERS } from '../containers/media-formats.ts';
import { MAX_PIXELS } from './frame-limits.ts';
import {
  isOutOfMemory,
  NO_SUCH_PROGRAM,
  notRun,
  type ProgramLimits,
  startLimited,
  toLack,
} from './sandboxed-program.ts';

const MAX_ALLOCATION_BYTES = 512 * 1024 * 1024;
const OPTIONS = [
  // Its standard input is the clip: without this it takes bytes of it for keys, and ends at a `q`.
  ...['-nostdin', '-v', 'error'],
  ...['-max_alloc', String(MAX_ALLOCATION_BYTES), '-max_pixels', String(MAX_PIXELS)],
];

/** Options before a clip as input: files only, and only of formats that the probe takes. */
export const INPUT_OPTIONS: readonly string[] = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', ALLOWED_DEMUXERS],
];

/** @throws AppError `busy` where the system lacks something for a moment, else `internal` */
export const startFfmpeg = (
  args: readonly string[],
  limits: ProgramLimits,
  options: Parameters<typeof startLimited>[3],
): Promise<ChildProcess> =>
  startLimited('ffmpeg', [...OPTIONS, ...args], limits, options).catch((error) => {
    throw notRun('ffmpeg', error);
  });

/**
 * Why a run failed. `killed`: by the kernel when memory ran short, which is not the file's fault.
 * `why` completes a sentence.
 */
type FfmpegFailure =
  | { readonly kind: 'killed' | 'over-time' | 'out-of-memory' }
  | { readonly kind: 'not-run' | 'refused'; readonly why: string };

/**
 * @param complaint its standard error
 * @param code exit code, not 0
 */
export const toFfmpegFailure = (
  complaint: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): FfmpegFailure => {
  if (signal === 'SIGKILL') return { kind: 'killed' };
  if (signal === 'SIGXCPU') return { kind: 'over-time' };
  if (isOutOfMemory(complaint)) return { kind: 'out-of-memory' };
  if (code === NO_SUCH_PROGRAM) return { kind: 'not-run', why: `ffmpeg could not be run: ${toLack(complaint)}` };
  return { kind: 'refused', why: toStderrTail(complaint) };
};

/** Removes the component and its address, which ffmpeg puts in front of its message. */
const toStderrTail = (complaint: string): string => {
  const lines = complaint.split('\n').map((line) => line.replace(/^\[[^\]]*\] /, '').trim());
  return (
    lines
      .filter((line) => line !== '')
      .at(-1)
      ?.replace(/\.$/, '') ?? 'ffmpeg does not say why'
  );
};
