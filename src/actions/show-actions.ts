// The verbs of the show: what stands by, GO, and the way through a list.
import { AppError } from '../base/errors.ts';
import { orNull, text } from '../schema/schema.ts';
import { type Action, action, described } from './action.ts';

const id = orNull(text(40));

export const SHOW_ACTIONS: readonly Action[] = [
  action({
    name: 'standby',
    summary: 'Marks what `go` fires next, without changing the output; with neither clip nor item, clears the mark.',
    clip: 'or-none',
    optional: { itemId: described(id, 'an item of the active list instead of a clip') },
    run: ({ deck }, { itemId }, _pick, given) => {
      if (given !== undefined && typeof itemId === 'string') {
        throw new AppError('invalid-value', 'A clip and an item cannot both stand by; allowed: one of the two.');
      }
      return deck.lists.standBy((clips) => {
        if (given !== undefined) return { clipId: given(clips).id };
        return typeof itemId === 'string' ? { itemId } : undefined;
      });
    },
  }),
  action({
    name: 'go',
    summary: 'Fires what stands by, else the next item of the active list.',
    run: ({ deck }) => deck.lists.go(),
  }),
  action({
    name: 'next',
    summary:
      'Goes to the next item of the active list, or clip without one: fires it if something is playing, else cues it.',
    run: ({ deck }) => deck.lists.goToNeighbour('next'),
  }),
  action({
    name: 'previous',
    summary:
      'Goes to the previous item of the active list, or clip without one: fires it if something is playing, else cues it.',
    run: ({ deck }) => deck.lists.goToNeighbour('previous'),
  }),
  action({
    name: 'activate',
    summary:
      'Makes a list the active one, from its first item, without changing the output. Without a list, no list is active.',
    optional: { listId: described(id, 'the list') },
    run: ({ deck }, { listId }) => deck.lists.activate(listId ?? undefined),
  }),
];
