// Operations on the lists on disk, done on command: what to do, and the folder of the lists.
import { dirname } from 'node:path';
import { AppError } from '../../src/base/errors.ts';
import { toItem } from '../../src/deck/lists/cue-list.ts';
import type { ListDocument } from '../../src/deck/lists/list-store.ts';
import { createListFolder } from '../../src/library/lists/list-folder.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { onCommand } from './on-command.ts';

const makeList = (id: string, name = id) => ({
  ...{ id, name, repeat: false, shuffle: false },
  items: [toItem({ id: 'one', clipId: 'a', follow: 'next' })],
});

const CHANGES: Readonly<Record<string, (before: ListDocument) => ListDocument>> = {
  create: (before) => ({ ...before, lists: [...before.lists, makeList('c')] }),
  edit: ({ lists, listId }) => ({
    lists: lists.map((list) => (list.id === 'a' ? makeList('a', 'new') : list)),
    listId,
  }),
  activate: (before) => ({ ...before, listId: 'b' }),
  delete: ({ lists }) => ({ lists: lists.filter(({ id }) => id !== 'a'), listId: undefined }),
};

void onCommand(async ([operation = '', folder = '']) => {
  const log = createRecordingLog();
  const store = createListFolder({ stateDir: dirname(folder), log });
  const before = await store.load();
  return async () => {
    const change = CHANGES[operation];
    if (change === undefined) throw new Error(`unknown: ${operation}`);
    const outcome = await store.save(change(before), before).then(
      () => 'done',
      (error) => (error instanceof AppError ? error.code : `unforeseen: ${error}`),
    );
    return { outcome, troubles: log.lines.map(({ text }) => text) };
  };
});
