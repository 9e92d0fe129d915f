// Classifies deck changes for the device: playback, an external seek, another list.
import type { DeckState } from '../../deck/state.ts';

/** A standing picture that is this far from where it was has been moved by somebody else. */
const MOVED_THRESHOLD_SECONDS = 0.1;

/** Whether something plays; also while it waits for its player. */
export const isOnAir = ({ transport, stepSpeed }: DeckState): boolean =>
  transport === 'playing' || stepSpeed !== undefined;

/** Whether clips came, went or changed places. */
export const isOtherLibrary = ({ document: { clips } }: DeckState, { document }: DeckState): boolean =>
  clips !== document.clips &&
  (clips.length !== document.clips.length || clips.some(({ id }, index) => id !== document.clips[index]?.id));

/** Whether somebody started, stopped or moved the picture, rather than that it ran on by itself. */
export const isMoved = (next: DeckState, before: DeckState): boolean => {
  if (next.transport === 'playing' && next.playerRunning) return before.transport !== 'playing';
  if (before.transport === 'playing') return next.transport === 'stopped';
  return (
    next.selectedId !== before.selectedId ||
    Math.abs(next.positionSeconds - before.positionSeconds) > MOVED_THRESHOLD_SECONDS
  );
};
