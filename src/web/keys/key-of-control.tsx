// The keys of a control, on it and for screen readers.
import { useStore } from '../client/store.ts';
import { keyChoices, keysOf } from './key-choices.ts';
import { type KeyRow, toKeyLabel } from './key-row.ts';

/** The names that `aria-keyshortcuts` has for keys whose character says nothing. */
const SPOKEN: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

export const useKeyShortcuts = (row: KeyRow): string | undefined => {
  useStore(keyChoices, (value) => value);
  return (
    keysOf(row)
      .map((key) => SPOKEN[key] ?? key)
      .join(' ') || undefined
  );
};

/** The first of its keys. */
export const KeyOfControl = ({ row }: { readonly row: KeyRow }) => {
  useStore(keyChoices, (value) => value);
  const [key] = keysOf(row);
  return key === undefined ? null : <small aria-hidden="true">{toKeyLabel(key)}</small>;
};
