// Checks whether a peer may use a talkgroup, and why not.
import type { Catalogue } from './catalogue.ts';
import type { Peer } from './peers.ts';
import { isServiceNumber } from './talkgroup-number.ts';
import { isAllowed } from './talkgroup-ranges.ts';

/** Why a peer receives nothing of a talkgroup; completes a sentence. */
export type DenialReason =
  | 'a service of the master'
  | 'not in the catalogue'
  | 'switched off in the catalogue'
  | 'not on the allow list of the peer';

export const toDenialReason = (
  catalogue: Catalogue,
  { allowed }: Pick<Peer, 'allowed'>,
  talkgroup: number,
): DenialReason | undefined => {
  if (isServiceNumber(talkgroup)) return 'a service of the master';
  const entry = catalogue.get(talkgroup);
  if (entry === undefined) return 'not in the catalogue';
  if (!entry.enabled) return 'switched off in the catalogue';
  return isAllowed(allowed, talkgroup) ? undefined : 'not on the allow list of the peer';
};

export const mayUse = (catalogue: Catalogue, peer: Pick<Peer, 'allowed'>, talkgroup: number): boolean =>
  toDenialReason(catalogue, peer, talkgroup) === undefined;
