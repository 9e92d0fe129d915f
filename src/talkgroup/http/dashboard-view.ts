// What the dashboard shows, as values: nothing of it is secret, addresses of peers included.

import type { Network } from '../network.ts';
import { mayUse } from '../registry/access.ts';
import { type Transmission, toTransmission } from '../streams/last-heard.ts';
import { toListening } from '../subscriptions/subscriptions.ts';
import type { DashboardCall, DashboardView } from './dashboard-payload.ts';

/** The page is for people, who cannot read a table of thousands. */
const MAX_PEERS = 200;
const MAX_TALKGROUPS = 50;
const MAX_HEARD = 20;
const MAX_TALKING = 50;

const toCall = ({ catalogue, peers }: Network, one: Transmission): DashboardCall => ({
  startedAt: Math.round(one.startedAt),
  lengthSeconds: Math.round(one.lengthSeconds * 10) / 10,
  radio: one.source,
  to: one.destination,
  name: one.group ? catalogue.nameOf(one.destination) : 'private call',
  voice: one.voice,
  peer: one.peer,
  ...(one.bridge === undefined ? {} : { bridge: one.bridge }),
  callsign: one.bridge === undefined ? (peers.get(one.peer)?.callsign ?? '') : '',
  timeslot: one.timeslot,
});

/** True when a subscribed peer receives the talkgroup. */
const isServed = ({ peers, catalogue }: Network, peer: number, talkgroup: number): boolean => {
  const record = peers.get(peer);
  return record !== undefined && mayUse(catalogue, record, talkgroup);
};

const toPeers = (network: Network): DashboardView['peers'] => {
  const { peers, sessions, subscriptions } = network;
  const running = [...sessions.list()].filter(({ configuration }) => configuration !== undefined);
  const shown = running.sort((a, b) => a.peer - b.peer).slice(0, MAX_PEERS);
  return {
    registered: peers.list().length,
    running: running.length,
    list: shown.map(({ peer, since, configuration }) => ({
      id: peer,
      callsign: peers.get(peer)?.callsign ?? '',
      location: configuration?.location ?? '',
      software: configuration?.software ?? '',
      since: Math.round(since),
      talkgroups: [...toListening(subscriptions.of(peer))]
        .filter(([number]) => isServed(network, peer, number))
        .sort(([one], [other]) => one - other)
        .map(([number, timeslot]) => ({ number, timeslot })),
    })),
  };
};

const toTalkgroups = (network: Network): DashboardView['talkgroups'] => {
  const { catalogue, subscriptions } = network;
  const toListeners = (number: number): number =>
    [...subscriptions.listeners(number).keys()].filter((peer) => isServed(network, peer, number)).length;
  const used = catalogue
    .list()
    .map(({ number, name }) => ({ number, name, listeners: toListeners(number) }))
    .filter(({ listeners }) => listeners > 0)
    .sort((one, other) => other.listeners - one.listeners || one.number - other.number);
  return { carried: catalogue.list().filter(({ enabled }) => enabled).length, list: used.slice(0, MAX_TALKGROUPS) };
};

/** The bridges, without addresses and keys. */
const toBridges = ({ bridges }: Network): DashboardView['bridges'] =>
  bridges.list().map(({ record, counters, heardAt }) => ({
    name: record.name,
    received: counters.received,
    sent: counters.sent,
    refused: Object.values(counters.refused).reduce((sum, count) => sum + count, 0),
    ...(heardAt === undefined ? {} : { heardAt: Math.round(heardAt) }),
  }));

/** The parts of the page; each is sent when it has changed. */
export const toDashboardView = (network: Network): DashboardView => ({
  peers: toPeers(network),
  bridges: toBridges(network),
  talkgroups: toTalkgroups(network),
  talking: [...network.router.running()]
    .filter(({ voice }) => voice)
    .slice(0, MAX_TALKING)
    // Its length grows with every burst, so the page counts it itself.
    .map((stream) => ({ ...toCall(network, toTransmission(stream, network.clock)), lengthSeconds: 0 })),
  heard: network.lastHeard
    .list()
    .filter(({ voice }) => voice)
    .slice(0, MAX_HEARD)
    .map((one) => toCall(network, one)),
});
