// Leader election: the lowest id that is still heard.
import type { SyncMessage } from './sync-message.ts';

/** A leader that is silent for this time is gone; the next takes over. */
const LEADER_TIMEOUT_SECONDS = 3.5;

export interface ElectedLeader {
  readonly message: SyncMessage;
  /** By the monotonic clock. */
  readonly heardSeconds: number;
}

export const currentLeader = (heard: ElectedLeader | undefined, nowSeconds: number): SyncMessage | undefined =>
  heard === undefined || nowSeconds - heard.heardSeconds > LEADER_TIMEOUT_SECONDS ? undefined : heard.message;

/** @param me.followsAnyone true when it also follows players that it would lead */
export const electLeader = (
  heard: ElectedLeader | undefined,
  message: SyncMessage,
  me: { readonly id: string; readonly followsAnyone: boolean; readonly nowSeconds: number },
): ElectedLeader | undefined => {
  if (message.player === me.id || (message.player > me.id && !me.followsAnyone)) return heard;
  const current = currentLeader(heard, me.nowSeconds);
  if (current !== undefined && current.player < message.player) return heard;
  return { message, heardSeconds: me.nowSeconds };
};
