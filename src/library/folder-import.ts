// Imports files placed in the clips folder by hand, in name order.
import { setMaxListeners } from 'node:events';
import { AppError, toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { FoundFile, ProbedMedia } from '../deck/clips/clip.ts';
import type { ClipsFolder } from './clips-folder.ts';
import type { ProbeQueue } from './probe/examinations.ts';

export interface FoundClip extends FoundFile {
  readonly probed: ProbedMedia;
}

/** The first clips appear soon; after that, fewer and larger saves spare the card. */
const FIRST_BATCH = 8;
/** How long a clip waits for the others of its batch. */
const MAX_BATCH_SECONDS = 5;
/** Attempts to probe a file on a busy machine. */
const MAX_TRIES = 3;

interface Entry {
  readonly found: FoundFile;
  /** Later files do not wait for this one. */
  isSlow: boolean;
  /** The clip, or the reason for its rejection; undefined while the probe runs. */
  result: FoundClip | string | undefined;
}

/**
 * Probes files and passes on the playable ones in the given order, except that none waits for a slow one;
 * unplayable ones are logged and left alone.
 * @param deps.take appends clips to the list; called once at a time
 * @param deps.onRest called with the files that are still to be probed, whenever they become fewer
 * @throws AppError `internal` when nothing can be probed at all, and errors of `take`; the signal's reason
 */
export const importFound = async (deps: {
  readonly folder: ClipsFolder;
  readonly files: readonly FoundFile[];
  readonly examinations: ProbeQueue;
  readonly importClips: (clips: readonly FoundClip[]) => Promise<unknown>;
  readonly onRest: (rest: readonly FoundFile[]) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Promise<void> => {
  const { files, importClips, onRest, log } = deps;
  const ending = new AbortController();
  const signal = AbortSignal.any([deps.signal, ending.signal]);
  // Each file adds a listener, and there may be thousands.
  setMaxListeners(0, signal);
  let rest: readonly Entry[] = files.map((found) => ({ found, isSlow: false, result: undefined }));
  let batch = FIRST_BATCH;
  let importedAt = performance.now();
  let taking: Promise<void> | undefined;

  const importReady = async (): Promise<void> => {
    for (;;) {
      const stopAt = rest.findIndex(({ result, isSlow }) => result === undefined && !isSlow);
      const ready = rest.filter(({ result }, index) => result !== undefined && (stopAt < 0 || index < stopAt));
      const isSoon = performance.now() - importedAt < MAX_BATCH_SECONDS * 1000;
      if (ready.length === 0 || (stopAt >= 0 && isSoon && ready.length < batch)) return;
      for (const { result } of ready) if (typeof result === 'string') log.warning(result);
      await importClips(ready.flatMap(({ result }) => (typeof result === 'object' ? [result] : [])));
      rest = rest.filter((entry) => !ready.includes(entry));
      onRest(rest.map(({ found }) => found));
      batch *= 2;
      importedAt = performance.now();
    }
  };
  const goOn = async (): Promise<void> => {
    while (taking !== undefined) await taking;
    taking = importReady().finally(() => {
      taking = undefined;
    });
    await taking;
  };

  const probeEntry = async (entry: Entry): Promise<void> => {
    const onSlow = (): void => {
      entry.isSlow = true;
      goOn().catch(() => undefined);
    };
    entry.result = await probeFound({ ...deps, signal, found: entry.found, onSlow });
    await goOn();
  };
  try {
    await Promise.all(rest.map(probeEntry));
  } catch (error) {
    ending.abort(error);
    throw error;
  }
};

/** @returns the reason when it cannot be played */
const probeFound = async (deps: {
  readonly folder: ClipsFolder;
  readonly found: FoundFile;
  readonly examinations: ProbeQueue;
  readonly onSlow: () => void;
  readonly signal: AbortSignal;
}): Promise<FoundClip | string> => {
  const { folder, found, examinations, onSlow, signal } = deps;
  const path = folder.pathOf(found.file);
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...found, probed: await examinations.probe(path, { urgency: 'found', signal, onSlow }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError) || error.code === 'internal') throw error;
      if (error.code === 'busy' && tries < MAX_TRIES) continue;
      return error.code === 'busy'
        ? `${found.file} in the clips folder is left out until the next start: the player is too busy to examine it.`
        : `${found.file} in the clips folder is left out: ${toReason(error)}.`;
    }
  }
};
