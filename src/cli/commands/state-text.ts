// What the player does, in one sentence.
import { toTimeText } from '../format.ts';
import type { PlayerState, StatusAnswer } from '../player-status.ts';
import { toClipText } from './clip-choice.ts';

/** The page's words. */
const WORDS: Readonly<Record<PlayerState, string>> = {
  playing: 'Playing',
  stopped: 'Cued',
  paused: 'Paused',
  ended: 'Ended',
};

/** The player's state, in one sentence. */
export const toStateText = (status: StatusAnswer, state: PlayerState): string => {
  const { CLIPS, CLIP_ID, TIMECODE } = status;
  const clip = CLIPS[CLIP_ID];
  if (CLIP_ID === 0 || clip === undefined) return 'The splash screen or black is up; select a clip to play.';
  const of = clip.Duration === 0 ? '' : ` of ${toTimeText(clip.Duration)}`;
  return `${WORDS[state]}: ${toClipText(CLIP_ID, clip.ClipName)}, at ${toTimeText(TIMECODE)}${of}.`;
};
