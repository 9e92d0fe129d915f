// Converts local files before they are sent to players; the results lie in a temporary folder while they are needed.
import { mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { AppError, toMessage } from '../../base/errors.ts';
import { createClip } from '../../deck/clips/clip.ts';
import { convertFile } from '../../library/convert/file-conversion.ts';
import { PauseSwitch } from '../../library/convert/pause-switch.ts';
import { EVERY_BOARD } from '../../library/convert/target.ts';
import { probeMedia } from '../../library/probe/probe.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { CliIo } from '../command.ts';
import { findLocalFile, type LocalFile } from '../local-file.ts';
import { createProgress } from '../progress.ts';
import { changedError, readStamp } from '../stable-file-reader.ts';
import { ENDINGS, inWorkFolder } from '../work-folder.ts';

const ENCODING_SHARE = 0.9;

/** `film.mov` becomes `film.mp4`. */
const toResultName = (path: string): string => `${basename(path).replace(/\.[A-Za-z0-9]{1,8}$/, '')}.mp4`;

/** Converts one file into a folder; the file itself when it is a still, or as wanted already. */
const convert = async (path: string, folder: string, io: CliIo, signal: AbortSignal): Promise<LocalFile> => {
  // What a player converts is no link; here the files lie where their owner has put them.
  const source = await realpath(path);
  const probed = await probeMedia(source, { signal });
  if (!probed.moving) return findLocalFile(path);
  const progress = createProgress(io, `converting ${basename(path)}`);
  // Its own name may be too long with another ending.
  const resultPath = join(folder, 'result.mp4');
  try {
    const result = await convertFile({
      ...{ path: source, clip: createClip('local', basename(path), probed), resultPath, target: EVERY_BOARD },
      ...{ priority: 'normal', pause: new PauseSwitch(), signal },
      onProgress: (stage, share) =>
        progress.show(stage === 'converting' ? share * ENCODING_SHARE : ENCODING_SHARE + share * (1 - ENCODING_SHARE)),
    });
    if (result === undefined) return await findLocalFile(path);
    const name = toResultName(path);
    // Players and answers name it beside its original.
    return { ...(await findLocalFile(resultPath)), name, path: join(dirname(path), name) };
  } finally {
    progress.end();
  }
};

/**
 * The same, for a file that must not change meanwhile.
 * @throws CliError: that the file has changed, rather than what failed because of it
 */
const convertUnchanged = async (path: string, folder: string, io: CliIo, signal: AbortSignal): Promise<LocalFile> => {
  const before = await readStamp(path);
  const check = async (): Promise<void> => {
    signal.throwIfAborted();
    if ((await readStamp(path)) !== before) throw changedError(path, 'converted');
  };
  try {
    const file = await convert(path, folder, io, signal);
    await check();
    return file;
  } catch (error) {
    await check();
    throw error instanceof AppError ? new CliError(EXIT.refused, `${path}: ${toMessage(error)}`) : error;
  }
};

/** @param end called in place of what the first signal would do: end this process */
const withSignals = async <Result>(end: () => void, work: () => Promise<Result>): Promise<Result> => {
  for (const signal of ENDINGS) process.once(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of ENDINGS) process.off(signal, end);
  }
};

/**
 * Converts files, one after another, and does the work with the results, which are removed then, also when the command is interrupted.
 * @throws CliError when one cannot be converted, or that is interrupted; whatever the work throws
 */
export const withConvertedFiles = async <Result>(
  paths: readonly string[],
  io: CliIo,
  work: (files: readonly LocalFile[]) => Promise<Result>,
): Promise<Result> =>
  inWorkFolder('convert', tmpdir(), async (folder) => {
    const ending = new AbortController();
    const interrupt = (): void => ending.abort(new CliError(EXIT.refused, 'Interrupted; nothing was sent.'));
    const files = await withSignals(interrupt, async () => {
      const converted: LocalFile[] = [];
      for (const [number, path] of paths.entries()) {
        const place = join(folder, String(number));
        await mkdir(place);
        converted.push(await convertUnchanged(path, place, io, ending.signal));
      }
      return converted;
    });
    // Uploads that run do not end by themselves: a signal ends the process, as without a conversion.
    return work(files);
  });
