// Converts one file into another and checks the result; knows neither the clip list nor the daemon.
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, toReason } from '../../base/errors.ts';
import { type Clip, createClip, type FrameRate, type MediaInfo, type ProbedMedia } from '../../deck/clips/clip.ts';
import { HEAD_BYTES } from '../../storage/file-references.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { probeHeaders } from '../probe/first-look.ts';
import { probeMedia } from '../probe/probe.ts';
import type { Headers } from '../probe/probe-report.ts';
import { probeLimitSeconds } from '../probe/probe-run.ts';
import { numberOf } from '../probe/report-fields.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { orStorageError } from '../storage-error.ts';
import { encode } from './encode.ts';
import { notConverted } from './failure-text.ts';
import type { PauseSwitch } from './pause-switch.ts';
import { checkLengths, checkPictures, type MeasuredFile } from './result-check.ts';
import { checkRoom, isAlmostFull } from './room.ts';
import { isSteady, measureStream } from './stream-times.ts';
import { type SourceStreams, type Target, toOutputArguments, toTargetRate, whyConvert } from './target.ts';

type ConversionStage = 'converting' | 'checking';

interface Conversion {
  readonly path: string;
  /** The file as a clip: the list's entry, or one made of a probe. */
  readonly clip: Clip;
  /** Absolute path; its folder has the room for the result. */
  readonly resultPath: string;
  readonly target: Target;
  readonly priority: Priority;
  readonly pause: PauseSwitch;
  readonly signal: AbortSignal;
  /** @param share of the stage, 0 to 1 */
  readonly onProgress: (stage: ConversionStage, share: number) => void;
}

interface Source {
  readonly file: FileHandle;
  readonly headers: Headers;
  readonly bytes: number;
}

const withSource = async <Result>(
  path: string,
  signal: AbortSignal,
  work: (source: Source) => Promise<Result>,
): Promise<Result> => {
  const file = await openRegularFile(path).catch((error) => {
    throw new AppError('file-missing', `The file can't be opened: ${toReason(error)}.`, { cause: error });
  });
  try {
    const { size: bytes } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const { headers } = await probeHeaders(file, { head, bytes }, { limitSeconds: probeLimitSeconds(bytes), signal });
    return await work({ file, headers, bytes });
  } finally {
    await file.close().catch(() => undefined);
  }
};

const indexOf = (stream: Headers['video']): number | undefined => stream && numberOf(stream.index);

const measure = async (
  { file, headers, bytes }: Source,
  known: Pick<MeasuredFile, 'path' | 'clip'>,
  signal: AbortSignal,
): Promise<MeasuredFile> => {
  const options = { limitSeconds: probeLimitSeconds(bytes), signal };
  const video = await measureStream(file, indexOf(headers.video) ?? 0, options);
  const audioIndex = indexOf(headers.audio);
  const audio = audioIndex === undefined ? undefined : await measureStream(file, audioIndex, options);
  if (video === undefined) throw notConverted('unsupported-media', 'its frames have no times.');
  return { ...known, video, audio };
};

/** Containers whose time 0 is that of the streams that ffmpeg reads, here picture and sound. */
const DISCONTINUOUS = ['mpegts', 'mpeg', 'ogg'];

const toStreams = ({ headers }: Source, media: MediaInfo): SourceStreams => {
  const { demuxer, startSeconds, firstSeconds, video, audio } = headers;
  const audioIndex = indexOf(audio);
  const starts = [video, audio].flatMap((stream) => numberOf(stream?.start_time) ?? []);
  const base = DISCONTINUOUS.includes(demuxer) && starts.length > 0 ? Math.min(...starts) : firstSeconds;
  const lateSeconds = startSeconds - base;
  return {
    videoIndex: indexOf(video) ?? 0,
    videoLateSeconds: demuxer === 'avi' ? (media.pictureOffsetSeconds ?? 0) : lateSeconds,
    ...(audioIndex !== undefined && { audioIndex }),
    audioLateSeconds: lateSeconds,
  };
};

/** Takes the place of an entry that is not in a list yet. */
const toClip = (probed: ProbedMedia): Clip => createClip('result', 'result', probed);

const isAsWanted = (source: MeasuredFile, media: MediaInfo, rate: FrameRate, target: Target): boolean => {
  const measured = { keyFrameSeconds: source.video.keyFrameSeconds, isSteady: isSteady(source.video, rate) };
  return whyConvert(media, measured, target) === undefined;
};

/**
 * Converts a file and checks the result, which is synced then. A failure may leave an unfinished one.
 * @returns what the result is; undefined when the file is as wanted already, and nothing was written
 * @throws AppError `file-missing`, `no-space`, `storage-failed`, `busy`, `internal`; `unsupported-media` with the reason why it cannot be
 *   converted, or what is wrong with the result; the signal's reason when it is aborted
 */
export const convertFile = async (job: Conversion): Promise<ProbedMedia | undefined> => {
  const { path, clip, resultPath, target, priority, pause, signal, onProgress } = job;
  const { media } = clip;
  if (clip.kind !== 'video' || media === undefined)
    throw new AppError('unsupported-media', `${clip.name} is a still picture; only video is converted.`);
  const rate = toTargetRate(media, target.maxRate);
  await pause.whenFree(signal);
  const original = await withSource(path, signal, async (source) => {
    const measured = await measure(source, { path, clip }, signal);
    if (isAsWanted(measured, media, rate, target)) return undefined;
    await checkRoom(dirname(resultPath), clip, source.bytes);
    await encode({
      file: source.file,
      outputArguments: toOutputArguments(media, toStreams(source, media), target),
      resultPath,
      durationSeconds: clip.durationSeconds,
      onProgress: (seconds) => onProgress('converting', Math.min(1, seconds / Math.max(clip.durationSeconds, 0.001))),
      priority,
      pause,
      signal,
    });
    return measured;
  });
  if (original === undefined) return undefined;
  onProgress('checking', 0);
  await syncResult(resultPath);
  await pause.whenFree(signal);
  return await checkResult(job, original, rate).catch(async (error) => {
    // ffmpeg also ends well when its last writes have failed.
    if (signal.aborted || !(await isAlmostFull(dirname(resultPath)))) throw error;
    throw notConverted('no-space', 'the disk is full.', { cause: error });
  });
};

const checkResult = async (job: Conversion, original: MeasuredFile, rate: FrameRate): Promise<ProbedMedia> => {
  const { resultPath, priority, pause, signal, onProgress } = job;
  const probed = await probeMedia(resultPath, { signal });
  const result = await withSource(resultPath, signal, (source) =>
    measure(source, { path: resultPath, clip: toClip(probed) }, signal),
  );
  checkLengths(original, result, rate);
  const onPart = (share: number): void => onProgress('checking', share);
  await checkPictures(original, result, { rate, priority, pause, signal, onPart });
  return probed;
};

const syncResult = (path: string): Promise<void> =>
  orStorageError('keep the result', async () => {
    const file = await openRegularFile(path);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  });
