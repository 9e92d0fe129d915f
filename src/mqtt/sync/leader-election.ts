// Which of the beacons that come a member of a group goes by: that of the lowest id, for as long as it is heard.
import type { Beacon } from './sync-message.ts';

/** A leader that has not been heard for so long is gone; the next takes over. */
const SILENT_SECONDS = 3.5;

export interface HeardLeader {
  readonly beacon: Beacon;
  /** By the monotonic clock. */
  readonly heardSeconds: number;
}

export const stillHeard = (heard: HeardLeader | undefined, nowSeconds: number): Beacon | undefined =>
  heard === undefined || nowSeconds - heard.heardSeconds > SILENT_SECONDS ? undefined : heard.beacon;

/** @param me.followsAnyone also those that it would lead */
export const hearBeacon = (
  heard: HeardLeader | undefined,
  beacon: Beacon,
  me: { readonly id: string; readonly followsAnyone: boolean; readonly nowSeconds: number },
): HeardLeader | undefined => {
  if (beacon.player === me.id || (beacon.player > me.id && !me.followsAnyone)) return heard;
  const current = stillHeard(heard, me.nowSeconds);
  if (current !== undefined && current.player < beacon.player) return heard;
  return { beacon, heardSeconds: me.nowSeconds };
};
