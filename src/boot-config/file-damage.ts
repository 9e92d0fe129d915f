// Detects a damaged cuedeck.txt.
import { CARD_SETTINGS } from './settings.ts';
import { decodeCard, MAX_FILE_BYTES, readCardText } from './settings-text.ts';

/** @returns the damage of the whole file, which follows its name; undefined: it can be read line by line */
export const findDamage = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > MAX_FILE_BYTES) return `has more than ${MAX_FILE_BYTES / 1024} KiB: it is no settings file`;
  const text = decodeCard(bytes);
  if (text.trim() === '') return 'is empty: to clear a setting, leave its line as NAME= with nothing after it';
  // A single zero may come from an editor.
  if (text.includes('\0\0')) return 'is damaged: part of it is zeros. Write the file again';
  const isSettings = readCardText(bytes).lines.some(({ name }) => CARD_SETTINGS.some((known) => known.name === name));
  return isSettings || /^[\s\0]*#/m.test(text) ? undefined : 'is no settings file: no line of it is a setting';
};
