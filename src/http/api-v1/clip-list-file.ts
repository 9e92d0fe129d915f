// Export and import of the clip list; clips match by file name.
import { type Clip, toMilliseconds } from '../../deck/clips/clip.ts';
import type { DeckDocument } from '../../deck/clips/clip-list.ts';
import { patchClip } from '../../deck/clips/clip-patch.ts';
import { endActionOf } from '../../deck/clips/end-action.ts';
import type { ClipListV1 } from './schemas.ts';

type Entry = ClipListV1['clips'][number];

const toEntry = (clip: Clip): Entry => ({
  file: clip.file,
  name: clip.name,
  inSeconds: clip.inSeconds,
  outSeconds: clip.outSeconds,
  endAction: endActionOf(clip),
  volumePercent: clip.sound.volumePercent,
  muted: clip.sound.muted,
});

export const toClipList = (clips: readonly Clip[]): ClipListV1 => ({
  version: 1,
  clips: clips.filter(({ kind }) => kind !== 'splash').map(toEntry),
});

/**
 * The listed clips first, in the list's order; clips that it does not name stay as they are, behind them.
 * @throws AppError `invalid-value` when a value does not fit the file that is here
 */
export const applyClipList = (document: DeckDocument, list: ClipListV1): DeckDocument => {
  const [splash, ...clips] = document.clips;
  if (splash === undefined) return document;
  const byFile = new Map(clips.map((clip) => [clip.file, clip]));
  const named = list.clips.flatMap((entry) => {
    const clip = byFile.get(entry.file);
    byFile.delete(entry.file);
    return clip === undefined ? [] : [patchClip(clip, toPatch(entry, clip))];
  });
  return { ...document, clips: [splash, ...named, ...byFile.values()] };
};

/** Points are taken as far as the file that is here goes: it may have been encoded anew. */
const toPatch = ({ file: _file, inSeconds, outSeconds, ...rest }: Entry, clip: Clip) => {
  if (clip.durationSeconds === 0) return { ...rest, inSeconds, outSeconds };
  const out = Math.min(toMilliseconds(outSeconds), clip.durationSeconds);
  return inSeconds < out ? { ...rest, inSeconds, outSeconds: out } : rest;
};
