// Finds a clip on the Fire view: by a part of its name, or by its number.
import { useMemo, useRef, useState } from 'preact/hooks';
import { cue } from '../../actions/actions.ts';
import type { Clip } from '../../client/api.ts';
import { useStore } from '../../client/store.ts';
import { findClips, toMeant } from '../../format/find-clips.ts';
import { keyChoices } from '../../keys/key-choices.ts';
import { toShownKeys } from '../../keys/key-row.ts';
import { FIND_KEY } from '../../keys/key-tables.ts';

/** @param list without the splash screen */
export const useFinder = (list: readonly Clip[]) => {
  const [search, setSearch] = useState('');
  const found = useMemo(() => findClips(list, search), [list, search]);
  return { search, setSearch, found };
};

const NAME_OR_NUMBER = 'Name or number';

export const Finder = (props: {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly found: readonly Clip[];
}) => {
  const { search, setSearch, found } = props;
  const field = useRef<HTMLInputElement>(null);
  useStore(keyChoices, (value) => value);
  const [key] = toShownKeys(FIND_KEY);
  const meant = search.trim() === '' ? undefined : toMeant(found, search);
  return (
    <search class="tools finder">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (meant === undefined) return;
          setSearch('');
          field.current?.blur();
          void cue(meant);
        }}
      >
        <label class="search">
          <span class="sr">Find a clip by name, or by its number</span>
          <input
            ref={field}
            type="search"
            enterkeyhint="go"
            placeholder={key === undefined ? NAME_OR_NUMBER : `${NAME_OR_NUMBER} ( ${key} )`}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              setSearch('');
              event.currentTarget.blur();
            }}
          />
        </label>
        {search.trim() !== '' && (
          <span class="count" role="status">
            {meant === undefined
              ? `${found.length} ${found.length === 1 ? 'clip' : 'clips'}`
              : `Enter cues ${meant.number}, “${meant.name}”`}
          </span>
        )}
      </form>
    </search>
  );
};
