// The keys that the operator has set, kept by this browser.
import { createKeptStore } from '../client/store.ts';

interface Row {
  readonly id: string;
  readonly keys: readonly string[];
}

type Choices = Readonly<Record<string, readonly string[]>>;

/** JSON of the rows whose keys are not the usual ones. */
export const keyChoices = createKeptStore('cuedeck-keys', '{}');

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string' && key !== '');

/** What is not understood is passed over: those rows have their usual keys. */
export const parseChoices = (text: string): Choices => {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text) ?? {}).filter(([, keys]) => isKeys(keys))) as Choices;
  } catch {
    return {};
  }
};

let read: { readonly text: string; readonly choices: Choices } = { text: '', choices: {} };

const choices = (): Choices => {
  const text = keyChoices.get();
  if (read.text !== text) read = { text, choices: parseChoices(text) };
  return read.choices;
};

export const keysOf = ({ id, keys }: Row): readonly string[] =>
  Object.hasOwn(choices(), id) ? (choices()[id] ?? keys) : keys;

const put = (rows: readonly Row[], toKeys: (row: Row) => readonly string[]): void => {
  const next = new Map(Object.entries(choices()));
  for (const row of rows) {
    const keys = toKeys(row);
    if (keys.join('\n') === row.keys.join('\n')) next.delete(row.id);
    else next.set(row.id, keys);
  }
  keyChoices.set(JSON.stringify(Object.fromEntries(next)));
};

/** @param rows those among which a key means one thing only: the others lose it */
export const addKey = (rows: readonly Row[], id: string, key: string): void =>
  put(rows, (row) => {
    const rest = keysOf(row).filter((each) => each !== key);
    return row.id === id ? [...rest, key] : rest;
  });

export const removeKey = (row: Row, key: string): void => put([row], () => keysOf(row).filter((each) => each !== key));

export const resetKeys = (): void => keyChoices.set('{}');
