// The clip list on disk: one owner, one queue; every edit is durable before anyone sees it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { AppError, toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { type Clip, createClip, createSplashClip, type FoundFile } from '../deck/clips/clip.ts';
import {
  appendClip,
  clipById,
  DEFAULT_SETTINGS,
  type DeckDocument,
  removeClip,
  replaceClip,
} from '../deck/clips/clip-list.ts';
import { insertClip } from '../deck/clips/clip-patch.ts';
import { type Order, placeIn, restoreOrder } from '../deck/clips/kept-order.ts';
import { createDurableFile } from '../storage/durable-file.ts';
import type { ClipLibrary } from './clip-library.ts';
import { createAdapter } from './clip-list-adapter.ts';
import { parseRecord, toRecord } from './clip-record.ts';
import { createClipsFolder } from './clips-folder.ts';
import { swapFile, withFile } from './convert/file-swap.ts';
import { toFileName } from './file-name.ts';
import { type FoundClip, importFound } from './folder-import.ts';
import { withReceived } from './integrity/received.ts';
import { findLeftovers, finishRestores } from './pending-restore.ts';
import { ProbeQueue } from './probe/examinations.ts';
import { sweepClipsFolder } from './startup-cleanup.ts';
import { orStorageError } from './storage-error.ts';

/**
 * Reads the list and cleans up after a power cut. Opens in any state of the files.
 * @param deps.splashPath absolute path of the splash picture
 * @param deps.systemPictures absolute paths of pictures that are not clips, though they may be in the clips folder
 */
export const openClipStore = async (deps: {
  readonly clipsDir: string;
  readonly stateDir: string;
  readonly splashPath: string;
  readonly systemPictures: readonly string[];
  readonly examinations?: ProbeQueue;
  readonly log: Log;
}): Promise<ClipLibrary> => {
  const { log, examinations = new ProbeQueue() } = deps;
  const folder = createClipsFolder(deps.clipsDir);
  const file = createDurableFile({ path: join(deps.stateDir, 'clips.json'), parse: parseRecord });
  const queue = new SerialQueue();
  await finishRestores({ stateDir: deps.stateDir, folder, list: file, log });

  const splash = createSplashClip(deps.splashPath);
  const low = new Low(createAdapter(file, log), toRecord({ clips: [splash], settings: DEFAULT_SETTINGS }));
  await low.read();
  let saved: DeckDocument = withSplashAt(deps.splashPath, low.data);
  const isLeftover = await findLeftovers(deps.stateDir);
  const hidden = new Map<string, HiddenClip>();
  let examining: readonly FoundFile[] = [];
  let order = idsOf(saved);
  const present = new Set(await sweepClipsFolder({ folder, clips: saved.clips, isLeftover, log }));

  const isInList = (name: string): boolean => saved.clips.some((clip) => clip.file === name);

  // The visible document changes only when the disk has it, so that a full disk cannot part the two.
  const save = async (next: DeckDocument): Promise<DeckDocument> => {
    if (next === saved) return saved;
    low.data = toRecord(next);
    await low.write();
    saved = next;
    order = restoreOrder(order, idsOf(next));
    return saved;
  };

  /** Forgets a clip that cannot be restored any more. */
  const forget = (id: string): void => {
    order = order.filter((other) => other !== id);
  };

  const orUndo = async <Result>(step: () => Promise<Result>, back: () => Promise<unknown>): Promise<Result> => {
    try {
      return await step();
    } catch (error) {
      await back().catch((second) => log.error(`Could not undo a change that failed: ${toReason(second)}.`));
      throw error;
    }
  };

  const appendFound = (found: readonly FoundClip[]): Promise<void> =>
    queue.run(async () => {
      const fresh = found.filter(({ file }) => !isInList(file));
      for (const { file } of fresh) present.add(file);
      const clips = fresh.map(({ id, file, probed }) => createClip(id, file, probed));
      await save({ ...saved, clips: [...saved.clips, ...clips] });
      examining = examining.filter(({ id }) => clips.every((clip) => clip.id !== id));
    });

  // The file stays hidden until the list without it is saved: a power cut in between restores both.
  const removeEntry = (
    pick: (clips: readonly Clip[]) => Clip,
    finish: (entry: HiddenClip) => Promise<void>,
  ): Promise<DeckDocument> =>
    queue.run(() => {
      const before = saved;
      const clip = pick(before.clips);
      const { id, file } = clip;
      const after = removeClip(before, id);
      return orStorageError(`remove ${file}`, async () => {
        const wasThere = await folder.hide(file, id);
        const leave = async (): Promise<void> => {
          await save(after);
          await finish({ clip, wasThere });
        };
        await orUndo(leave, async () => {
          await save(before);
          if (wasThere) await folder.unhide(file, id);
        });
        present.delete(file);
        return saved;
      });
    });

  return {
    subscribe: folder.subscribe,
    document: () => saved,
    examining: () => examining,
    pathOf: (clip) => (clip.kind === 'splash' ? clip.file : folder.pathOf(clip.file)),
    isMissing: (clip) => clip.kind !== 'splash' && !present.has(clip.file),

    isThere: async (clip) => {
      if (clip.kind === 'splash') return folder.canOpen(clip.file);
      const isThere = await folder.canOpen(folder.pathOf(clip.file));
      if (isThere) present.add(clip.file);
      else present.delete(clip.file);
      return isThere;
    },

    update: (edit) =>
      queue.run(() => {
        const next = edit(saved);
        return orStorageError('save the clip list', () => save(next));
      }),

    add: ({ temporaryPath, fileName, probed, arrived }) =>
      queue.run(() =>
        orStorageError(`keep ${fileName}`, () => {
          let path = temporaryPath;
          const adopt = async (): Promise<DeckDocument> => {
            const name = await folder.freeName(toFileName(fileName), isInList);
            await folder.adopt(temporaryPath, name);
            path = folder.pathOf(name);
            const clip = await withReceived(createClip(newId(), name, probed), path, arrived);
            await save(appendClip(saved, clip));
            present.add(name);
            return saved;
          };
          return orUndo(adopt, () => folder.discard(path));
        }),
      ),

    replaceFile: ({ id, from, temporaryPath, fileName, probed }) =>
      queue.run(() => {
        const replace = async (): Promise<DeckDocument> => {
          const clip = clipById(saved.clips, id);
          if (clip.file !== from) throw new AppError('file-missing', `${clip.name} has another file by now.`);
          const to = await folder.freeName(toFileName(fileName), isInList);
          const next = replaceClip(saved, withFile(clip, to, probed));
          await swapFile({ folder, temporaryPath, note: { id, from, to }, save: () => save(next), log });
          present.delete(from);
          present.add(to);
          return saved;
        };
        return orStorageError(`keep ${fileName}`, () => orUndo(replace, () => folder.discard(temporaryPath)));
      }),

    remove: (pick) =>
      removeEntry(pick, async ({ clip, wasThere }) => {
        if (wasThere) await folder.erase(clip.id);
        forget(clip.id);
      }),

    hide: (pick) => removeEntry(pick, async (entry) => void hidden.set(entry.clip.id, entry)),

    restore: (id) =>
      queue.run(() => {
        const entry = hidden.get(id);
        if (entry === undefined) {
          throw new AppError('clip-not-found', `There is no deleted clip with the id ${JSON.stringify(id)} any more.`);
        }
        const { clip, wasThere } = entry;
        return orStorageError(`bring back ${clip.file}`, async () => {
          const file = await folder.freeName(clip.file, isInList);
          if (wasThere) await folder.unhide(file, id);
          await orUndo(
            () => save(insertClip(saved, { ...clip, file }, placeIn(order, id, idsOf(saved)))),
            async () => wasThere && folder.hide(file, id),
          );
          hidden.delete(id);
          if (wasThere) present.add(file);
          return saved;
        });
      }),

    erase: (id) =>
      queue
        .run(async () => {
          if (!hidden.delete(id)) return;
          forget(id);
          await folder.erase(id);
        })
        .catch((error) => log.error(`A deleted clip's file could not be removed: ${toReason(error)}.`)),

    reconcile: async ({ onFound, signal }) => {
      try {
        const { files, others } = await queue.run(folder.candidates);
        for (const name of others)
          log.warning(`${name} in the clips folder is ignored: it is a folder, a link or a device, not a file.`);
        const known = new Set([...saved.clips.map((clip) => folder.pathOf(clip.file)), ...deps.systemPictures]);
        const found = files.filter((name) => !known.has(folder.pathOf(name))).map((file) => ({ id: newId(), file }));
        const onRest = (rest: readonly FoundFile[]): void => {
          examining = rest;
          onFound();
        };
        if (found.length > 0) onRest(found);
        await importFound({ folder, files: found, examinations, importClips: appendFound, onRest, log, signal });
      } catch (error) {
        if (!signal.aborted) log.error(`Cannot import the files found in ${folder.path}: ${toReason(error)}.`);
      }
      if (examining.length === 0 || signal.aborted) return;
      examining = [];
      onFound();
    },
  };
};

/** A clip that was removed from the list while its file is kept. */
interface HiddenClip {
  readonly clip: Clip;
  readonly wasThere: boolean;
}

/** The path of the splash picture belongs to the installation, not to the list. */
const withSplashAt = (path: string, { clips, settings }: DeckDocument): DeckDocument => ({
  clips: clips.map((clip) => (clip.kind === 'splash' ? { ...clip, file: path } : clip)),
  settings,
});

const idsOf = ({ clips }: DeckDocument): Order => clips.map(({ id }) => id);

const newId = (): string => randomBytes(6).toString('hex');
