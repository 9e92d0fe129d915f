// Runs ffprobe and ffmpeg with memory and time limits.
import { totalmem } from 'node:os';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';

const MEBIBYTE = 1024 ** 2;
/** The libraries alone take 300 MiB of addresses. */
const MIN_MEMORY_BYTES = 640 * MEBIBYTE;
/** Enough for pictures of 8K. */
const MAX_MEMORY_BYTES = 1280 * MEBIBYTE;
/** Between the signal that ends a program over its time and the one that it cannot take. */
const GRACE_SECONDS = 2;
/** When memory runs out, the kernel ends these first, whatever the player's own place before it. */
const OOM_SCORE = 800;

/** Addresses that one run may take. @param memoryBytes of the box */
export const toMemoryLimit = (memoryBytes: number): number =>
  Math.min(MAX_MEMORY_BYTES, Math.max(MIN_MEMORY_BYTES, memoryBytes / 2));

export interface ProgramLimits {
  /** Processor seconds; waiting does not count. SIGXCPU ends a run over them. */
  readonly limitSeconds: number;
  /** It runs only when nobody else wants the processor, and reads only when nobody else does. */
  readonly isIdle?: true;
}

/** A shell that sets the limits and then is the program; where the system lets it not set one, it goes on without. */
const toScript = ({ limitSeconds, isIdle }: ProgramLimits): string => {
  const seconds = Math.max(1, Math.ceil(limitSeconds));
  return [
    `{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; } 2> /dev/null`,
    ...(isIdle ? ['chrt --idle -p 0 $$ > /dev/null 2>&1', 'ionice -c 3 -p $$ > /dev/null 2>&1'] : []),
    `ulimit -v ${Math.floor(toMemoryLimit(totalmem()) / 1024)} 2> /dev/null`,
    `ulimit -S -t ${seconds} 2> /dev/null`,
    `ulimit -H -t ${seconds + GRACE_SECONDS} 2> /dev/null`,
    'exec "$@"',
  ].join('\n');
};

/** What the shell ends with when there is no such program, and the loader when a library is not there. */
export const NO_SUCH_PROGRAM = 127;

/** What is lacking then. */
export const toLack = (complaint: string): string =>
  complaint.includes('shared libraries') ? complaint.trim() : 'it is not there (ENOENT)';

/**
 * @param options as of `spawn`
 * @throws as `startProgram`; a program that is not there ends with NO_SUCH_PROGRAM
 */
export const startLimited = (
  program: string,
  args: readonly string[],
  fence: ProgramLimits,
  options: Parameters<typeof startProgram>[2],
): Promise<ChildProcess> => startProgram('sh', ['-c', toScript(fence), 'sh', program, ...args], options);

/** The decoder has no memory for more within the fence. */
export const isOutOfMemory = (complaint: string): boolean => complaint.includes('Cannot allocate memory');
