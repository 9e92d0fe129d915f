// Export and import of the clip list; clips match by file name.
import { type Clip, toMilliseconds } from './clip.ts';
import type { DeckDocument } from './clip-list.ts';
import { type ClipPatch, patchClip } from './clip-patch.ts';
import { endActionOf } from './end-action.ts';

/** All that is kept of a clip but the file. */
export interface ClipListEntry extends Required<ClipPatch> {
  /** Bare name in the clips folder. */
  readonly file: string;
}

const toEntry = (clip: Clip): ClipListEntry => ({
  file: clip.file,
  name: clip.name,
  inSeconds: clip.inSeconds,
  outSeconds: clip.outSeconds,
  endAction: endActionOf(clip),
  volumePercent: clip.sound.volumePercent,
  muted: clip.sound.muted,
});

export const toClipList = (clips: readonly Clip[]): readonly ClipListEntry[] =>
  clips.filter(({ kind }) => kind !== 'splash').map(toEntry);

/** Names of the listed files that no clip has. */
export const missingFiles = (clips: readonly Clip[], entries: readonly ClipListEntry[]): readonly string[] => {
  const files = new Set(clips.map(({ file }) => file));
  return entries.map(({ file }) => file).filter((file) => !files.has(file));
};

/**
 * The listed clips first, in the list's order; clips that it does not name stay as they are, behind them.
 * @throws AppError `invalid-value` when a value does not fit the file that is here
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

/** Points are taken as far as the file that is here goes: it may have been encoded anew. */
const toPatch = ({ file: _file, inSeconds, outSeconds, ...rest }: ClipListEntry, clip: Clip): ClipPatch => {
  if (clip.durationSeconds === 0) return { ...rest, inSeconds, outSeconds };
  const out = Math.min(toMilliseconds(outSeconds), clip.durationSeconds);
  return inSeconds < out ? { ...rest, inSeconds, outSeconds: out } : rest;
};
