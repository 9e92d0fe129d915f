// Runs the ffmpeg that encodes: idle priority, the probe's limits, stopped and continued by a switch.
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ChildProcess } from '../../base/child-process.ts';
import { AppError } from '../../base/errors.ts';
import { INPUT_OPTIONS, startFfmpeg, toFfmpegFailure } from '../probe/ffmpeg-run.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { notConverted } from './failure-text.ts';
import type { PauseSwitch } from './pause-switch.ts';

/** Work of the slowest board for a second of the largest picture. */
const WORK_SECONDS_PER_SECOND = 400;
const MIN_LIMIT_SECONDS = 600;
/** More threads take more memory than a small board has. */
const MAX_THREADS = 4;
const MAX_COMPLAINT_LENGTH = 4000;

interface Encoding {
  readonly file: FileHandle;
  /** Options before the input; none by default. */
  readonly inputArguments?: readonly string[];
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

const failure = (why: string): AppError => notConverted('unsupported-media', `${why}.`);

/**
 * Resolves when the result is written, not yet synced.
 * @throws AppError `no-space`, `storage-failed`, `unsupported-media` with ffmpeg's reason, `busy`, `internal`; the signal's reason when it is aborted
 */
export const encode = async (job: Encoding): Promise<void> => {
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const progress = ['-nostats', '-progress', 'pipe:1', '-y'];
  const input = ['-threads', threads, ...INPUT_OPTIONS, ...(job.inputArguments ?? []), '-i', '/proc/self/fd/0'];
  const args = [...progress, ...input, ...job.outputArguments, '-threads', threads, `file:${job.resultPath}`];
  const limitSeconds = Math.max(MIN_LIMIT_SECONDS, job.durationSeconds * WORK_SECONDS_PER_SECOND);
  const child = await startFfmpeg(
    args,
    { limitSeconds, priority: job.priority, endsWithUs: true },
    { stdio: [job.file.fd, 'pipe', 'pipe'] },
  );
  await endOf(child, job);
};

const endOf = (child: ChildProcess, { resultPath, onProgress, pause, signal }: Encoding): Promise<void> =>
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
      else reject(toWriteFailure(complaint, resultPath) ?? toFailure(complaint, code, signalName));
    });
  });

/** ffmpeg names the file, in the system's words. */
const toWriteFailure = (complaint: string, resultPath: string): AppError | undefined => {
  const line = complaint.split('\n').find((text) => text.includes(resultPath)) ?? '';
  const [, why] = WRITE_ERRORS.find(([text]) => line.includes(text)) ?? [];
  return why === undefined ? undefined : notConverted('storage-failed', `the result cannot be written, ${why}.`);
};

const WRITE_ERRORS: readonly (readonly [string, string])[] = [
  ['Read-only file system', 'the disk is read-only'],
  ['Permission denied', 'CueDeck has no right to do that'],
  ['No such file or directory', 'the folder is not there'],
  ['Not a directory', 'a file is in the place of a folder'],
  ['Input/output error', 'the disk reports a fault'],
];

const toFailure = (complaint: string, code: number | null, signalName: NodeJS.Signals | null): AppError => {
  if (complaint.includes('No space left on device') || complaint.includes('Disk quota exceeded'))
    return notConverted('no-space', 'the disk is full.');
  const failed = toFfmpegFailure(complaint, code, signalName);
  switch (failed.kind) {
    case 'killed':
      return notConverted('busy', 'the memory ran short. Try again.');
    case 'over-time':
      return failure('it needed more processor time than this player allows; convert it on a PC');
    case 'out-of-memory':
      return failure('it takes more memory than this player allows; convert it on a PC');
    case 'not-run':
      return new AppError('internal', `${failed.why}.`);
    case 'refused':
      return failure(failed.why);
  }
};
