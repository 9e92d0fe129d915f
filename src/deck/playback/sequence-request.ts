// Playback of several clips one after another, as it is requested.
import { AppError } from '../../base/errors.ts';
import type { DeckState } from '../state.ts';
import { startSequence } from '../transport.ts';
import { type Sequence, toSequencePosition } from './sequence.ts';

/** A sequence, and a position in it. */
export interface SequenceRequest {
  readonly run: Sequence;
  readonly index: number;
  /** Position in the item's file; undefined: the current one. */
  readonly seconds: number | undefined;
  readonly playing: boolean;
  /** Factor, 1 is normal. */
  readonly speed: number;
  /** The speed ends with the next stop, play or end. */
  readonly isShuttle?: boolean;
  /** The factor of a stepped shuttle, of which this is one step. */
  readonly stepSpeed?: number | undefined;
}

/** @throws AppError `clip-not-found` when the sequence has no such clip */
export const toStartedSequence = (state: DeckState, { run, index, ...rest }: SequenceRequest): DeckState => {
  const place = toSequencePosition(run, index, state.document.clips);
  if (place === undefined) throw new AppError('clip-not-found', `The run has no clip ${index}.`);
  return startSequence(state, { place, ...rest });
};
