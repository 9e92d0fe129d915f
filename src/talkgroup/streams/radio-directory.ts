// Where each radio was last heard: the way of private calls.
import type { Timeslot } from '../timeslot.ts';

interface RadioPlace {
  readonly peer: number;
  readonly timeslot: Timeslot;
}

export interface RadioDirectory {
  find(radio: number): RadioPlace | undefined;
  record(radio: number, place: RadioPlace): void;
  size(): number;
}

const MAX_RADIOS = 20_000;
/** More than the users of a repeater, so that no peer pushes out the radios of others. */
const MAX_RADIOS_OF_PEER = 1000;

/** Remembers the last 20,000 heard radios, at most the last 1,000 of a peer. */
export const createRadioDirectory = (): RadioDirectory => {
  const places = new Map<number, RadioPlace>();
  /** Of each peer, the one heard longest ago first. */
  const byPeer = new Map<number, Set<number>>();

  const remove = (radio: number | undefined): void => {
    const place = radio === undefined ? undefined : places.get(radio);
    if (radio === undefined || place === undefined) return;
    places.delete(radio);
    const radios = byPeer.get(place.peer);
    radios?.delete(radio);
    if (radios?.size === 0) byPeer.delete(place.peer);
  };

  const first = (radios: Iterable<number>): number | undefined => radios[Symbol.iterator]().next().value;

  return {
    find: (radio) => places.get(radio),
    record: (radio, place) => {
      remove(radio);
      places.set(radio, place);
      const radios = byPeer.get(place.peer) ?? new Set();
      byPeer.set(place.peer, radios.add(radio));
      if (radios.size > MAX_RADIOS_OF_PEER) remove(first(radios));
      if (places.size > MAX_RADIOS) remove(first(places.keys()));
    },
    size: () => places.size,
  };
};
