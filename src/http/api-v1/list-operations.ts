// The rows of /api/v1 about the lists of cues.
import { type CueList, createId } from '../../deck/lists/cue-list.ts';
import { addList, type Lists, listById, patchList, removeList, replaceItems } from '../../deck/lists/list-edits.ts';
import { HttpError } from '../http-error.ts';
import { LIST, LIST_PATCH, LISTS, NEW_LIST, ORDER, revisionOf, toList } from './list-schemas.ts';
import { type ApiContext, type ApiOperation, bareOperation, type Call, operation } from './operation.ts';

/** Of a list with the most items and their longest notes. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const idOf = ({ path }: Pick<Call<unknown>, 'path'>): string => path.id ?? '';

const shown = ({ deck }: ApiContext, lists: Lists, id: string) =>
  toList(listById(lists, id), deck.state().document.clips);

/** @throws HttpError `list-changed` */
const checkRevision = (list: CueList, revision: number | undefined): void => {
  if (revision === undefined || revision === revisionOf(list)) return;
  const message = `The list ${list.name} has changed: its revision is ${revisionOf(list)}, no longer ${revision}.`;
  throw new HttpError({ code: 'list-changed', message });
};

export const LIST_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'listLists',
    isLong: true,
    method: 'GET',
    path: '/lists',
    summary: 'Sends the lists with their items.',
    shape: LISTS,
    run: async ({ deck }) => (await deck.lists.all()).map((list) => toList(list, deck.state().document.clips)),
  }),
  operation({
    id: 'createList',
    method: 'POST',
    path: '/lists',
    summary: 'Makes a list, after the others.',
    body: NEW_LIST,
    bodyBytes: MAX_BODY_BYTES,
    status: 201,
    shape: LIST,
    run: async (context, { body }) => {
      const id = createId();
      await context.deck.lists.edit((lists, clips) => addList(lists, body, clips, id));
      return shown(context, await context.deck.lists.all(), id);
    },
  }),
  operation({
    id: 'getList',
    method: 'GET',
    path: '/lists/{id}',
    summary: 'Sends one list with its items.',
    shape: LIST,
    run: async (context, call) => shown(context, await context.deck.lists.all(), idOf(call)),
  }),
  operation({
    id: 'patchList',
    method: 'PATCH',
    path: '/lists/{id}',
    summary: 'Changes what is given: name, repeat, shuffle.',
    body: LIST_PATCH,
    shape: LIST,
    run: async (context, call) => {
      await context.deck.lists.edit((lists) => patchList(lists, idOf(call), call.body));
      return shown(context, await context.deck.lists.all(), idOf(call));
    },
  }),
  bareOperation({
    id: 'deleteList',
    method: 'DELETE',
    path: '/lists/{id}',
    summary: 'Deletes a list; what is on the output plays on, and its last picture holds.',
    run: ({ deck }, call) => deck.lists.edit((lists) => removeList(lists, idOf(call))),
  }),
  operation({
    id: 'putListItems',
    method: 'PUT',
    path: '/lists/{id}/items',
    summary:
      'Replaces the items of a list, in their order; an item sent with its id keeps it. With a revision, refuses a list that has changed since.',
    body: ORDER,
    bodyBytes: MAX_BODY_BYTES,
    shape: LIST,
    run: async (context, call) => {
      const { items, revision } = call.body;
      await context.deck.lists.edit((lists, clips) => {
        checkRevision(listById(lists, idOf(call)), revision);
        return replaceItems(lists, idOf(call), items, clips);
      });
      return shown(context, await context.deck.lists.all(), idOf(call));
    },
  }),
];
