// Whether this page edits the list: then its rows have handles and buttons, which in a show a hand could hit.
import type { ListItem } from '../../client/api.ts';
import { createStore } from '../../client/store.ts';

export const isEditing = createStore(false);
/** The item whose dialog is open, as it was when it was opened. */
export const openedItem = createStore<ListItem | undefined>(undefined);
