// Records clips that failed to play, so that the operator sees them before the show.
import { type AppError, toAppError } from '../../base/errors.ts';
import type { DeckState } from '../state.ts';

const OF_THE_FILE: readonly AppError['code'][] = ['unplayable', 'file-missing'];

/** Records an error on the clip; returns the same state when the file did not cause it. */
export const recordClipFault = (state: DeckState, clipId: string, thrown: unknown): DeckState => {
  const { code, message } = toAppError(thrown);
  if (!OF_THE_FILE.includes(code) || state.clipFaults.get(clipId) === message) return state;
  return { ...state, clipFaults: new Map(state.clipFaults).set(clipId, message) };
};

/** Clears the faults of clips whose files are back; the clips are told anew also without a fault. */
export const clearClipFaults = (state: DeckState, clipIds: readonly string[]): DeckState => {
  const clipFaults = new Map(state.clipFaults);
  for (const id of clipIds) clipFaults.delete(id);
  return { ...state, clipFaults };
};

/** Clears the fault of a clip that is shown. */
export const clearClipFault = (state: DeckState, clipId: string): DeckState => {
  if (!state.clipFaults.has(clipId)) return state;
  const clipFaults = new Map(state.clipFaults);
  clipFaults.delete(clipId);
  return { ...state, clipFaults: clipFaults };
};
