// Routing decision per stream and dynamic-talkgroup updates.

import { mayUse } from '../registry/access.ts';
import type { Catalogue } from '../registry/catalogue.ts';
import { type Peers, toLifeSeconds } from '../registry/peers.ts';
import { isServiceNumber, PARROT, UNLINK } from '../registry/talkgroup-number.ts';
import type { SubscriptionTable } from '../subscriptions/subscription-table.ts';
import { dropDynamic, heard } from '../subscriptions/subscriptions.ts';
import type { Timeslot } from '../timeslot.ts';
import { slotOf } from './link.ts';
import type { BridgeEnd, Link, Stream, Target } from './model.ts';
import type { RadioDirectory } from './radio-directory.ts';

export interface Routing {
  /** The targets of a new stream; called once per stream. */
  route(stream: Stream): readonly Target[];
  /** A user spoke: unlinks, or subscribes to the talkgroup as dynamic. */
  recordVoice(stream: Stream): void;
  /** True when an answer may follow the call. */
  isPermitted(stream: Stream): boolean;
}

/** What routing needs of the bridges. */
export interface Bridging {
  /** True when a talkgroup is accepted from this server. */
  takes(bridge: BridgeEnd, talkgroup: number): boolean;
  /** The targets of a group call at other servers. */
  toTargets(stream: Stream): readonly Target[];
}

export const createRouting = (deps: {
  readonly peers: Peers;
  readonly catalogue: Catalogue;
  readonly subscriptions: SubscriptionTable;
  readonly directory: RadioDirectory;
  readonly links: ReadonlyMap<number, Link>;
  readonly bridging: Bridging;
}): Routing => {
  const { peers, catalogue, subscriptions, directory, links, bridging } = deps;

  const mayTakePart = (peer: number, talkgroup: number): boolean => {
    const record = peers.get(peer);
    return record !== undefined && mayUse(catalogue, record, talkgroup);
  };

  /** True when the origin may send to the talkgroup. */
  const mayCome = ({ bridge, peer }: Link, talkgroup: number): boolean =>
    bridge === undefined
      ? mayTakePart(peer, talkgroup)
      : catalogue.isCarried(talkgroup) && bridging.takes(bridge, talkgroup);

  const toTarget = (peer: number, timeslot: Timeslot, stream: Stream): readonly Target[] => {
    const link = links.get(peer);
    // Never back to its origin.
    if (link === undefined || link === stream.origin) return [];
    const delivered = link.simplex ? 2 : timeslot;
    return [{ link, slot: slotOf(link, delivered), timeslot: delivered }];
  };

  const routeGroup = (stream: Stream): readonly Target[] => {
    const { origin, destination } = stream;
    if (!mayCome(origin, destination)) return [];
    const listeners = [...subscriptions.listeners(destination)]
      .filter(([peer]) => mayTakePart(peer, destination))
      .flatMap(([peer, timeslot]) => toTarget(peer, timeslot, stream));
    return [...listeners, ...bridging.toTargets(stream)];
  };

  const routePrivate = (stream: Stream): readonly Target[] => {
    const place = directory.find(stream.destination);
    return place === undefined ? [] : toTarget(place.peer, place.timeslot, stream);
  };

  return {
    route: (stream) => {
      if (isServiceNumber(stream.destination)) return [];
      return stream.group ? routeGroup(stream) : routePrivate(stream);
    },

    recordVoice: (stream) => {
      const { origin, destination, timeslot, group, lastAtSeconds } = stream;
      const { peer, bridge, simplex } = origin;
      stream.notedAtSeconds = lastAtSeconds;
      // A bridged call is no press of a local user.
      if (bridge !== undefined) return;
      if (destination === UNLINK) {
        subscriptions.change(peer, (list) => dropDynamic(list, simplex ? undefined : timeslot));
        return;
      }
      const record = peers.get(peer);
      if (!group || record === undefined || !mayTakePart(peer, destination)) return;
      subscriptions.change(peer, (list) =>
        heard(list, {
          talkgroup: destination,
          timeslot,
          simplex,
          endsAtSeconds: lastAtSeconds + toLifeSeconds(record),
        }),
      );
    },

    isPermitted: ({ origin, destination, group }) =>
      destination === PARROT || (!isServiceNumber(destination) && (!group || mayCome(origin, destination))),
  };
};
