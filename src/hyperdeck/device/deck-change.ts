// Classifies deck changes for the device: playback, an external seek, another list.
import type { DeckState } from '../../deck/state.ts';

/** A paused position that changes by more than this was moved from outside. */
const MOVED_THRESHOLD_SECONDS = 0.1;

/** True when clips were added, removed or moved. */
export const isOtherLibrary = ({ document: { clips } }: DeckState, { document }: DeckState): boolean =>
  clips !== document.clips &&
  (clips.length !== document.clips.length || clips.some(({ id }, index) => id !== document.clips[index]?.id));

/** True when somebody started, stopped or moved the picture, rather than that it played on. */
export const isMoved = (next: DeckState, before: DeckState): boolean => {
  if (next.transport === 'playing' && next.playerRunning) return before.transport !== 'playing';
  if (before.transport === 'playing') return next.transport === 'stopped';
  return (
    next.selectedId !== before.selectedId ||
    Math.abs(next.positionSeconds - before.positionSeconds) > MOVED_THRESHOLD_SECONDS
  );
};
