// Runs the ffmpeg that encodes: idle priority, the probe's limits, stopped and continued by a switch.
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ChildProcess } from '../../base/child-process.ts';
import { AppError } from '../../base/errors.ts';
import { ALLOWED_DEMUXERS } from '../containers/media-formats.ts';
import { MAX_PIXELS } from '../probe/frame-limits.ts';
import {
  isOutOfMemory,
  NO_SUCH_PROGRAM,
  notRun,
  type Priority,
  startLimited,
  toLack,
} from '../probe/sandboxed-program.ts';
import { toStderrTail } from '../thumbnails/ffmpeg-frame.ts';
import type { PauseSwitch } from './pause-switch.ts';

/** Work of the slowest board for a second of the largest picture. */
const WORK_SECONDS_PER_SECOND = 400;
const MIN_LIMIT_SECONDS = 600;
const MAX_ALLOCATION_BYTES = 512 * 1024 * 1024;
/** More threads take more memory than a small board has. */
const MAX_THREADS = 4;
const MAX_COMPLAINT_LENGTH = 4000;

interface Encoding {
  readonly file: FileHandle;
  /** Options between input and result. */
  readonly outputArguments: readonly string[];
  /** Absolute path of the result; a file that is there is replaced. */
  readonly resultPath: string;
  readonly durationSeconds: number;
  /** @param seconds that are encoded */
  readonly onProgress: (seconds: number) => void;
  readonly priority: Priority;
  readonly pause: PauseSwitch;
  readonly signal: AbortSignal;
}

/** Completes "It was not converted: …". */
const failure = (why: string): AppError => new AppError('unsupported-media', `It was not converted: ${why}.`);

/**
 * Resolves when the result is written, not yet synced.
 * @throws AppError `no-space`, `unsupported-media` with ffmpeg's reason, `busy`, `internal`; the signal's reason when it is aborted
 */
export const encode = async (job: Encoding): Promise<void> => {
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const memory = ['-max_alloc', String(MAX_ALLOCATION_BYTES), '-max_pixels', String(MAX_PIXELS)];
  const fence = ['-protocol_whitelist', 'file', '-format_whitelist', ALLOWED_DEMUXERS];
  const before = ['-v', 'error', '-nostats', '-progress', 'pipe:1', '-y', ...memory];
  const input = ['-threads', threads, ...fence, '-i', '/proc/self/fd/0'];
  const args = [...before, ...input, ...job.outputArguments, '-threads', threads, `file:${job.resultPath}`];
  const limitSeconds = Math.max(MIN_LIMIT_SECONDS, job.durationSeconds * WORK_SECONDS_PER_SECOND);
  const child = await startLimited(
    'ffmpeg',
    args,
    { limitSeconds, priority: job.priority, endsWithUs: true },
    { stdio: [job.file.fd, 'pipe', 'pipe'] },
  ).catch((error) => {
    throw notRun('ffmpeg', error);
  });
  await endOf(child, job);
};

const endOf = (child: ChildProcess, { onProgress, pause, signal }: Encoding): Promise<void> =>
  new Promise((resolve, reject) => {
    let complaint = '';
    let rest = '';
    const abort = (): void => void child.kill('SIGKILL');
    const hold = (isPaused: boolean): void => void child.kill(isPaused ? 'SIGSTOP' : 'SIGCONT');
    const stopWatching = pause.subscribe(hold);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else if (pause.isPaused) hold(true);
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = (lines.pop() ?? '').slice(-200);
      for (const line of lines) {
        const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
        if (microseconds !== undefined) onProgress(Number(microseconds) / 1e6);
      }
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_LENGTH) complaint += chunk.toString('utf8');
    });
    child.once('close', (code, signalName) => {
      stopWatching();
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(toFailure(complaint, code, signalName));
    });
  });

const toFailure = (complaint: string, code: number | null, signalName: NodeJS.Signals | null): AppError => {
  if (complaint.includes('No space left on device') || complaint.includes('Disk quota exceeded'))
    return new AppError('no-space', 'It was not converted: the disk is full.');
  // Killed by the kernel when memory ran short, which is not the file's fault.
  if (signalName === 'SIGKILL') return new AppError('busy', 'It was not converted: the memory ran short. Try again.');
  if (signalName === 'SIGXCPU') return failure('it took more work than this player has for it; convert it on a PC');
  if (isOutOfMemory(complaint)) return failure('it takes more memory than this player has for it; convert it on a PC');
  if (code === NO_SUCH_PROGRAM) return new AppError('internal', `ffmpeg could not be run: ${toLack(complaint)}.`);
  return failure(toStderrTail(complaint));
};
