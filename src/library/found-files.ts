// Files that were put into the clips folder by hand: probed one after the other in the background.
import type { ProbedMedia } from '../deck/clip.ts';
import { DeckError, toReason } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ClipsFolder } from './clips-folder.ts';
import { probeMedia } from './probe.ts';

export interface FoundClip {
  readonly file: string;
  readonly probed: ProbedMedia;
}

/** Leaves the other cores of a small board to the player. */
const PROBES_AT_ONCE = 2;
/** The first clips are to appear soon; after that, fewer and larger saves spare the card. */
const FIRST_BATCH = 8;

/**
 * The playable ones of `names`, in that order; the others are logged and left alone.
 * @throws DeckError `internal` when nothing can be probed at all
 */
export const probeFoundFiles = async function* (parts: {
  readonly folder: ClipsFolder;
  readonly names: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
}): AsyncGenerator<FoundClip> {
  const { folder, names, log, signal } = parts;

  const probe = async (file: string): Promise<FoundClip | string> => {
    try {
      return { file, probed: await probeMedia(folder.pathOf(file), { signal }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof DeckError) || error.code === 'internal') throw error;
      return `${file} in the clips folder is left out: ${toReason(error)}`;
    }
  };

  for (let at = 0; at < names.length; at += PROBES_AT_ONCE) {
    for (const found of await Promise.all(names.slice(at, at + PROBES_AT_ONCE).map(probe))) {
      if (typeof found === 'string') log.warning(found);
      else yield found;
    }
  }
};

/** Groups what comes, each group twice as large as the one before it. */
export const inBatches = async function* <Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let batch: Item[] = [];
  let size = FIRST_BATCH;
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size *= 2;
  }
  if (batch.length > 0) yield batch;
};
