// Leader election: the lowest id that is still heard.
import type { SyncMessage } from './sync-message.ts';

/** A leader that has not been heard for so long is gone; the next takes over. */
const LEADER_TIMEOUT_SECONDS = 3.5;

export interface ElectedLeader {
  readonly beacon: SyncMessage;
  /** By the monotonic clock. */
  readonly heardSeconds: number;
}

export const currentLeader = (heard: ElectedLeader | undefined, nowSeconds: number): SyncMessage | undefined =>
  heard === undefined || nowSeconds - heard.heardSeconds > LEADER_TIMEOUT_SECONDS ? undefined : heard.beacon;

/** @param me.followsAnyone also those that it would lead */
export const electLeader = (
  heard: ElectedLeader | undefined,
  beacon: SyncMessage,
  me: { readonly id: string; readonly followsAnyone: boolean; readonly nowSeconds: number },
): ElectedLeader | undefined => {
  if (beacon.player === me.id || (beacon.player > me.id && !me.followsAnyone)) return heard;
  const current = currentLeader(heard, me.nowSeconds);
  if (current !== undefined && current.player < beacon.player) return heard;
  return { beacon, heardSeconds: me.nowSeconds };
};
