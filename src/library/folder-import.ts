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

/** The first clips are to appear soon; after that, fewer and larger saves spare the card. */
const FIRST_BATCH = 8;
/** So long a clip waits for the others of its batch. */
const MAX_BATCH_SECONDS = 5;
/** A box that is too busy to examine a file is given time. */
const MAX_TRIES = 3;

interface Entry {
  readonly found: FoundFile;
  /** Those behind it do not wait for it. */
  isSlow: boolean;
  /** What it is, or why it is left out; undefined while that is not known. */
  result: FoundClip | string | undefined;
}

/**
 * Examines files and hands on those that can be played, in the order that is given, but none waits for one that takes long;
 * the others are logged and left alone.
 * @param parts.take appends clips to the list; called once at a time
 * @param parts.onRest told of what is still to be examined, each time that is less
 * @throws AppError `internal` when nothing can be examined at all, and what `take` throws; the signal's reason
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
  // Each file listens, and there may be thousands.
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

/** @returns why it is left out when it cannot be played */
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
        : `${found.file} in the clips folder is left out: ${toReason(error)}`;
    }
  }
};
