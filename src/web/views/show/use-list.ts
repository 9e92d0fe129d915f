// Which list is looked at, and which one GO goes through.
import { activate } from '../../actions/show-actions.ts';
import { lists, transport } from '../../client/event-stream.ts';
import { content } from '../../client/list-content.ts';
import { createStore, useStore } from '../../client/store.ts';
import { notify } from '../../components/toasts.tsx';
import { toShownId } from '../../format/show-text.ts';

/** The list that this page was told to show; undefined follows the active one. */
const chosenId = createStore<string | undefined>(undefined);

export const choose = (id: string): void => chosenId.set(id === transport.get().listId ? undefined : id);

export const useShownId = (): string | undefined => {
  const index = useStore(lists, (value) => value);
  const chosen = useStore(chosenId, (value) => value);
  const activeId = useStore(transport, ({ listId }) => listId);
  return toShownId(index ?? [], chosen, activeId);
};

/** Puts the list into use, or begins it again from its first item. */
export const use = async (listId: string): Promise<void> => {
  await activate(listId);
  chosenId.set(undefined);
};

/** A press on an item of a list that is only looked at changes nothing. */
export const offerUse = (): void => {
  const list = content.get();
  if (list === undefined) return;
  notify(`“${list.name}” is not in use. GO goes through the list in use.`, {
    action: { label: 'Use it', run: () => void use(list.id) },
  });
};
