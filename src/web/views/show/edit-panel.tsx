// The list's own settings, and the clips to add, while it is edited.
import { useState } from 'preact/hooks';
import { deleteList, patchList } from '../../actions/list-actions.ts';
import type { List } from '../../client/api.ts';
import { transport } from '../../client/event-stream.ts';
import { Conflict, useDraft } from '../../components/draft.tsx';
import { confirm } from '../../components/toasts.tsx';
import { HANDLE_KEYS } from '../../keys/key-tables.ts';
import { useKeyHelp } from '../../keys/use-keys.ts';
import { AddClips } from './add-clips.tsx';
import { isEditing } from './editing.ts';

export const EditPanel = ({ list }: { readonly list: List }) => {
  // Only at first: it stays open while an empty list is filled.
  const [isOpen] = useState(() => list.items.length === 0 || isWide());
  useKeyHelp(HANDLE_KEYS);
  return (
    <section class="panel edit-list" aria-labelledby="edit-list">
      <h2 id="edit-list">Edit the list</h2>
      <div class="row">
        <Name key={list.id} list={list} />
        <Way list={list} way="repeat" label="Repeat" />
        <Way list={list} way="shuffle" label="Shuffle" />
        <button type="button" class="danger-quiet" onClick={() => void askAndDelete(list)}>
          Delete the list
        </button>
      </div>
      <details open={isOpen}>
        <summary>Add clips</summary>
        <AddClips />
      </details>
    </section>
  );
};

/** Beside the list, where it takes no room from it. */
const isWide = (): boolean => matchMedia('(min-width: 1100px)').matches;

const Name = ({ list }: { readonly list: List }) => {
  const draft = useDraft(list.name);
  const save = (): void => draft.save(() => patchList(list.id, { name: draft.text }));
  return (
    <form
      class="grow"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label class="field">
        Name
        <input
          maxLength={120}
          value={draft.text}
          onInput={({ currentTarget }) => draft.type(currentTarget.value)}
          onBlur={() => draft.text !== list.name && draft.theirs === undefined && save()}
        />
      </label>
      <Conflict draft={draft} save={save} />
    </form>
  );
};

const Way = (props: { readonly list: List; readonly way: 'repeat' | 'shuffle'; readonly label: string }) => {
  const { list, way, label } = props;
  return (
    <label class="field check">
      <input
        type="checkbox"
        checked={list[way]}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          // Shows the player's value, also after a refusal.
          currentTarget.checked = list[way];
          void patchList(list.id, { [way]: checked });
        }}
      />
      {label}
    </label>
  );
};

const askAndDelete = async ({ id, name, items }: List): Promise<void> => {
  const isActive = transport.get().listId === id;
  const what = `Delete the list “${name}”`;
  const said = isActive ? ' It is in use: what is on air plays to its end, and its last picture stays.' : '';
  const count = items.length === 1 ? 'Its item goes' : `Its ${items.length} items go`;
  if (items.length > 0 && !(await confirm(`${what}? ${count} with it; the clips stay.${said}`, what))) return;
  if (await deleteList(id)) isEditing.set(false);
};
