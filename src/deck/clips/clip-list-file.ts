// Export and import of the clip list; clips match by file name.
import { type Clip, toMilliseconds } from './clip.ts';
import type { DeckDocument } from './clip-list.ts';
import { type ClipFields, type ClipPatch, patchClip, toClipFields } from './clip-patch.ts';

type Fades = 'fadeInSeconds' | 'fadeOutSeconds';

/** The exported fields of a clip; a list that an older version exported has no fades, and they stay as they are. */
export interface ClipListEntry extends Omit<ClipFields, Fades>, Partial<Pick<ClipFields, Fades>> {
  /** Bare name in the clips folder. */
  readonly file: string;
}

export const toClipList = (clips: readonly Clip[]): readonly ClipListEntry[] =>
  clips.filter(({ kind }) => kind !== 'splash').map((clip) => ({ file: clip.file, ...toClipFields(clip) }));

/** Listed files that no clip has. */
export const missingFiles = (clips: readonly Clip[], entries: readonly ClipListEntry[]): readonly string[] => {
  const files = new Set(clips.map(({ file }) => file));
  return entries.map(({ file }) => file).filter((file) => !files.has(file));
};

/**
 * Puts the listed clips first, in the order of the list; other clips follow unchanged.
 * @throws AppError `invalid-value` when a value does not fit the local file
 */
export const applyClipList = (document: DeckDocument, entries: readonly ClipListEntry[]): DeckDocument => {
  const [splash, ...clips] = document.clips;
  if (splash === undefined) return document;
  const byFile = new Map(clips.map((clip) => [clip.file, clip]));
  const named = entries.flatMap((entry) => {
    const clip = byFile.get(entry.file);
    byFile.delete(entry.file);
    return clip === undefined ? [] : [patchClip(clip, toPatch(entry, clip))];
  });
  return { ...document, clips: [splash, ...named, ...byFile.values()] };
};

/** Clamps in and out point to the local file, which may have been encoded again. */
const toPatch = ({ file: _file, inSeconds, outSeconds, ...rest }: ClipListEntry, clip: Clip): ClipPatch => {
  if (clip.durationSeconds === 0) return { ...rest, inSeconds, outSeconds };
  const out = Math.min(toMilliseconds(outSeconds), clip.durationSeconds);
  return inSeconds < out ? { ...rest, inSeconds, outSeconds: out } : rest;
};
