// What the fleet's list needs of a player's clips: how many, and which are in trouble.
import { parseBoundedJson } from '../../base/bounded-json.ts';

export interface ClipsReport {
  /** Without the splash screen. */
  readonly count: number;
  /** The first of them, a sentence each. */
  readonly troubles: readonly string[];
  /** The first of those that the player is too slow for. */
  readonly tooSlow: readonly string[];
}

/** More than the fields of 10,000 clips. */
const MAX_VALUES = 400_000;
const MAX_TROUBLES = 20;
const MAX_TROUBLE_LENGTH = 400;
const NOTHING: ClipsReport = { count: 0, troubles: [], tooSlow: [] };

const parseList = (payload: Buffer): readonly unknown[] => {
  try {
    const list = parseBoundedJson(payload.toString(), { maxValues: MAX_VALUES });
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

/** A part of a text keeps all of it in memory, so it is made anew. */
const toShort = (text: string): string =>
  text.length <= MAX_TROUBLE_LENGTH ? text : Buffer.from(text.slice(0, MAX_TROUBLE_LENGTH)).toString();

/** Entries that are no clips are passed over. */
export const parseClipsReport = (payload: Buffer): ClipsReport => {
  if (payload.length === 0) return NOTHING;
  let count = 0;
  const troubles: string[] = [];
  const tooSlow: string[] = [];
  for (const entry of parseList(payload)) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    const { kind, trouble, clip, playability } = entry as Readonly<Record<string, unknown>>;
    if (kind !== 'splash') count += 1;
    if (typeof trouble === 'string' && troubles.length < MAX_TROUBLES) troubles.push(toShort(trouble));
    if (playability === 'too-slow' && typeof clip === 'string' && tooSlow.length < MAX_TROUBLES)
      tooSlow.push(toShort(clip));
  }
  return { count, troubles, tooSlow };
};
