// What an operator sets of a clip, once for all doors: the fields, how they are read off a clip, and how they change it.
import { AppError } from '../../base/errors.ts';
import { flag, number, oneOf, percent, text, type ValuesOf } from '../../schema/schema.ts';
import { type Clip, MAX_FADE_SECONDS, SPLASH_ID, toMilliseconds } from './clip.ts';
import { clipById, type DeckDocument, editClip, indexOfClip } from './clip-list.ts';
import { END_ACTIONS, endActionOf, withEndAction } from './end-action.ts';

/** Length of a fade of a clip or an item; 0: none. */
export const fadeSeconds = number({ least: 0, most: MAX_FADE_SECONDS });

export const CLIP_FIELDS = {
  name: text(),
  inSeconds: number({ least: 0 }),
  outSeconds: number({ least: 0 }),
  endAction: oneOf(...END_ACTIONS),
  volumePercent: percent,
  muted: flag,
  fadeInSeconds: fadeSeconds,
  fadeOutSeconds: fadeSeconds,
} as const;
export type ClipFields = ValuesOf<typeof CLIP_FIELDS>;

/** Absent fields stay unchanged. */
export type ClipPatch = Partial<ClipFields>;

/** @param clip may be one that is not in the list yet */
export const toClipFields = (clip: Omit<Clip, 'id' | 'kind' | 'file' | 'durationSeconds'>): ClipFields => ({
  name: clip.name,
  inSeconds: clip.inSeconds,
  outSeconds: clip.outSeconds,
  endAction: endActionOf(clip),
  volumePercent: clip.sound.volumePercent,
  muted: clip.sound.muted,
  fadeInSeconds: clip.fadeInSeconds,
  fadeOutSeconds: clip.fadeOutSeconds,
});

/** @throws AppError `invalid-value` as for a whole edit, and for a volume or a fade out of its range */
export const patchClip = (clip: Clip, patch: ClipPatch): Clip => {
  const { endAction, volumePercent, muted, fadeInSeconds, fadeOutSeconds, ...edit } = {
    ...toClipFields(clip),
    ...patch,
  };
  checkRange({ volumePercent }, 100);
  checkRange({ fadeInSeconds, fadeOutSeconds }, MAX_FADE_SECONDS);
  const edited = editClip(clip, { ...edit, loop: clip.loop }, { in: 'inSeconds', out: 'outSeconds' });
  return {
    ...withEndAction(edited, endAction),
    sound: { volumePercent, muted },
    fadeInSeconds: toMilliseconds(fadeInSeconds),
    fadeOutSeconds: toMilliseconds(fadeOutSeconds),
  };
};

const checkRange = (values: Readonly<Record<string, number>>, most: number): void => {
  for (const [field, value] of Object.entries(values)) {
    if (value >= 0 && value <= most) continue;
    throw new AppError('invalid-value', `${field}=${value} is refused; allowed: 0 to ${most}.`);
  }
};

/**
 * @param to index in the list that the clip has afterwards
 * @throws AppError `clip-not-found`, `splash-locked`; `invalid-value` for a position outside the list
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

/** Inserts at that index, at most at the end; never before the splash screen. */
export const insertClip = (document: DeckDocument, clip: Clip, index: number): DeckDocument => ({
  ...document,
  clips: document.clips.toSpliced(Math.max(1, index), 0, clip),
});
