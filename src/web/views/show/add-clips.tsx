// The clips of the Library, to add them to the list.
import { useMemo, useState } from 'preact/hooks';
import type { Clip } from '../../client/api.ts';
import { clips } from '../../client/event-stream.ts';
import { useStore } from '../../client/store.ts';
import { findClips } from '../../format/find-clips.ts';
import { toLength } from '../../format/format.ts';
import { lengthOf } from '../../format/show-text.ts';
import { Poster } from '../fire/clip-tile.tsx';
import { add } from './item-actions.ts';

/** More are found by the search. */
const MAX_SHOWN = 60;

export const AddClips = () => {
  const all = useStore(clips, (list) => list);
  const [search, setSearch] = useState('');
  const found = useMemo(() => findClips(all.slice(1), search), [all, search]);
  if (all.length < 2)
    return (
      <p class="empty">
        There are no clips yet. Drop some on this page, or <a href="#library">choose them in the Library.</a>
      </p>
    );
  return (
    <div class="add-clips">
      <div class="tools">
        <label class="search">
          <span class="sr">Search clips to add</span>
          <input
            type="search"
            placeholder="Search clips to add"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <button type="button" disabled={found.length === 0} onClick={() => void add(found.map(({ id }) => id))}>
          Add all {found.length}
        </button>
      </div>
      <ul class="found" aria-label="Clips to add">
        {found.slice(0, MAX_SHOWN).map((clip) => (
          <Found key={clip.id} clip={clip} />
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p class="count">{found.length - MAX_SHOWN} more: search for them.</p>}
      {found.length === 0 && <p class="count">No clip is called that, or has that number.</p>}
    </div>
  );
};

const Found = ({ clip }: { readonly clip: Clip }) => (
  <li>
    <button type="button" onClick={() => void add([clip.id])}>
      <Poster clip={clip} />
      <span class="name">
        <span class="sr">Add </span>
        {clip.name}
      </span>
      <span class="length">{toLength(lengthOf(clip))}</span>
    </button>
  </li>
);
