// End actions of a clip. Looping is one of them and equals Loop in the control API.
import type { AtEnd, Clip } from './clip.ts';

export const END_ACTIONS = ['hold', 'splash', 'black', 'next', 'loop', 'back'] as const satisfies readonly (
  | AtEnd
  | 'loop'
)[];
type EndAction = (typeof END_ACTIONS)[number];

export const endActionOf = (clip: Pick<Clip, 'loop' | 'atEnd'>): EndAction => (clip.loop ? 'loop' : clip.atEnd);

/** Keeps the previous action beside `loop`, so that it returns when the loop is switched off. */
export const withEndAction = (clip: Clip, action: EndAction): Clip =>
  action === 'loop' ? { ...clip, loop: true } : { ...clip, loop: false, atEnd: action };
