// Patches properties of one clip and moves it in the list.
import { AppError } from '../../base/errors.ts';
import { type Clip, SPLASH_ID } from './clip.ts';
import { clipById, type DeckDocument, editClip, indexOfClip } from './clip-list.ts';
import { type EndAction, endActionOf, withEndAction } from './end-action.ts';

/** What is absent stays as it is. */
export interface ClipPatch {
  readonly name?: string;
  readonly inSeconds?: number;
  readonly outSeconds?: number;
  readonly endAction?: EndAction;
  /** 0 to 100. */
  readonly volumePercent?: number;
  readonly muted?: boolean;
}

/** @throws AppError `invalid-value` as for a whole edit, and for a volume out of its range */
export const patchClip = (clip: Clip, patch: ClipPatch): Clip => {
  const volumePercent = patch.volumePercent ?? clip.sound.volumePercent;
  if (!(volumePercent >= 0 && volumePercent <= 100)) {
    throw new AppError('invalid-value', `volumePercent=${volumePercent} is refused; allowed: 0 to 100.`);
  }
  const edit = {
    name: patch.name ?? clip.name,
    inSeconds: patch.inSeconds ?? clip.inSeconds,
    outSeconds: patch.outSeconds ?? clip.outSeconds,
    loop: clip.loop,
  };
  const edited = editClip(clip, edit, { in: 'inSeconds', out: 'outSeconds' });
  return {
    ...withEndAction(edited, patch.endAction ?? endActionOf(edited)),
    sound: { volumePercent, muted: patch.muted ?? clip.sound.muted },
  };
};

/**
 * @param to index in the list that the clip has afterwards
 * @throws AppError `clip-not-found`, `splash-locked`; `invalid-value` when there is no such place
 */
export const moveClip = (document: DeckDocument, id: string, to: number): DeckDocument => {
  const clip = clipById(document.clips, id);
  if (id === SPLASH_ID) throw new AppError('splash-locked', 'The splash screen is always first; it cannot be moved.');
  if (!(Number.isInteger(to) && to >= 1 && to < document.clips.length)) {
    throw new AppError('invalid-value', `number=${to} is refused; allowed: 1 to ${document.clips.length - 1}.`);
  }
  if (indexOfClip(document.clips, id) === to) return document;
  return insertClip({ ...document, clips: document.clips.filter((other) => other !== clip) }, clip, to);
};

/** At that index, or at the end of a list that has become shorter; never before the splash screen. */
export const insertClip = (document: DeckDocument, clip: Clip, index: number): DeckDocument => ({
  ...document,
  clips: document.clips.toSpliced(Math.max(1, index), 0, clip),
});
