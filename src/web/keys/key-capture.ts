// What a press means while a key is being set.
import { type KeyPress, type KeyRow, type KeySection, rowOf, toKeyLabel, toKeyName } from './key-row.ts';
import { EVERYWHERE_KEYS } from './key-tables.ts';

type Captured =
  /** Only changes what other keys mean: the next press counts. */
  | { readonly do: 'wait' }
  | { readonly do: 'leave' }
  | { readonly do: 'refuse'; readonly why: string }
  /** @property other the row that has the key now */
  | { readonly do: 'ask'; readonly key: string; readonly other: KeyRow }
  | { readonly do: 'add'; readonly key: string };

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Fn', 'CapsLock', 'NumLock', 'ScrollLock'];
const UNTOLD = ['Unidentified', 'Dead', 'Process', ''];

/** @param section in which a key means one thing only */
export const toCaptured = (
  section: KeySection,
  row: KeyRow,
  press: KeyPress & Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey'>,
): Captured => {
  const key = toKeyName(press);
  if (MODIFIERS.includes(key)) return { do: 'wait' };
  if (key === 'Tab') return { do: 'leave' };
  if (UNTOLD.includes(key)) return { do: 'refuse', why: 'The browser does not say which key this is.' };
  if (press.ctrlKey || press.altKey || press.metaKey)
    return { do: 'refuse', why: 'Press a key alone, without Ctrl, Alt or Meta.' };
  if (rowOf(EVERYWHERE_KEYS, press) !== undefined)
    return { do: 'refuse', why: `${toKeyLabel(key)} shows the keys, in every view.` };
  const other = rowOf(section, press);
  if (other?.takes !== undefined)
    return { do: 'refuse', why: `${other.shown}: ${other.words}. These keys cannot be changed.` };
  if (other?.id === row.id) return { do: 'refuse', why: `${toKeyLabel(key)} already does this.` };
  return other === undefined ? { do: 'add', key } : { do: 'ask', key, other };
};
