// The list of the show: which one, and its items.
import { useCallback, useEffect } from 'preact/hooks';
import { createList } from '../../actions/list-actions.ts';
import type { List, ListItem } from '../../client/api.ts';
import { clips, lists, transport } from '../../client/event-stream.ts';
import { content, showList } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { MoveDialog } from '../../components/move-dialog.tsx';
import { useReorder } from '../../components/reorder.ts';
import { type Place, Windowed } from '../../components/windowed.tsx';
import { toListFacts } from '../../format/show-text.ts';
import { EditPanel } from './edit-panel.tsx';
import { isEditing } from './editing.ts';
import { moveOnto } from './item-actions.ts';
import { ItemDialog } from './item-dialog.tsx';
import { toNewName } from './item-edits.ts';
import { ItemRow } from './item-row.tsx';
import { clipOf } from './show-clips.ts';
import { choose, use, useShownId } from './use-list.ts';

export const ListPanel = () => {
  const index = useStore(lists, (value) => value);
  const shownId = useShownId();
  const list = useStore(content, (value) => value);
  useEffect(() => showList(shownId), [shownId]);
  useEffect(() => () => showList(undefined), []);
  if (index === undefined) return <p class="empty">Waiting for the player…</p>;
  if (shownId === undefined) return <NoList />;
  return (
    <section class="cues">
      <ListHead shownId={shownId} list={list} />
      {list === undefined ? <p class="empty">Reading the list…</p> : <Items list={list} />}
    </section>
  );
};

const NoList = () => {
  const all = useStore(clips, (list) => list);
  const count = all.length - 1;
  return (
    <div class="empty">
      <p>
        There is no list yet. A list is the order of your show: each GO fires its next item. Without a list, GO fires
        only a clip that was put on standby elsewhere, and Next and Previous go through the Library.
      </p>
      {count > 0 && (
        <button type="button" class="primary" onClick={() => void make(all.slice(1).map(({ id }) => id))}>
          Make a list of {count === 1 ? 'the clip' : `all ${count} clips`}
        </button>
      )}{' '}
      <button type="button" onClick={() => void make([])}>
        Make an empty list
      </button>
    </div>
  );
};

const ListHead = ({ shownId, list }: { readonly shownId: string; readonly list: List | undefined }) => {
  const index = useStore(lists, (value) => value ?? []);
  const activeId = useStore(transport, ({ listId }) => listId);
  const isOpen = useStore(isEditing, (value) => value);
  useStore(clips, (all) => all);
  const isActive = shownId === activeId;
  return (
    <div class="tools">
      <label class="chooser">
        <span class="sr">List</span>
        <select value={shownId} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {index.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
              {id === activeId ? ' (in use)' : ''}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class={isActive ? '' : 'primary'} onClick={() => void use(shownId)}>
        {isActive ? 'From the top' : 'Use this list'}
      </button>
      <button type="button" aria-pressed={isOpen} onClick={() => isEditing.set(!isOpen)}>
        Edit
      </button>
      <button type="button" onClick={() => void make([])}>
        New list
      </button>
      <span class="count">
        {list && toListFacts(list.items, clipOf)}
        {list?.repeat && ' · repeats'}
        {list?.shuffle && ' · shuffled'}
      </span>
    </div>
  );
};

const Items = ({ list }: { readonly list: List }) => {
  const isActive = useStore(transport, ({ listId }) => listId === list.id);
  const isOpen = useStore(isEditing, (value) => value);
  const reorder = useReorder(moveOnto);
  const draw = useCallback(
    (item: ListItem, { at, of }: Place) => (
      <ItemRow item={item} isActive={isActive} isEdited={isOpen} at={at} of={of} />
    ),
    [isActive, isOpen],
  );
  return (
    <>
      {isOpen && <EditPanel key={list.id} list={list} />}
      {list.items.length > 0 ? (
        <Windowed as="ol" class="items" label="Items" items={list.items} draw={draw} onPointerDown={reorder} />
      ) : (
        <div class="empty">
          <p>The list is empty.{isOpen && ' Press clips under “Add clips” to add them.'}</p>
          {!isOpen && (
            <button type="button" class="primary" onClick={() => isEditing.set(true)}>
              Add clips
            </button>
          )}
        </div>
      )}
      <ItemDialog />
      <MoveDialog />
    </>
  );
};

/** Makes a list and shows it, for editing while it is empty; in use where none is. */
const make = async (clipIds: readonly string[]): Promise<void> => {
  const name = toNewName((lists.get() ?? []).map((each) => each.name));
  const list = await createList(name, clipIds);
  if (list === undefined) return;
  choose(list.id);
  isEditing.set(clipIds.length === 0);
  if (transport.get().listId === null) await use(list.id);
};
