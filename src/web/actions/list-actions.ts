// Making, changing and deleting lists; the output stays as it is.
import { ApiError, call, type List, type ListItem } from '../client/api.ts';
import { lists } from '../client/event-stream.ts';
import { adoptList } from '../client/list-content.ts';
import { attempt } from '../components/toasts.tsx';

type Patch = Partial<Pick<List, 'name' | 'repeat' | 'shuffle'>>;

/** Resolves to undefined when the player refuses it. */
export const createList = async (name: string, clipIds: readonly string[]): Promise<List | undefined> => {
  let list: List | undefined;
  await attempt(async () => {
    list = await call('post', '/lists', { body: { name, items: clipIds.map((clipId) => ({ clipId })) } });
  });
  return list;
};

export const patchList = (id: string, body: Patch): Promise<boolean> =>
  attempt(async () => adoptList(await call('patch', '/lists/{id}', { path: { id }, body })));

export const deleteList = (id: string): Promise<boolean> =>
  attempt(() => call('delete', '/lists/{id}', { path: { id } }));

type GivenItems = readonly ({ readonly clipId: string } & Partial<ListItem>)[];

const MAX_TRIES = 20;
const MAX_WAIT_MS = 500;

const revisionOf = (id: string): number | undefined => lists.get()?.find((list) => list.id === id)?.revision;

/** Resolves when the player tells another revision of the list, at the latest after a moment. */
const waitForOther = (id: string, revision: number | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (revisionOf(id) !== revision) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, MAX_WAIT_MS);
    const stop = lists.subscribe(() => revisionOf(id) !== revision && end());
  });

/** The revision that the last edit of this page was made from: the list is past it, though the next one may not be told yet. */
let spent: { readonly id: string; readonly revision: number | undefined } | undefined;

const editOnce = async (id: string, change: (items: readonly ListItem[]) => GivenItems): Promise<List> => {
  if (spent?.id === id) await waitForOther(id, spent.revision);
  // Read before the list: what changes while it is read is refused.
  const revision = revisionOf(id);
  const now = await call('get', '/lists/{id}', { path: { id } });
  const items = change(now.items);
  if (items === now.items) return now;
  spent = { id, revision };
  const body = { items: [...items], ...(revision !== undefined && { revision }) };
  return call('put', '/lists/{id}/items', { path: { id }, body });
};

/** Somebody else may edit the list at the same time: then the change is made to theirs. */
const editSafely = async (...edit: Parameters<typeof editOnce>): Promise<List> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await editOnce(...edit);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'list-changed' || tries === MAX_TRIES) throw error;
    }
  }
};

/** Edits of this page run in order. */
let edits: Promise<unknown> = Promise.resolve();

/**
 * @param change returns the same items when there is nothing to change; called again when somebody else was first
 * @returns the list as it is then; undefined when the player refuses it
 */
export const editItems = (...edit: Parameters<typeof editOnce>): Promise<List | undefined> => {
  const done = edits.then(async () => {
    let list: List | undefined;
    await attempt(async () => {
      list = await editSafely(...edit);
      adoptList(list);
    });
    return list;
  });
  edits = done;
  return done;
};
