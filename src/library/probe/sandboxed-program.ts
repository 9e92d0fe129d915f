// Runs ffprobe and ffmpeg with memory and time limits.
import { totalmem } from 'node:os';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';
import { AppError, toAppError, toReason } from '../../base/errors.ts';

const MEBIBYTE = 1024 ** 2;
/** The libraries alone take 300 MiB of address space. */
const MIN_MEMORY_BYTES = 640 * MEBIBYTE;
/** Enough for pictures of 8K. */
const MAX_MEMORY_BYTES = 1280 * MEBIBYTE;
/** Time between SIGXCPU and SIGKILL. */
const GRACE_SECONDS = 2;
/** When memory runs out, the kernel kills these programs first. */
const OOM_SCORE = 800;

/** Address space limit of one run, in bytes. @param memoryBytes memory of the device */
export const toMemoryLimit = (memoryBytes: number): number =>
  Math.min(MAX_MEMORY_BYTES, Math.max(MIN_MEMORY_BYTES, memoryBytes / 2));

/** `idle`: only with CPU and disk time that nothing else wants. `low`: behind what is normal, but never left without any. */
export type Priority = 'normal' | 'low' | 'idle';

export interface ProgramLimits {
  /** CPU time limit in seconds; SIGXCPU ends a run that exceeds it. */
  readonly limitSeconds: number;
  /** `normal` by default. */
  readonly priority?: Priority;
  /** Is killed when this process ends, however it ends: it may run for hours, or be stopped. */
  readonly endsWithUs?: true;
}

const TO_PRIORITY: Readonly<Record<Priority, readonly string[]>> = {
  normal: [],
  low: ['renice -n 5 -p $$ > /dev/null 2>&1'],
  idle: ['chrt --idle -p 0 $$ > /dev/null 2>&1', 'ionice -c 3 -p $$ > /dev/null 2>&1'],
};

/** A shell script that sets the limits and execs the program; limits that the system does not allow are skipped. */
const toScript = ({ limitSeconds, priority = 'normal', endsWithUs }: ProgramLimits): string => {
  const seconds = Math.max(1, Math.ceil(limitSeconds));
  return [
    `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; } 2> /dev/null`,
    ...TO_PRIORITY[priority],
    `ulimit -v ${Math.floor(toMemoryLimit(totalmem()) / 1024)} 2> /dev/null`,
    `ulimit -S -t ${seconds} 2> /dev/null`,
    `ulimit -H -t ${seconds + GRACE_SECONDS} 2> /dev/null`,
    ...(endsWithUs ? ['command -v setpriv > /dev/null && exec setpriv --pdeathsig KILL -- "$@"'] : []),
    'exec "$@"',
  ].join('\n');
};

/** Exit code of the shell for a missing program, and of the loader for a missing library. */
export const NO_SUCH_PROGRAM = 127;

/** Names the missing program or library. */
export const toLack = (complaint: string): string =>
  complaint.includes('shared libraries') ? complaint.trim() : 'it is not there (ENOENT)';

/**
 * @param options as of `spawn`
 * @throws as `startProgram`; a missing program ends with NO_SUCH_PROGRAM
 */
export const startLimited = (
  program: string,
  args: readonly string[],
  fence: ProgramLimits,
  options: Parameters<typeof startProgram>[2],
): Promise<ChildProcess> => startProgram('sh', ['-c', toScript(fence), 'sh', program, ...args], options);

/** True when the decoder ran out of memory within the limit. */
export const isOutOfMemory = (complaint: string): boolean => complaint.includes('Cannot allocate memory');

/** The error for a program that did not start: `busy` where the system lacks something for a moment, else `internal`. */
export const notRun = (command: string, error: unknown): AppError => {
  const { code } = toAppError(error);
  return new AppError(code === 'busy' ? 'busy' : 'internal', `${command} could not be run: ${toReason(error)}.`, {
    cause: error,
  });
};
