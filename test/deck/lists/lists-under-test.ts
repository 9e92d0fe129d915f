import type { GivenItem } from '../../../src/deck/lists/cue-list.ts';
import { addList, type ListPatch } from '../../../src/deck/lists/list-edits.ts';
import { createMemoryListStore } from '../../../src/deck/lists/list-store.ts';
import { listRemainingSeconds, shownItemId, shownNext, shownStandby } from '../../../src/deck/lists/read-outs.ts';
import { createDeck } from '../deck-under-test.ts';

/** `a`: the item a of the clip a; otherwise whole. */
type Item = string | GivenItem;

const toGiven = (item: Item): GivenItem => (typeof item === 'string' ? { id: `item ${item}`, clipId: item } : item);

/** A deck with clips a, b and c of 10 s, and one list `show`, active unless said otherwise. */
export const createShow = async (
  items: readonly Item[],
  options: ListPatch & { readonly isActive?: boolean; readonly deck?: Parameters<typeof createDeck>[0] } = {},
) => {
  const { isActive = true, deck: parts, ...list } = options;
  const store = createMemoryListStore();
  const fixture = await createDeck({ ...parts, lists: store });
  const { deck } = fixture;
  await deck.lists.edit((lists, clips) =>
    addList(lists, { name: 'Show', ...list, items: items.map(toGiven) }, clips, 'show'),
  );
  if (isActive) await deck.lists.activate('show');
  const on = (): string => `${deck.state().selectedId} ${deck.state().transport}`;
  const read = () => {
    const state = deck.state();
    return {
      on: on(),
      item: shownItemId(state),
      standby: shownStandby(state)?.itemId ?? shownStandby(state)?.clipId ?? null,
      next: shownNext(state)?.itemId ?? shownNext(state)?.clipId ?? null,
      remaining: listRemainingSeconds(state),
    };
  };
  /** Plays what is on to its end, and lets what follows happen. */
  const end = async (): Promise<void> => {
    fixture.player.advance(10);
    await fixture.settle();
  };
  return { ...fixture, lists: deck.lists, on, read, end };
};
