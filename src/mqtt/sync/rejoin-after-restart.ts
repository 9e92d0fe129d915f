// Lets a restarted player rejoin a running sync session.
import type { Deck } from '../../deck/deck.ts';
import { isPlaying, selectedClip } from '../../deck/state.ts';
import { toSharedSection } from './drift.ts';
import { isSent } from './frame-samples.ts';
import type { SyncSessionKey } from './sync-session.ts';

/** A device without a real-time clock may need this long for the time; a later join would surprise. */
const MAX_AGE_SECONDS = 300;

/** The clip of the power-on setting, until somebody operates it; the key of a common start must match. */
export interface RejoinCandidate {
  toSession(key: string): SyncSessionKey | undefined;
}

const NOTHING: RejoinCandidate = { toSession: () => undefined };

/** @param nowSeconds by the monotonic clock */
export const watchForRejoin = (deck: Deck, nowSeconds: () => number): RejoinCandidate => {
  const clip = selectedClip(deck.state());
  if (deck.state().transport !== 'playing' || clip.kind !== 'video') return NOTHING;
  const section = toSharedSection(clip);
  const latest = nowSeconds() + MAX_AGE_SECONDS;
  let isTouched = false;
  const stop = deck.subscribe((state, before) => {
    const wasSent = isPlaying(before) && isSent(section, before.positionSeconds, state.positionSeconds);
    isTouched = state.selectedId !== clip.id || state.transport !== 'playing' || wasSent || nowSeconds() > latest;
    if (isTouched) stop();
  });
  return {
    toSession: (key) => (isTouched || nowSeconds() > latest ? undefined : { ...section, key, clipId: clip.id }),
  };
};
