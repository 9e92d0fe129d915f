// What the player does, in one sentence.
import { toTimeText } from '../format.ts';
import type { StatusAnswer } from '../player-status.ts';
import { toClipText } from './clip-choice.ts';

/** The player's state, in one sentence. */
export const toStateText = ({ CLIPS, CLIP_ID, PLAY, TIMECODE }: StatusAnswer): string => {
  const clip = CLIPS[CLIP_ID];
  if (CLIP_ID === 0 || clip === undefined) return 'The splash screen or black is up; select a clip to play.';
  const of = clip.Duration === 0 ? '' : ` of ${toTimeText(clip.Duration)}`;
  return `${PLAY ? 'Playing' : 'Paused'}: ${toClipText(CLIP_ID, clip.ClipName)}, at ${toTimeText(TIMECODE)}${of}.`;
};
