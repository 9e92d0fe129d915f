// The lists on disk: a file for each, so that an edit writes one list, and a file for their order.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toReason, toSystemCode } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { CueList } from '../../deck/lists/cue-list.ts';
import type { ListDocument, ListStore } from '../../deck/lists/list-store.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';
import { orStorageError } from '../storage-error.ts';
import {
  fromListRecord,
  type ListRecord,
  parseListRecord,
  parseOrderRecord,
  parseShowRecord,
  toListRecord,
  toOrderRecord,
} from './list-record.ts';

/** Folder of the lists in the state folder. */
export const LIST_FOLDER = 'lists';
export const ORDER_FILE = 'order.json';
/** A restore puts all lists here, in the state folder. */
export const RESTORED_LISTS = 'lists.json';
export const toListFile = (id: string): string => `list-${id}.json`;

const LIST_FILE = /^list-([0-9a-z-]{1,40})\.json(\.last-good)?$/;

/** @param deps.stateDir its folder for the lists is made with the first one */
export const createListFolder = (deps: { readonly stateDir: string; readonly log: Log }): ListStore => {
  const { stateDir, log } = deps;
  const folder = join(stateDir, LIST_FOLDER);
  const order = createDurableFile({ path: join(folder, ORDER_FILE), parse: parseOrderRecord });
  const pathOf = (id: string): string => join(folder, toListFile(id));
  const fileOf = (id: string): DurableFile<ListRecord> =>
    createDurableFile({ path: pathOf(id), parse: parseListRecord });

  const readList = async (id: string): Promise<readonly CueList[]> => {
    const { document, origin, problems } = await fileOf(id).read();
    for (const problem of problems) log.error(problem);
    if (origin === 'last-good') log.warning(`The last good copy of the list ${document?.name} is in use.`);
    if (document === undefined || document.id !== id) log.warning(`The list ${id} is lost.`);
    return document?.id === id ? [fromListRecord(document)] : [];
  };

  const removeList = async (id: string): Promise<void> => {
    // The file last: its copy alone would be read as the list.
    for (const path of [`${pathOf(id)}.last-good`, pathOf(id)]) await rm(path, { force: true });
  };

  const load = async (): Promise<ListDocument> => {
    const found = await listIds(folder);
    const { document, problems } = await order.read();
    for (const problem of problems) log.error(problem);
    const ids = document?.ids ?? found;
    const lists: CueList[] = [];
    for (const id of ids) lists.push(...(await readList(id)));
    // Left by a power cut: never acknowledged, or deleted.
    if (document !== undefined) for (const id of found) if (!ids.includes(id)) await removeList(id);
    const listId = lists.find(({ id }) => id === document?.listId)?.id;
    return { lists, listId };
  };

  const write = (list: CueList): Promise<void> => fileOf(list.id).write(toListRecord(list));

  /** What was written of a save that failed goes back, as far as the disk allows. */
  const takeBack = async (written: readonly CueList[], before: ListDocument): Promise<void> => {
    for (const { id } of written) {
      const old = before.lists.find((list) => list.id === id);
      await (old === undefined ? removeList(id) : write(old)).catch(() => undefined);
    }
  };

  const save = async (next: ListDocument, before: ListDocument): Promise<void> => {
    const known = new Set(before.lists);
    const written: CueList[] = [];
    const [ids, old] = [toIds(next), toIds(before)];
    try {
      for (const list of next.lists) {
        if (known.has(list)) continue;
        written.push(list);
        await write(list);
      }
      if (next.listId !== before.listId || ids.join() !== old.join())
        await order.write(toOrderRecord(ids, next.listId));
    } catch (error) {
      await takeBack(written, before);
      throw error;
    }
    // What stays is removed when they are read next.
    for (const id of old) if (!ids.includes(id)) await removeList(id).catch(() => undefined);
  };

  /** What a restore has left takes the place of all lists. */
  const takeRestored = async (): Promise<void> => {
    const path = join(stateDir, RESTORED_LISTS);
    const { document, problems } = await createDurableFile({ path, parse: parseShowRecord }).read();
    for (const problem of problems) log.error(problem);
    if (document === undefined) return;
    await save({ lists: document.lists.map(fromListRecord), listId: document.listId }, await load());
    for (const done of [`${path}.last-good`, path]) await rm(done, { force: true });
  };

  return {
    load: async () => {
      try {
        await takeRestored();
        return await load();
      } catch (error) {
        throw new AppError('storage-failed', `Could not read the lists: ${toReason(error)}.`, { cause: error });
      }
    },
    save: (next, before) => orStorageError('save the list', () => save(next, before)),
  };
};

const toIds = ({ lists }: ListDocument): readonly string[] => lists.map(({ id }) => id);

/** In the order of their names; none when there is no folder yet. */
const listIds = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(folder);
    return [...new Set(names.flatMap((name) => LIST_FILE.exec(name)?.[1] ?? []))].sort();
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return [];
    throw error;
  }
};
