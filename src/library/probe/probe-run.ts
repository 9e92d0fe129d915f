// Runs ffprobe with limits on files, time and output.
import type { FileHandle } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { ChildProcess } from '../../base/child-process.ts';
import { AppError, toReason } from '../../base/errors.ts';
import { ALLOWED_DEMUXERS, whyNotAllowed } from '../containers/media-formats.ts';
import { MAX_PIXELS, whyTooLarge } from './frame-limits.ts';
import { isOutOfMemory, NO_SUCH_PROGRAM, startLimited, toLack } from './sandboxed-program.ts';

export interface ProbeOptions {
  /** The program. */
  readonly command?: string;
  /** Processor seconds that one run of it may take, at least 1; `probeLimitSeconds` is what a file needs. */
  readonly limitSeconds?: number;
  /** Seconds after which the box, which gives one run so little of the processor or the disk, is too busy for it. */
  readonly patienceSeconds?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

const MIN_TIMEOUT_SECONDS = 60;
/** What the slowest board reads and looks at. */
const MIN_BYTES_PER_SECOND = 4_000_000;
/** A box that a clip, which goes first, keeps busy gives a run this share of its time. */
const MIN_SHARE = 1 / 4;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const MAX_LINE_LENGTH = 1000;
const MAX_STDERR_BYTES = 16 * 1024;
/** A picture of 100,000 by 100,000 pixels in a small file must not take the memory of the box. */
const MAX_ALLOCATION_BYTES = 512 * 1024 * 1024;

/** @param why completes "The file is refused: …" */
export const refusal = (why: string): AppError => new AppError('unsupported-media', `The file is refused: ${why}.`);

/** Processor seconds that one run may take: some files have to be read to their end. */
export const probeLimitSeconds = (bytes: number): number => MIN_TIMEOUT_SECONDS + bytes / MIN_BYTES_PER_SECOND;

/**
 * Runs ffprobe on an open file, which it sees under a name without meaning: a `%03d` in a file's own name would make it
 * read other files, and the name of an upload under way has no extension to be guided by anyway.
 * @param onLine takes each line as it comes, of which there may be millions; nothing is kept and returned then
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
    // Ended by us: that says nothing about the file.
    throw signal?.aborted ? notRun(command, signal.reason) : error;
  });
};

const notRun = (command: string, error: unknown): AppError =>
  new AppError('internal', `${command} could not be run: ${toReason(error)}.`, { cause: error });

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
      // By the kernel, as memory runs short: a matter of the box.
      else if (signalName === 'SIGKILL') reject(tooBusy());
      else if (signalName === 'SIGXCPU')
        reject(refusal(`examining it took longer than ${Math.ceil(run.limitSeconds)} s of work`));
      else reject(toRejection(complaint, code ?? signalName));
    });
  });

/** The file is as good as it was. */
export const tooBusy = (): AppError =>
  new AppError('busy', 'The player is too busy to examine the file; send it again later.');

/** A clip that plays must not lose frames to an upload that is examined. */
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
