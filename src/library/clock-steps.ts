// Examines clips anew, once, that an older version took in: it did not look at the clock of files whose frames last long.
import { join } from 'node:path';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Clip } from '../deck/clips/clip.ts';
import { replaceClip } from '../deck/clips/clip-list.ts';
import type { ClipStore } from '../deck/ports.ts';
import { anyText, entries, object, recordOf } from '../schema/schema.ts';
import { createDurableFile } from '../storage/durable-file.ts';
import { probeMedia } from './probe/probe.ts';
import type { IdleQueue } from './thumbnails/idle-queue.ts';

/** In the state folder. */
const FILE = 'clock-steps.json';
/** With the thumbnails. */
const RANK = 2;

const RECORD = object({ ids: entries(anyText, 'an id') });
const MODE = recordOf('the list of examined clips');

const mayLackStep = ({ kind, media }: Clip): boolean =>
  kind === 'video' && media?.longFrames === true && media.clockStepSeconds === undefined;

/**
 * Looks at the clips of the list as it is now, at idle; later ones have been examined by this version.
 * What cannot be examined, or remembered, is tried at the next start.
 * @param deps.onChanged called when a clip has got its step
 */
export const findClockSteps = async (deps: {
  readonly store: Pick<ClipStore, 'document' | 'pathOf' | 'update'>;
  readonly stateDir: string;
  readonly idleQueue: IdleQueue;
  readonly onChanged: () => void;
  readonly log: Log;
}): Promise<void> => {
  const { store, stateDir, idleQueue, onChanged, log } = deps;
  const open = store.document().clips.filter(mayLackStep);
  if (open.length === 0) return;
  const file = createDurableFile({ path: join(stateDir, FILE), parse: (value) => RECORD.parse(value, 'it', MODE) });
  const read = await file.read().catch(() => undefined);
  const examined = new Set(read?.document?.ids ?? []);

  /** Keeps the ids of clips that are still in the list. */
  const remember = async (id: string): Promise<void> => {
    examined.add(id);
    const ids = store.document().clips.flatMap((clip) => (examined.has(clip.id) ? [clip.id] : []));
    await file.write({ ids });
  };

  const examine = async (clip: Clip, signal: AbortSignal): Promise<void> => {
    const { info } = await probeMedia(store.pathOf(clip), { signal }).catch((error) => {
      throw signal.aborted ? signal.reason : error;
    });
    const { clockStepSeconds } = info;
    if (clockStepSeconds === undefined) return;
    await store.update((document) => {
      const now = document.clips.find(({ id, file }) => id === clip.id && file === clip.file);
      if (now?.media === undefined) return document;
      return replaceClip(document, { ...now, media: { ...now.media, clockStepSeconds } });
    });
    onChanged();
  };

  for (const clip of open.filter(({ id }) => !examined.has(id))) {
    idleQueue.add({
      key: `${clip.id}.clock-step`,
      rank: RANK,
      run: async (signal) => {
        await examine(clip, signal);
        await remember(clip.id);
      },
      fail: (error) => log.debug(`${clip.name} could not be examined anew: ${toMessage(error)}`),
    });
  }
};
