// Runs ffmpeg to render one frame with the probe's limits.

import type { ChildProcess } from '../../base/child-process.ts';
import { AppError, toReason } from '../../base/errors.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { INPUT_OPTIONS, startFfmpeg, toFfmpegFailure } from '../probe/ffmpeg-run.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import type { FrameSearch } from './thumbnail-spec.ts';

const TIMEOUT_SECONDS = 60;
/** At idle priority a run may wait long on a busy machine. */
const TOTAL_TIMEOUT_SECONDS = 120;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

/** How one run of ffmpeg is done. */
export interface Run {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly priority: Priority;
}

const failure = (why: string): AppError => new AppError('unsupported-media', `No picture of it can be made: ${why}.`);

/** What ffmpeg writes, and how the last of several pictures is told from the others. */
interface Output {
  readonly arguments: readonly string[];
  readonly keepLast: (pictures: Buffer) => Buffer;
  /** Whether it is a picture at all. */
  readonly isPicture: (picture: Buffer) => boolean;
}

/**
 * Renders the frame that a search finds as JPEG in display aspect ratio; undefined when there is none.
 * @param frame.hdr whether the file has high dynamic range
 * @param frame.after filters that are applied last
 * @throws AppError `unsupported-media` with ffmpeg's reason, `busy`, `internal`; the signal's reason when it is aborted
 */
export const renderJpeg = (
  path: string,
  frame: {
    readonly search: FrameSearch;
    readonly hdr: boolean;
    readonly width: number;
    readonly height: number;
    readonly after?: readonly string[];
  },
  run: Run,
): Promise<Buffer | undefined> => {
  const { search, hdr, width, height, after = [] } = frame;
  const toRange = hdr ? TO_STANDARD_RANGE : [];
  const filters = [...toFilters(search), toScale(width, height), ...toRange, 'setsar=1', ...after];
  return render(path, { search, filters, output: JPEG }, run);
};

/** How much larger than wanted a picture is tone-mapped. */
const MAPPED_SIZE = 4;

/**
 * The same as brightness and colours, a byte each: the plane Y, then U, then V, each of the whole size, into which the picture is stretched.
 * @param frame.before filters that are applied first
 * @throws AppError as `renderJpeg`
 */
export const renderPlanes = (
  path: string,
  frame: Parameters<typeof renderJpeg>[1] & { readonly before: readonly string[] },
  run: Run,
): Promise<Buffer | undefined> => {
  const { search, hdr, width, height, before } = frame;
  const scaleTo = (times: number): string => `scale=${times * width}:${times * height}:flags=area:out_range=tv`;
  // Tone mapping curves: the mean of what is mapped is not what the mean is mapped to.
  const toRange = hdr ? [scaleTo(MAPPED_SIZE), ...TO_STANDARD_RANGE] : [];
  // An RGB file has no matrix of its own: its result has this one.
  const scale = `${scaleTo(1)}:out_color_matrix=bt709`;
  const filters = [...before, ...toFilters(search), ...toRange, scale, 'format=yuv444p'];
  const bytes = 3 * width * height;
  const output: Output = {
    arguments: ['-pix_fmt', 'yuv444p', '-f', 'rawvideo', 'pipe:1'],
    // The last whole one, and what has come of the next.
    keepLast: (pictures) => pictures.subarray(Math.max(0, Math.floor(pictures.length / bytes) - 1) * bytes),
    isPicture: () => true,
  };
  return render(path, { search, filters, output }, run);
};

const render = async (
  path: string,
  what: { readonly search: FrameSearch; readonly filters: readonly string[]; readonly output: Output },
  run: Run,
): Promise<Buffer | undefined> => {
  const { search, filters, output } = what;
  const file = await openRegularFile(path).catch((error) => {
    throw new AppError('file-missing', `The file can't be opened: ${toReason(error)}.`, { cause: error });
  });
  try {
    // Passes the file's own timestamps and all decoded frames to the filters.
    const clock = ['-copyts', '-start_at_zero', '-noaccurate_seek'];
    const from = search.fromSeconds > 0 ? ['-ss', search.fromSeconds.toFixed(6)] : [];
    const which = search.which === 'first' ? ['-frames:v', '1'] : [];
    const input = [...INPUT_OPTIONS, ...clock, ...from, '-i', '/proc/self/fd/0'];
    const times = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000000'];
    const args = [...input, '-an', '-sn', ...which, ...times, '-vf', [...filters, ...IN_ORDER].join(',')];
    return await runFfmpeg(args, { input: file.fd, output, ...run });
  } finally {
    await file.close().catch(() => undefined);
  }
};

/** Of pictures with the same time ffmpeg writes only one. After a seek into a file where only some frames have times, there are such. */
const IN_ORDER = ['settb=AVTB', 'setpts=N'];

/** How far after the position the first frame is searched. */
const MAX_DECODE_SECONDS = 5;

/**
 * Frames that were decoded without their key frame are grey; a frame after the position only counts when an intact one came before it,
 * because otherwise decoding began too late. From the start of the file every frame counts.
 */
const toFilters = ({ fromSeconds, which, atSeconds }: FrameSearch): readonly string[] => {
  const at = atSeconds.toFixed(6);
  if (which === 'last')
    return [
      `select='${fromSeconds > 0 ? 'st(0,max(ld(0),key))*' : ''}lte(t,${at})'`,
      // Otherwise the end is rounded to the file's own unit of time, which may be a whole slide.
      'settb=AVTB',
      `trim=end=${(atSeconds + 0.001).toFixed(6)}`,
    ];
  if (fromSeconds === 0) return [`select='gte(t,${at})'`];
  const isWhole = `st(0,max(ld(0),key))*0+st(1,max(ld(1),ld(0)*lte(t,${at}+0.01)))`;
  return [`select='(${isWhole})*gte(t,${at})'`, `trim=end=${(atSeconds + MAX_DECODE_SECONDS).toFixed(6)}`];
};

/** The same tone mapping as in mpv: filters that follow the scaling. */
export const TO_STANDARD_RANGE = [
  ...['zscale=t=linear:npl=100', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=hable:desat=0:peak=10'],
  ...['zscale=t=bt709:m=bt709:r=limited', 'format=yuv420p'],
];

/** Scales to fit, in display aspect ratio. */
const toScale = (width: number, height: number): string => {
  const even = (side: string): string => `2*max(1,round((${side})/2))`;
  return `scale='${even(`min(${width},${height}*dar)`)}':'${even(`min(${height},${width}/dar)`)}'`;
};

/** Joins pictures of equal size side by side. */
export const joinPictures = async (
  pictures: readonly Buffer[],
  size: { readonly width: number; readonly height: number },
  run: Run,
): Promise<Buffer> => {
  const { width, height } = size;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease`;
  const filter = `${fit},pad=${width}:${height}:-1:-1,tile=${pictures.length}x1`;
  const input = ['-f', 'mjpeg', '-i', 'pipe:0', '-frames:v', '1', '-vf', filter];
  const joined = await runFfmpeg(input, { input: Buffer.concat(pictures), output: JPEG, ...run });
  if (joined === undefined) throw failure('its frames can not be joined');
  return joined;
};

interface FfmpegIo {
  readonly input: number | Buffer;
  readonly output: Output;
}

const runFfmpeg = async (args: readonly string[], run: Run & FfmpegIo): Promise<Buffer | undefined> => {
  const child = await startFfmpeg(
    ['-threads', '1', ...args, '-threads', '1', ...run.output.arguments],
    { limitSeconds: TIMEOUT_SECONDS, priority: run.priority },
    { stdio: [typeof run.input === 'number' ? run.input : 'pipe', 'pipe', 'pipe'] },
  );
  return outputOf(child, run);
};

const outputOf = (
  child: ChildProcess,
  { input, output, signal }: Pick<Run, 'signal'> & FfmpegIo,
): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    let picture: Buffer = Buffer.alloc(0);
    let complaint = '';
    let stopped: unknown;
    const stop = (why: unknown): void => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const abort = (): void => stop(signal.reason);
    const timer = setTimeout(() => stop(busy()), TOTAL_TIMEOUT_SECONDS * 1000);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    child.stdin?.on('error', () => undefined).end(typeof input === 'number' ? undefined : input);
    child.stdout?.on('data', (chunk: Buffer) => {
      picture = output.keepLast(Buffer.concat([picture, chunk]));
      if (picture.length > MAX_IMAGE_BYTES) stop(failure('it is larger than a picture should be'));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < 2000) complaint += chunk.toString('utf8');
    });
    child.once('close', (code, signalName) => {
      settle();
      if (stopped !== undefined) reject(stopped);
      else if (code === 0 && picture.length === 0) resolve(undefined);
      else if (code === 0 && output.isPicture(picture)) resolve(picture);
      else if (code === 0) reject(new AppError('internal', 'ffmpeg printed something that is no picture.'));
      else reject(toError(toFfmpegFailure(complaint, code, signalName)));
    });
  });

const busy = (): AppError => new AppError('busy', 'The player is too busy to make a picture; it will come later.');

const toError = (failed: ReturnType<typeof toFfmpegFailure>): AppError => {
  switch (failed.kind) {
    case 'killed':
      return busy();
    case 'over-time':
      return failure(`it took longer than ${TIMEOUT_SECONDS} s of work`);
    case 'out-of-memory':
      return failure('it takes more memory than this player has for it');
    case 'not-run':
      return new AppError('internal', `${failed.why}.`);
    case 'refused':
      return failure(failed.why);
  }
};

const START_OF_PICTURE = Buffer.from([0xff, 0xd8, 0xff]);

/** Keeps only the last of several concatenated pictures; the start bytes of a JPEG never occur within it. */
const toLastFrame = (all: Buffer): Buffer => {
  const at = all.lastIndexOf(START_OF_PICTURE);
  return at > 0 ? all.subarray(at) : all;
};

const JPEG: Output = {
  arguments: ['-q:v', '4', '-pix_fmt', 'yuvj420p', '-strict', 'unofficial', '-f', 'mjpeg', 'pipe:1'],
  keepLast: toLastFrame,
  isPicture: (picture) => picture.indexOf(START_OF_PICTURE) === 0,
};
