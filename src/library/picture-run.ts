// One run of ffmpeg that makes a JPEG: at idle priority, on one thread, with the same limits as the probe.
import { DeckError, toReason } from '../errors.ts';
import { openRegularFile } from '../regular-file.ts';
import type { ChildProcess } from '../start-program.ts';
import { isOutOfMemory, NO_SUCH_PROGRAM, startFenced, toLack } from './fenced-program.ts';
import { MOST_PIXELS } from './frame-bounds.ts';
import { ALLOWED_DEMUXERS } from './media-formats.ts';

const LIMIT_SECONDS = 60;
/** On a busy box idle priority means waiting. */
const PATIENCE_SECONDS = 120;
const LARGEST_PICTURE_BYTES = 8 * 1024 * 1024;
const LARGEST_ALLOCATION_BYTES = 512 * 1024 * 1024;

const failure = (why: string): DeckError => new DeckError('unsupported-media', `No picture of it can be made: ${why}.`);

/**
 * The first frame of a file at or after a position, as JPEG; undefined when there is none.
 * @param frame.seconds position in the file; 0 for a picture
 * @throws DeckError `unsupported-media` with ffmpeg's reason, `busy`, `internal`; the signal's reason when it is aborted
 */
export const makePicture = async (
  path: string,
  frame: { readonly seconds: number; readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Buffer | undefined> => {
  const { seconds, width, height } = frame;
  const file = await openRegularFile(path).catch((error) => {
    throw new DeckError('file-missing', `The file can't be opened: ${toReason(error)}.`, { cause: error });
  });
  try {
    const limits = ['-protocol_whitelist', 'file', '-format_whitelist', ALLOWED_DEMUXERS];
    const input = [...limits, '-ss', String(seconds), '-i', '/proc/self/fd/0'];
    const scale = `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1`;
    return await runFfmpeg([...input, '-an', '-sn', '-frames:v', '1', '-vf', scale], { input: file.fd, signal });
  } finally {
    await file.close().catch(() => undefined);
  }
};

/** Pictures of one size side by side in one. */
export const joinPictures = async (
  pictures: readonly Buffer[],
  size: { readonly width: number; readonly height: number },
  signal: AbortSignal,
): Promise<Buffer> => {
  const { width, height } = size;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease`;
  const filter = `${fit},pad=${width}:${height}:-1:-1,tile=${pictures.length}x1`;
  const input = ['-f', 'mjpeg', '-i', 'pipe:0', '-frames:v', '1', '-vf', filter];
  const joined = await runFfmpeg(input, { input: Buffer.concat(pictures), signal });
  if (joined === undefined) throw failure('its frames can not be joined');
  return joined;
};

const runFfmpeg = async (
  args: readonly string[],
  { input, signal }: { readonly input: number | Buffer; readonly signal: AbortSignal },
): Promise<Buffer | undefined> => {
  const limits = ['-max_alloc', String(LARGEST_ALLOCATION_BYTES), '-max_pixels', String(MOST_PIXELS)];
  const before = ['-v', 'error', ...limits, '-threads', '1'];
  const after = [
    '-threads',
    '1',
    '-q:v',
    '4',
    '-pix_fmt',
    'yuvj420p',
    '-strict',
    'unofficial',
    '-f',
    'mjpeg',
    'pipe:1',
  ];
  const child = await startFenced(
    'ffmpeg',
    [...before, ...args, ...after],
    { limitSeconds: LIMIT_SECONDS, isIdle: true },
    { stdio: [typeof input === 'number' ? input : 'pipe', 'pipe', 'pipe'] },
  ).catch((error) => {
    throw new DeckError('internal', `ffmpeg could not be run: ${toReason(error)}.`, { cause: error });
  });
  return outputOf(child, { input, signal });
};

const outputOf = (
  child: ChildProcess,
  { input, signal }: { readonly input: number | Buffer; readonly signal: AbortSignal },
): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    let stopped: unknown;
    const stop = (why: unknown): void => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const abort = (): void => stop(signal.reason);
    const busy = new DeckError('busy', 'The player is too busy to make a picture; it will come later.');
    const timer = setTimeout(() => stop(busy), PATIENCE_SECONDS * 1000);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    child.stdin?.on('error', () => undefined).end(typeof input === 'number' ? undefined : input);
    child.stdout?.on('data', (chunk: Buffer) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes > LARGEST_PICTURE_BYTES) stop(failure('it is larger than a picture should be'));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaint.length < 2000) complaint += chunk.toString('utf8');
    });
    child.once('close', (code, signalName) => {
      settle();
      if (stopped !== undefined) reject(stopped);
      else if (code === 0) resolve(bytes > 0 ? Buffer.concat(output) : undefined);
      else if (signalName === 'SIGXCPU') reject(failure(`it took longer than ${LIMIT_SECONDS} s of work`));
      else if (isOutOfMemory(complaint)) reject(failure('it takes more memory than this player has for it'));
      else if (code === NO_SUCH_PROGRAM)
        reject(new DeckError('internal', `ffmpeg could not be run: ${toLack(complaint)}.`));
      else reject(failure(toLastWords(complaint)));
    });
  });

/** ffmpeg names the part of it that complains, with its address, before what it says. */
const toLastWords = (complaint: string): string => {
  const lines = complaint.split('\n').map((line) => line.replace(/^\[[^\]]*\] /, '').trim());
  return (
    lines
      .filter((line) => line !== '')
      .at(-1)
      ?.replace(/\.$/, '') ?? 'ffmpeg does not say why'
  );
};
