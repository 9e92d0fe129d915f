// Cleans the clips folder after a power cut: drops dead uploads and conversions, finishes or undoes removals and swaps.
import { basename } from 'node:path';
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Clip } from '../deck/clips/clip.ts';
import type { ClipsFolder } from './clips-folder.ts';
import { finishSwaps, isSwapNote } from './convert/file-swap.ts';
import { CONVERT_PREFIX, TRASH_PREFIX, UPLOAD_PREFIX } from './file-name.ts';
import { findLeftUploads } from './interrupted-uploads.ts';

/**
 * @param deps.isLeftover tells further leftover names
 * @returns the names of the remaining files; empty when the folder cannot be read
 */
export const sweepClipsFolder = async (deps: {
  readonly folder: ClipsFolder;
  readonly clips: readonly Clip[];
  readonly isLeftover: (name: string) => boolean;
  readonly log: Log;
}): Promise<ReadonlySet<string>> => {
  const { folder, clips, isLeftover, log } = deps;

  const settle = async (name: string, isLeft: (name: string) => boolean): Promise<void> => {
    if (name.startsWith(UPLOAD_PREFIX) && !isLeft(name)) {
      await folder.discard(folder.pathOf(name));
      log.info(`Removed ${name}, an unfinished upload.`);
    }
    if (name.startsWith(CONVERT_PREFIX) && !isSwapNote(name)) {
      await folder.discard(folder.pathOf(name));
      log.info(`Removed ${name}, an unfinished conversion.`);
    }
    if (isLeftover(name)) {
      await folder.discard(folder.pathOf(name));
      log.info(`Removed ${name}, left by an unfinished restore.`);
    }
    if (name.startsWith(TRASH_PREFIX)) {
      const id = name.slice(TRASH_PREFIX.length);
      const clip = clips.find((entry) => entry.id === id);
      if (clip === undefined) return folder.erase(id);
      // If another file has taken the name meanwhile, both are kept.
      await folder.unhide(await folder.freeName(clip.file, () => false), id);
      log.info(`${clip.file} is back: its removal was interrupted.`);
    }
  };

  try {
    await finishSwaps({ folder, clips, log });
    const left = (await findLeftUploads(folder.path)).map(({ temporaryPath }) => basename(temporaryPath));
    const isLeft = (name: string): boolean => left.some((upload) => name === upload || name === `${upload}.json`);
    for (const name of await folder.names()) {
      await settle(name, isLeft).catch((error) => log.warning(`Cannot remove ${name}: ${toReason(error)}.`));
    }
    return new Set(await folder.names());
  } catch (error) {
    log.error(`Could not read the clips folder ${folder.path}: ${toReason(error)}.`);
    return new Set();
  }
};
