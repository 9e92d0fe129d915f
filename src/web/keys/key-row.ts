// A key of the page: which action it is for, and what that does in words. What binds the keys and what shows them read the same rows.
import { keysOf } from './key-choices.ts';

/** What it needs of a KeyboardEvent. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'getModifierState'>;

export interface KeyRow<Id extends string = string> {
  /** The action; unique on the page. The browser keeps keys that the operator has set under this name. */
  readonly id: Id;
  /** As long as the operator has set no others. As `KeyboardEvent.key`, a letter in lower case. */
  readonly keys: readonly string[];
  /** What it does. */
  readonly words: string;
  /** A key that is held down does it again and again. */
  readonly repeats?: true;
  /** For keys that are told by more than their character; they cannot be set. */
  readonly takes?: (press: KeyPress) => boolean;
  /** Stands for `keys` in the help. */
  readonly shown?: string;
}

/** Rows that work at the same place. */
export interface KeySection<Id extends string = string> {
  readonly title: string;
  readonly rows: readonly KeyRow<Id>[];
}

/** What each action of a section does. */
export type KeyActions<Id extends string> = Readonly<Record<Id, (event: KeyboardEvent) => unknown>>;

/** Shift and Caps Lock make no other key of a letter. */
export const toKeyName = ({ key }: Pick<KeyPress, 'key'>): string => (key.length === 1 ? key.toLowerCase() : key);

/** @param isOnControl true while a control has the focus that Space and Enter press */
export const rowOf = <Id extends string>(
  { rows }: KeySection<Id>,
  press: KeyPress,
  isOnControl = false,
): KeyRow<Id> | undefined => {
  const name = toKeyName(press);
  if (isOnControl && (name === ' ' || name === 'Enter')) return undefined;
  return rows.find((row) => row.takes?.(press) ?? keysOf(row).includes(name));
};

/** Does what the table says; a key that is held down does it once. @returns whether the key is in the table */
export const runKey = <Id extends string>(
  section: KeySection<Id>,
  actions: KeyActions<Id>,
  event: KeyboardEvent,
  isOnControl = false,
): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const row = rowOf(section, event, isOnControl);
  if (row === undefined) return false;
  event.preventDefault();
  if (!event.repeat || row.repeats) actions[row.id](event);
  return true;
};

const LABELS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
};

/** What is written on the key. */
export const toKeyLabel = (key: string): string => LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** What stands in the help; empty for what has no key. */
export const toShownKeys = (row: KeyRow): readonly string[] =>
  row.shown === undefined ? keysOf(row).map(toKeyLabel) : [row.shown];
