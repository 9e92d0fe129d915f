// Detects duplicate peer ids, apart from address changes of one hotspot.
import type { Clock } from '../clock.ts';
import { type Endpoint, toEndpointText, toPlainAddress } from '../endpoint.ts';

export interface DuplicateIds {
  record(peer: number, from: Endpoint, to: Endpoint): void;
  /** How often the session went back and forth lately; 0 while nothing says that two hotspots have one id. */
  backAndForth(peer: number): number;
}

/** Two hotspots with one id push each other out about every 20 s. */
const RECENT_SECONDS = 600;
/** A line that changes and changes back is no second hotspot. */
const MANY = 3;
const MAX_ADDRESS_CHANGES = 20;

export const createDuplicateIds = ({ clock }: { readonly clock: Clock }): DuplicateIds => {
  const byPeer = new Map<number, readonly { readonly place: string; readonly atSeconds: number }[]>();

  const recent = (peer: number) =>
    (byPeer.get(peer) ?? []).filter(({ atSeconds }) => atSeconds > clock.seconds() - RECENT_SECONDS);

  return {
    record: (peer, from, to) => {
      // A hotspot that starts again has a new port, and never its old one again.
      const place = from.address === to.address ? toEndpointText(from) : toPlainAddress(from.address);
      byPeer.set(peer, [...recent(peer), { place, atSeconds: clock.seconds() }].slice(-MAX_ADDRESS_CHANGES));
    },
    backAndForth: (peer) => {
      const places = recent(peer).map(({ place }) => place);
      // Left twice, so somebody came back to it in between.
      const isShared = new Set(places).size < places.length;
      return isShared && places.length >= MANY ? places.length : 0;
    },
  };
};
