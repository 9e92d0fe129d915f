// Runs ffprobe with limits on files, time and output.
import type { FileHandle } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { ChildProcess } from '../../base/child-process.ts';
import { AppError } from '../../base/errors.ts';
import { ALLOWED_DEMUXERS, whyNotAllowed } from '../containers/media-formats.ts';
import { MAX_PIXELS, whyTooLarge } from './frame-limits.ts';
import { isOutOfMemory, NO_SUCH_PROGRAM, notRun, startLimited, toLack } from './sandboxed-program.ts';

export interface ProbeOptions {
  /** The program. */
  readonly command?: string;
  /** CPU time limit of a run in seconds, at least 1; see `probeLimitSeconds`. */
  readonly limitSeconds?: number;
  /** Wall-clock limit in seconds, after which the machine counts as too busy. */
  readonly patienceSeconds?: number;
  /** Aborts the run. */
  readonly signal?: AbortSignal;
}

const MIN_TIMEOUT_SECONDS = 60;
/** Probe speed of the slowest board. */
const MIN_BYTES_PER_SECOND = 4_000_000;
/** Share of CPU time that a run gets beside a playing clip, which goes first. */
const MIN_SHARE = 1 / 4;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const MAX_LINE_LENGTH = 1000;
const MAX_STDERR_BYTES = 16 * 1024;
/** A small file may hold a picture of 100,000 by 100,000 pixels, which must not exhaust the memory. */
const MAX_ALLOCATION_BYTES = 512 * 1024 * 1024;

/** @param why completes "The file is refused: …" */
export const refusal = (why: string): AppError => new AppError('unsupported-media', `The file is refused: ${why}.`);

/** CPU time limit of one run in seconds: some files must be read to their end. */
export const probeLimitSeconds = (bytes: number): number => MIN_TIMEOUT_SECONDS + bytes / MIN_BYTES_PER_SECOND;

/**
 * Runs ffprobe on an open file under a neutral name: a `%03d` in a file's own name would make it
 * read other files.
 * @param onLine called with each line as it arrives, since there may be millions; the output is then not returned
 */
export const runProbe = async (
  file: FileHandle,
  args: readonly string[],
  options: ProbeOptions,
  onLine?: (line: string) => void,
): Promise<string> => {
  const { command = 'ffprobe', limitSeconds = MIN_TIMEOUT_SECONDS, signal } = options;
  const { patienceSeconds = limitSeconds / MIN_SHARE } = options;
  const memory = ['-max_alloc', String(MAX_ALLOCATION_BYTES), '-max_pixels', String(MAX_PIXELS)];
  const limits = [...memory, '-protocol_whitelist', 'file'];
  const all = ['-v', 'error', ...limits, '-format_whitelist', ALLOWED_DEMUXERS, ...args, '/proc/self/fd/0'];
  const child = await startLimited(
    command,
    all,
    { limitSeconds },
    { stdio: [file.fd, 'pipe', 'pipe'], ...(signal && { signal }), killSignal: 'SIGKILL' },
  ).catch((error) => {
    throw notRun(command, error);
  });
  yieldToThePlayer(child.pid);
  return outputOf(child, { command, limitSeconds, patienceSeconds, onLine }).catch((error) => {
    // Aborted by us, which says nothing about the file.
    throw signal?.aborted ? notRun(command, signal.reason) : error;
  });
};

const outputOf = (
  child: ChildProcess,
  run: {
    readonly command: string;
    readonly limitSeconds: number;
    readonly patienceSeconds: number;
    readonly onLine: ((line: string) => void) | undefined;
  },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { command } = run;
    const output: Buffer[] = [];
    let outputBytes = 0;
    let rest = '';
    let complaint = '';
    let stopped: AppError | undefined;
    const stop = (why: AppError): void => {
      stopped = why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(tooBusy()), run.patienceSeconds * 1000);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (run.onLine !== undefined) {
        const lines = (rest + chunk.toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > MAX_LINE_LENGTH) stop(refusal('it has more to say about itself than a clip should'));
        return lines.forEach(run.onLine);
      }
      output.push(chunk);
      outputBytes += chunk.length;
      if (outputBytes > MAX_OUTPUT_BYTES) stop(refusal('it has more to say about itself than a clip should'));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_STDERR_BYTES) complaint += chunk.toString('utf8');
    });
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(notRun(command, error));
    });
    child.on('close', (code, signalName) => {
      clearTimeout(timer);
      if (rest !== '') run.onLine?.(rest);
      const oversize = /Picture size (\d+)x(\d+) exceeds/.exec(complaint);
      if (stopped !== undefined) reject(stopped);
      else if (oversize !== null) reject(refusal(whyTooLarge(Number(oversize[1]), Number(oversize[2]))));
      else if (isOutOfMemory(complaint)) reject(refusal('examining it takes more memory than this player has for it'));
      else if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else if (code === NO_SUCH_PROGRAM)
        reject(new AppError('internal', `${command} could not be run: ${toLack(complaint)}.`));
      // Killed by the kernel when memory ran short, which is not the file's fault.
      else if (signalName === 'SIGKILL') reject(tooBusy());
      else if (signalName === 'SIGXCPU')
        reject(refusal(`examining it took longer than ${Math.ceil(run.limitSeconds)} s of work`));
      else reject(toRejection(complaint, code ?? signalName));
    });
  });

/** The error for a busy machine; it says nothing about the file. */
export const tooBusy = (): AppError =>
  new AppError('busy', 'The player is too busy to examine the file; send it again later.');

/** A playing clip must not lose frames to the probe of an upload. */
const yieldToThePlayer = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
};

const toRejection = (complaint: string, ending: number | string | null): AppError => {
  if (complaint.includes('Input/output error'))
    return new AppError('storage-failed', 'Could not read the file: the disk reports a fault (EIO).');
  const demuxer = /\[(\S+) @ \S+\] Format not on whitelist/.exec(complaint)?.[1];
  if (demuxer !== undefined) return refusal(whyNotAllowed(demuxer));
  if (complaint.includes('moov atom not found'))
    return refusal('it is cut off or was never finished, its index is missing');
  if (ending === 1) return refusal('it is not a video or picture that CueDeck knows');
  return typeof ending === 'string'
    ? refusal(`examining it ended with ${ending}`)
    : new AppError('internal', `ffprobe ended with code ${ending}.`);
};
