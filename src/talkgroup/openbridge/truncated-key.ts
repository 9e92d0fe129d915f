// Keys of more than 20 characters: HBlink3, FreeDMR and ADN use the first 20 of them, others the whole.
import type { KeyObject } from 'node:crypto';
import { toBridgeKey } from './packets.ts';

/** Length of a truncated key. */
export const CUT_LENGTH = 20;
/** With fewer different characters a key is too easy to guess. */
const MIN_CHARACTERS = 10;

const toCut = (key: string): string => key.slice(0, CUT_LENGTH);

/** Why truncating a long key is unsafe; undefined when it is safe, and for a short key. */
export const toCutDanger = (key: string, others: readonly string[]): string | undefined => {
  if (key.length <= CUT_LENGTH) return undefined;
  if (others.some((other) => other !== key && toCut(other) === toCut(key)))
    return 'the key of another bridge begins with the same ones';
  return new Set(toCut(key)).size < MIN_CHARACTERS ? 'they hold too few different characters' : undefined;
};

/** The truncated form of a key; undefined for a short key, or when truncation is unsafe. */
export const toCutKey = (key: string, others: readonly string[]): KeyObject | undefined =>
  key.length > CUT_LENGTH && toCutDanger(key, others) === undefined ? toBridgeKey(toCut(key)) : undefined;
