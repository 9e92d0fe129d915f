// Measures the loudness of a file's sound with ffmpeg's EBU R128 meter.
import type { FileHandle } from 'node:fs/promises';
import type { ChildProcess } from '../../base/child-process.ts';
import { AppError } from '../../base/errors.ts';
import type { LoudnessFigures } from '../../deck/clips/loudness.ts';
import { INPUT_OPTIONS, startFfmpeg, toFfmpegFailure } from '../probe/ffmpeg-run.ts';
import { toHeaders } from '../probe/probe-report.ts';
import { runProbe } from '../probe/probe-run.ts';
import { numberOf, parseReport } from '../probe/report-fields.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { Ebur128Summary } from './ebur128-summary.ts';

/** CPU time, with ample reserve: the slowest board needs a fiftieth of a second for a second of stereo. */
const WORK_SECONDS_PER_SECOND = 1;
const MIN_LIMIT_SECONDS = 600;
/** At idle priority a busy machine may keep a run away for long. */
const STALL_SECONDS = 300;

const failure = (why: string): AppError =>
  new AppError('unsupported-media', `Its loudness cannot be measured: ${why}.`);
const busy = (): AppError => new AppError('busy', 'The player is too busy to measure the sound.');

interface FoundSound {
  readonly index: number;
  /** When it begins, on the time scale of the file. */
  readonly beginSeconds: number | undefined;
}

/** The sound that plays; undefined: there is none. */
const findSound = async (file: FileHandle, signal: AbortSignal): Promise<FoundSound | undefined> => {
  const entries = 'stream=index,codec_type,start_time:stream_disposition=default:format=start_time';
  const report = await runProbe(file, ['-show_entries', entries, '-of', 'json=c=1'], { signal });
  const { audio, firstSeconds, hasStart } = toHeaders(parseReport(report));
  const [index, start] = [numberOf(audio?.index), numberOf(audio?.start_time)];
  return index === undefined
    ? undefined
    : { index, beginSeconds: hasStart && start !== undefined ? start - firstSeconds : undefined };
};

interface MeasuredSound {
  readonly figures: LoudnessFigures;
  readonly envelope: Buffer;
}

/**
 * @returns undefined for a file without sound
 * @throws AppError `unsupported-media` with ffmpeg's reason, `busy`, `internal`; the signal's reason when it is aborted
 */
export const measureLoudness = async (
  file: FileHandle,
  durationSeconds: number,
  { priority, signal }: { readonly priority: Priority; readonly signal: AbortSignal },
): Promise<MeasuredSound | undefined> => {
  const sound = await findSound(file, signal).catch((error) => {
    throw signal.aborted ? signal.reason : error;
  });
  if (sound === undefined) return undefined;
  const input = ['-threads', '1', ...INPUT_OPTIONS, '-i', '/proc/self/fd/0', '-map', `0:${sound.index}`];
  // The log of each tenth of a second has the peaks of the envelope.
  const meter = ['-af', 'ebur128=peak=true:framelog=info', '-f', 'null', '-'];
  const log = ['-v', 'level+info', '-hide_banner', '-nostats', '-progress', 'pipe:1'];
  const child = await startFfmpeg(
    [...log, ...input, ...meter],
    {
      limitSeconds: Math.max(MIN_LIMIT_SECONDS, durationSeconds * WORK_SECONDS_PER_SECOND),
      priority,
      endsWithUs: true,
    },
    { stdio: [file.fd, 'pipe', 'pipe'] },
  );
  return soundOf(child, new Ebur128Summary(sound), signal);
};

const soundOf = (child: ChildProcess, summary: Ebur128Summary, signal: AbortSignal): Promise<MeasuredSound> =>
  new Promise((resolve, reject) => {
    let stopped: unknown;
    const stop = (why: unknown): void => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const abort = (): void => stop(signal.reason);
    const timer = setTimeout(() => stop(busy()), STALL_SECONDS * 1000);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    child.stdout?.on('data', () => void timer.refresh());
    child.stderr?.on('data', summary.take);
    child.once('close', (code, signalName) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (stopped !== undefined) reject(stopped);
      else if (code !== 0) reject(toError(toFfmpegFailure(summary.complaint, code, signalName)));
      else if (summary.figures === undefined) reject(failure('nothing of it can be decoded'));
      else resolve({ figures: summary.figures, envelope: summary.envelope });
    });
  });

const toError = (failed: ReturnType<typeof toFfmpegFailure>): AppError => {
  switch (failed.kind) {
    case 'killed':
      return busy();
    case 'over-time':
      return failure('it needs more processor time than this player allows');
    case 'out-of-memory':
      return failure('it takes more memory than this player allows');
    case 'not-run':
      return new AppError('internal', `${failed.why}.`);
    case 'refused':
      return failure(failed.why);
  }
};
