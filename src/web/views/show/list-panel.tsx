// The list of the show: which one, and its items.
import { useCallback, useEffect } from 'preact/hooks';
import type { List, ListItem } from '../../client/api.ts';
import { clips, lists, transport } from '../../client/event-stream.ts';
import { content, showList } from '../../client/list-content.ts';
import { useStore } from '../../client/store.ts';
import { type Place, Windowed } from '../../components/windowed.tsx';
import { toListFacts } from '../../format/show-text.ts';
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

const NoList = () => (
  <p class="empty">
    There is no list yet. A list is the order of your show: each GO fires its next item. Without a list, GO fires only
    what another control made stand by, and Next and Previous go through the Library.
  </p>
);

const ListHead = ({ shownId, list }: { readonly shownId: string; readonly list: List | undefined }) => {
  const index = useStore(lists, (value) => value ?? []);
  const activeId = useStore(transport, ({ listId }) => listId);
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
  const draw = useCallback(
    (item: ListItem, { at, of }: Place) => <ItemRow item={item} isActive={isActive} at={at} of={of} />,
    [isActive],
  );
  if (list.items.length === 0) return <p class="empty">The list is empty.</p>;
  return <Windowed as="ol" class="items" label="Items" items={list.items} draw={draw} />;
};
