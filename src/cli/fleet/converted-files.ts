// Converts local files before they are sent to players; the results lie in a temporary folder while they are needed.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
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

const ENCODING_SHARE = 0.9;

/** `film.mov` becomes `film.mp4`. */
const toResultName = (path: string): string => `${basename(path).replace(/\.[A-Za-z0-9]{1,8}$/, '')}.mp4`;

/** Converts one file into a folder; the file itself when it is a still, or as wanted already. */
const convert = async (path: string, folder: string, io: CliIo, signal: AbortSignal): Promise<LocalFile> => {
  const probed = await probeMedia(path, { signal });
  if (!probed.moving) return findLocalFile(path);
  const progress = createProgress(io, `converting ${basename(path)}`);
  const resultPath = join(folder, toResultName(path));
  try {
    const result = await convertFile({
      ...{ path, clip: createClip('local', basename(path), probed), resultPath, target: EVERY_BOARD },
      ...{ priority: 'normal', pause: new PauseSwitch(), signal },
      onProgress: (stage, share) =>
        progress.show(stage === 'converting' ? share * ENCODING_SHARE : ENCODING_SHARE + share * (1 - ENCODING_SHARE)),
    });
    if (result === undefined) return await findLocalFile(path);
    // Players and answers name it beside its original.
    return { ...(await findLocalFile(resultPath)), path: join(dirname(path), basename(resultPath)) };
  } finally {
    progress.end();
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Converts files, one after another, and does the work with the results, which are removed then, also when the command is interrupted.
 * @throws CliError when one cannot be converted, or the command is interrupted; whatever the work throws
 */
export const withConvertedFiles = async <Result>(
  paths: readonly string[],
  io: CliIo,
  work: (files: readonly LocalFile[]) => Promise<Result>,
): Promise<Result> => {
  const ending = new AbortController();
  const end = (): void => ending.abort(new CliError(EXIT.refused, 'Interrupted; nothing was sent.'));
  for (const signal of SIGNALS) process.once(signal, end);
  const folder = await mkdtemp(join(tmpdir(), 'cuedeck-convert-'));
  const files: LocalFile[] = [];
  try {
    for (const [number, path] of paths.entries()) {
      const place = join(folder, String(number));
      await mkdir(place);
      files.push(await convert(path, place, io, ending.signal));
    }
    const interrupted = new Promise<never>((_, reject) =>
      ending.signal.addEventListener('abort', () => reject(new CliError(EXIT.refused, 'Interrupted.'))),
    );
    return await Promise.race([work(files), interrupted]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CliError(EXIT.refused, `${paths[files.length]}: ${toMessage(error)}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await rm(folder, { recursive: true, force: true });
  }
};
