// Gives a clip another file in one durable step: after a power cut it has the one or the other, and no third file is left.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type Clip, type ProbedMedia, toMilliseconds } from '../../deck/clips/clip.ts';
import { anyText, object, parseUntrusted, type ValueOf } from '../../schema/schema.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { syncFolder, writeSynced } from '../../storage/synced-file.ts';
import type { ClipsFolder } from '../clips-folder.ts';
import { CONVERT_PREFIX } from '../file-name.ts';

const SUFFIX = '.json';

/** Notes are settled before anything else of a conversion is removed. */
export const isSwapNote = (name: string): boolean => name.startsWith(CONVERT_PREFIX) && name.endsWith(SUFFIX);

/** Bare names in the clips folder. */
const NOTE = object({ id: anyText, from: anyText, to: anyText });
type SwapNote = ValueOf<typeof NOTE>;

/**
 * The clip with another file, which shows the same: everything that operators set is kept. The file may be a little longer or
 * shorter; a clip that was played to its end still is.
 */
export const withFile = (clip: Clip, file: string, probed: ProbedMedia): Clip => {
  const durationSeconds = toMilliseconds(probed.durationSeconds);
  const isToEnd = clip.outSeconds >= clip.durationSeconds;
  const outSeconds = isToEnd ? durationSeconds : Math.min(clip.outSeconds, durationSeconds);
  const sectionSeconds = clip.outSeconds - clip.inSeconds;
  // A list with an empty section could not be read again.
  const inSeconds =
    clip.inSeconds < outSeconds ? clip.inSeconds : Math.max(0, toMilliseconds(outSeconds - sectionSeconds));
  const { received: _received, ...kept } = clip;
  return { ...kept, file, durationSeconds, inSeconds, outSeconds, media: probed.info };
};

/**
 * The note is on the disk before the result has its name; the saved list decides which of the two files stays.
 * @param deps.save saves the list in which the clip has the file `to`; all or nothing
 * @throws the error of the step that failed; the original is in place then, and the result is gone
 */
export const swapFile = async (deps: {
  readonly folder: ClipsFolder;
  /** Synced, in the clips folder. */
  readonly temporaryPath: string;
  readonly note: SwapNote;
  readonly save: () => Promise<unknown>;
  readonly log: Log;
}): Promise<void> => {
  const { folder, temporaryPath, note, save, log } = deps;
  const notePath = folder.pathOf(`${basename(temporaryPath)}${SUFFIX}`);
  try {
    await writeSynced(notePath, JSON.stringify(note), 0o600);
    await syncFolder(folder.path);
    await folder.adopt(temporaryPath, note.to);
    await save();
  } catch (error) {
    const back = settle(folder, folder.pathOf(note.to), notePath);
    await back.catch((second) => log.error(`Could not undo a conversion that failed: ${toReason(second)}.`));
    throw error;
  }
  await settle(folder, folder.pathOf(note.from), notePath).catch((error) =>
    log.error(`The original of a converted clip could not be removed: ${toReason(error)}. The next start removes it.`),
  );
};

/** Removes the file that lost; the note must not be gone before it. */
const settle = async (folder: ClipsFolder, path: string, notePath: string): Promise<void> => {
  await folder.discard(path);
  await syncFolder(folder.path);
  await folder.discard(notePath);
};

const readNote = async (path: string): Promise<SwapNote | undefined> => {
  const file = await openRegularFile(path);
  try {
    return parseUntrusted(NOTE, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
};

/** Finishes or undoes what a power cut interrupted. Never rejects for a single file. */
export const finishSwaps = async (deps: {
  readonly folder: ClipsFolder;
  readonly clips: readonly Clip[];
  readonly log: Log;
}): Promise<void> => {
  const { folder, clips, log } = deps;
  const isInList = (name: string): boolean => clips.some(({ file }) => file === name);
  const finish = async (notePath: string): Promise<void> => {
    const note = await readNote(notePath);
    const clip = clips.find(({ id }) => id === note?.id);
    // Without the clip nobody knows which file is wanted: both stay.
    const lost = note && clip && [note.from, note.to].find((name) => name !== clip.file && isBareName(name));
    const isDecided = clip !== undefined && (clip.file === note?.from || clip.file === note?.to);
    const isSafe = isDecided && (await folder.canOpen(folder.pathOf(clip.file)));
    if (lost !== undefined && isSafe && !isInList(lost)) {
      await settle(folder, folder.pathOf(lost), notePath);
      log.info(`Removed ${lost}, left by an interrupted conversion.`);
    } else await folder.discard(notePath);
  };
  const names = (await folder.names()).filter(isSwapNote);
  for (const name of names) {
    await finish(folder.pathOf(name)).catch((error) =>
      log.warning(`Cannot clean up after the interrupted conversion ${name}: ${toReason(error)}.`),
    );
  }
};

/** Only names in the folder itself. */
const isBareName = (name: string): boolean => name !== '' && !/[/\0]/.test(name) && !name.startsWith('.');
