// Which clips could not be shown when they were last tried, so that the operator sees it before the next show.
import { type DeckError, toDeckError } from '../../base/errors.ts';
import type { DeckState } from '../state.ts';

const OF_THE_FILE: readonly DeckError['code'][] = ['unplayable', 'file-missing'];

/** The state with what the error says of the clip; the same state for an error that is not the file's fault. */
export const noteTrouble = (state: DeckState, clipId: string, thrown: unknown): DeckState => {
  const { code, message } = toDeckError(thrown);
  if (!OF_THE_FILE.includes(code) || state.troubles.get(clipId) === message) return state;
  return { ...state, troubles: new Map(state.troubles).set(clipId, message) };
};

/** The clip is on the screen. */
export const clearTrouble = (state: DeckState, clipId: string): DeckState => {
  if (!state.troubles.has(clipId)) return state;
  const troubles = new Map(state.troubles);
  troubles.delete(clipId);
  return { ...state, troubles };
};
