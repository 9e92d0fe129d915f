// The talkgroup network itself, without disk and sockets: peers, talkgroups, who listens, and the traffic between them.
import type { Log } from '../base/log.ts';
import type { Clock } from './clock.ts';
import type { Endpoint } from './endpoint.ts';
import { type Authenticator, createAuthenticator } from './homebrew/authenticator.ts';
import { createMaster, type Master } from './homebrew/master.ts';
import { createSessions, type Sessions } from './homebrew/sessions.ts';
import { type Bridges, createBridges } from './openbridge/bridges.ts';
import { isBridged } from './openbridge/packets.ts';
import type { OwnQueues } from './own-queues.ts';
import { type Catalogue, createCatalogue } from './registry/catalogue.ts';
import { createPeers, type Peers } from './registry/peers.ts';
import { createSessionEvents } from './session-events.ts';
import { fromStored, toStored } from './state/activity-codec.ts';
import type { ActivityDocument, BridgesDocument, CatalogueDocument, PeersDocument } from './state/documents.ts';
import { createLastSeen, type LastSeen } from './state/last-seen.ts';
import type { DeliveryPort } from './streams/delivery.ts';
import { createLastHeard, type LastHeard } from './streams/last-heard.ts';
import { createLoopGuard } from './streams/loop-guard.ts';
import type { Link } from './streams/model.ts';
import { createParrot } from './streams/parrot.ts';
import { createRadioDirectory } from './streams/radio-directory.ts';
import { createRouter, type Router } from './streams/router.ts';
import { createRouting } from './streams/routing.ts';
import { createStreamRegister } from './streams/stream-register.ts';
import { createSubscriptionTable, type SubscriptionTable } from './subscriptions/subscription-table.ts';
import { type Counters, createCounters } from './telemetry/counters.ts';
import { createDuplicateIds, type DuplicateIds } from './telemetry/duplicate-ids.ts';
import { createLineLimit } from './telemetry/line-limit.ts';
import { createLoginHistory, type LoginHistory } from './telemetry/login-history.ts';

export interface Network {
  readonly clock: Clock;
  readonly peers: Peers;
  readonly bridges: Bridges;
  readonly catalogue: Catalogue;
  readonly subscriptions: SubscriptionTable;
  readonly lastSeen: LastSeen;
  readonly sessions: Sessions;
  readonly authenticator: Authenticator;
  readonly master: Master;
  readonly router: Router;
  readonly loginHistory: LoginHistory;
  readonly duplicateIds: DuplicateIds;
  readonly lastHeard: LastHeard;
  readonly counters: Counters;
  /** Handles a datagram of a peer, of another server, or of anybody. */
  receive(datagram: Buffer, from: Endpoint): void;
  /** Removes a peer and all its data. @throws AppError invalid-value when there is none */
  remove(peer: number): void;
  /** The activity to save. */
  toActivity(): ActivityDocument;
  /** Makes the peers of the killed previous process log in again; otherwise they would wait for a ping. */
  requestRelogins(): void;
  /** When a peer was last heard of, in seconds since 1970; undefined for never. */
  seenAt(peer: number): number | undefined;
  /** Expires streams, sessions and subscriptions; call several times a second. */
  tick(): void;
  stop(): void;
}

/** Maximum age of "last seen" on the disk. */
const LAST_SEEN_SAVE_INTERVAL_SECONDS = 60;

export const createNetwork = (deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly socket: DeliveryPort & { answer(bytes: Buffer, to: Endpoint): void };
  /** Without it, all datagrams come by one queue. */
  readonly queues?: OwnQueues;
  readonly documents: PeersDocument & BridgesDocument & CatalogueDocument & ActivityDocument;
  readonly onPeersChange: () => void;
  readonly onBridgesChange: () => void;
  readonly onCatalogueChange: () => void;
  readonly onActivityChange: () => void;
  /** Called when something on the dashboard has changed. */
  readonly onEvent: () => void;
}): Network => {
  const { clock, log, socket, queues, documents, onActivityChange, onEvent } = deps;
  const counters = createCounters();
  const duplicateIds = createDuplicateIds({ clock });
  const lastHeard = createLastHeard({ clock });
  const peers = createPeers({ peers: documents.peers, onChange: deps.onPeersChange });
  const loginHistory = createLoginHistory({ clock, isRegistered: (peer) => peers.get(peer) !== undefined });
  const catalogue = createCatalogue({ talkgroups: documents.talkgroups, onChange: deps.onCatalogueChange });
  const lastSeen = createLastSeen({ saved: documents.presences, onChange: onActivityChange });
  const subscriptions = createSubscriptionTable({
    isSimplex: lastSeen.isSimplex,
    onChange: (peer, silenced) => {
      for (const talkgroup of silenced) router.silence(peer, talkgroup);
      onActivityChange();
      onEvent();
    },
  });

  const links = new Map<number, Link>();
  const directory = createRadioDirectory();
  const parrot = createParrot({ clock, port: socket, counters });
  const register = createStreamRegister();
  const guard = createLoopGuard({ register });
  const bridges = createBridges({
    ...{ clock, log, counters, catalogue, register, guard, records: documents.bridges, queues },
    onBurst: (channel, burst, datagram) => router.receiveBridged(channel, burst, datagram),
    onGone: (channel) => router.removeBridgeChannel(channel),
    onChange: () => {
      deps.onBridgesChange();
      onEvent();
    },
  });
  const router = createRouter({
    clock,
    port: socket,
    links,
    directory,
    parrot,
    counters,
    register,
    guard,
    routing: createRouting({ peers, catalogue, subscriptions, directory, links, bridging: bridges }),
    onStart: onEvent,
    onEnd: (stream) => {
      lastHeard.record(stream);
      onEvent();
    },
  });

  const sessionEvents = createSessionEvents({
    ...{
      clock,
      log: createLineLimit({ clock, log }),
      peers,
      catalogue,
      subscriptions,
      lastSeen,
      loginHistory,
      duplicateIds,
      router,
    },
    onChange: onEvent,
  });
  const sessions = createSessions({
    clock,
    onEnd: (session, how, by) => {
      // Replaced: it opens its queue again, at its new address.
      if (how !== 'replaced') queues?.close(session.peer);
      sessionEvents.ended(session, how, by);
    },
  });
  const authenticator = createAuthenticator({ clock, peers, sessions, loginHistory, counters });
  const master = createMaster({
    ...{ clock, sessions, authenticator, counters },
    send: (bytes, to) => socket.answer(bytes, to),
    onConfigured: (session, configuration) => {
      queues?.open(session.peer, session.endpoint);
      sessionEvents.configured(session, configuration);
    },
    onOptions: sessionEvents.asked,
    onBurst: (peer, burst, datagram) => router.receive(peer, burst, datagram),
  });

  for (const { peer, endpoint } of documents.presences)
    if (endpoint !== undefined) authenticator.restoreAddress(peer, endpoint);
  for (const [peer, list] of documents.subscriptions) {
    const record = peers.get(peer);
    if (record !== undefined) subscriptions.change(peer, () => fromStored(list, record, clock));
  }

  let savedAtSeconds = clock.seconds();

  /** Saves now and then, so that a crash loses little and the card is spared; not while no peer is logged in. */
  const saveLastSeen = (): void => {
    if (clock.seconds() - savedAtSeconds < LAST_SEEN_SAVE_INTERVAL_SECONDS) return;
    savedAtSeconds = clock.seconds();
    if (sessions.size() > 0) onActivityChange();
  };

  const seenAt = (peer: number): number | undefined => {
    const session = sessions.get(peer);
    if (session === undefined) return lastSeen.get(peer)?.seenAt;
    return Math.max(0, Math.round(clock.wallSeconds() - (clock.seconds() - session.seenAtSeconds)));
  };

  return {
    ...{
      clock,
      peers,
      bridges,
      catalogue,
      subscriptions,
      lastSeen,
      sessions,
      authenticator,
      master,
      router,
      loginHistory,
      duplicateIds,
      lastHeard,
      counters,
    },
    receive: (datagram, from) => {
      if (isBridged(datagram)) bridges.receive(datagram, from);
      else master.receive(datagram, from);
    },
    remove: (peer) => {
      peers.remove(peer);
      master.disconnect(peer);
      subscriptions.change(peer, () => []);
      lastSeen.forget(peer);
    },
    toActivity: () => ({
      subscriptions: [...subscriptions.entries()].map(([peer, list]) => [peer, toStored(list, clock)] as const),
      presences: lastSeen.list().map((seen) => ({ ...seen, seenAt: seenAt(seen.peer) ?? seen.seenAt })),
    }),
    seenAt,
    requestRelogins: () => {
      for (const { peer, simplex, seenAt, endpoint } of lastSeen.list()) {
        if (endpoint === undefined) continue;
        lastSeen.record(peer, { simplex, at: seenAt });
        if (peers.get(peer) !== undefined) master.requestRelogin(peer, endpoint);
      }
    },
    tick: () => {
      master.tick();
      router.tick();
      bridges.tick();
      subscriptions.expire(clock.seconds());
      saveLastSeen();
    },
    stop: () => {
      master.close();
      parrot.stop();
    },
  };
};
