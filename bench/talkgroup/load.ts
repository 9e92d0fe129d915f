// The hotspots of the load: a thousand UDP sockets that log in, ping, talk at the pace of radios, and count.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { toConfigurationText } from '../../src/talkgroup/homebrew/configuration.ts';
import {
  authorisationBytes,
  configurationBytes,
  loginBytes,
  pingBytes,
} from '../../src/talkgroup/homebrew/message-bytes.ts';
import { toDigest } from '../../src/talkgroup/registry/tokens.ts';
import { addressOf, BURST_SECONDS, FIRST_PEER, type Group, PASSWORD, PEERS, TALKERS, talkgroupOf } from './shape.ts';
import { STREAM_BASE, toBurstBytes, toDelayMs } from './wire.ts';

const LOGIN_SECONDS = 30;
const PING_SECONDS = 10;
/** All is in when nothing more has come for so long: a load that is held up itself hears bursts late, and they count. */
const DRAIN_SECONDS = 1;
const MAX_DRAIN_SECONDS = 20;

export interface Delivery {
  readonly sent: number;
  readonly received: number;
  readonly delaysMs: readonly number[];
}

export interface Load {
  readonly groups: readonly Group[];
  logIn(port: number): Promise<void>;
  /** Pings these masters from every peer, as hotspots do, until closed. */
  ping(ports: readonly number[]): void;
  talk(port: number, seconds: number): Promise<Delivery>;
  close(): void;
}

const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const CONFIGURATION = toConfigurationText({
  ...{
    callsign: 'M0ABC',
    receiveHertz: 1,
    transmitHertz: 2,
    powerWatts: 1,
    colourCode: 1,
    latitude: '',
    longitude: '',
  },
  ...{ heightMetres: 0, location: '', description: '', slots: 3, url: '', software: 'bench', package: 'MMDVM' },
});

export const createLoad = async (): Promise<Load> => {
  const peers = Array.from({ length: PEERS }, (_, index) => FIRST_PEER + index);
  const sockets = new Map<number, Socket>();
  const steps = new Map<number, number>();
  let delaysMs: number[] = [];
  let loggedIn = 0;
  let stream = STREAM_BASE;
  let pinging: NodeJS.Timeout | undefined;

  const advance = (peer: number, datagram: Buffer, port: number, address: string): void => {
    const step = (steps.get(peer) ?? 0) + 1;
    steps.set(peer, step);
    const socket = sockets.get(peer);
    if (step === 1) socket?.send(authorisationBytes(peer, toDigest(datagram.subarray(6), PASSWORD)), port, address);
    else if (step === 2) socket?.send(configurationBytes(peer, CONFIGURATION), port, address);
    else loggedIn++;
  };

  for (const peer of peers) {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) });
    socket.on('message', (datagram, from) => {
      if (datagram.length === 55) delaysMs.push(toDelayMs(datagram));
      else if (datagram.toString('latin1', 0, 6) === 'RPTACK') advance(peer, datagram, from.port, from.address);
    });
    const listening = once(socket, 'listening');
    socket.bind(0, addressOf(peer));
    await listening;
    sockets.set(peer, socket);
  }

  const talkOnce = (port: number, talker: number, id: number, sequence: number, last: number): void => {
    const peer = FIRST_PEER + talker;
    const kind =
      sequence === 0 ? 0x21 : sequence === last ? 0x22 : (sequence - 1) % 6 === 0 ? 0x10 : (sequence - 1) % 6;
    const talkgroup = talkgroupOf(peer);
    const bytes = toBurstBytes({ peer, talkgroup, stream: id, sequence, kind, leavesAtMs: performance.now() });
    sockets.get(peer)?.send(bytes, port, '127.0.0.1');
  };

  const talkAlong = async (port: number, talker: number, bursts: number): Promise<void> => {
    const id = ++stream;
    // Radios are not in step with each other.
    const startedAtMs = performance.now() + (talker * BURST_SECONDS * 1000) / TALKERS;
    for (let sequence = 0; sequence < bursts; sequence++) {
      await sleep(Math.max(0, startedAtMs + sequence * BURST_SECONDS * 1000 - performance.now()) / 1000);
      talkOnce(port, talker, id, sequence, bursts - 1);
    }
  };

  const drain = async (): Promise<void> => {
    let before = -1;
    for (let waited = 0; delaysMs.length > before && waited < MAX_DRAIN_SECONDS; waited += DRAIN_SECONDS) {
      before = delaysMs.length;
      await sleep(DRAIN_SECONDS);
    }
  };

  return {
    groups: Array.from({ length: TALKERS }, (_, group) =>
      peers
        .filter((peer) => (peer - FIRST_PEER) % TALKERS === group)
        .map((peer) => ({ peer, address: addressOf(peer), port: sockets.get(peer)?.address().port ?? 0 })),
    ),

    logIn: async (port) => {
      steps.clear();
      loggedIn = 0;
      for (const [peer, socket] of sockets) socket.send(loginBytes(peer), port, '127.0.0.1');
      for (let waited = 0; loggedIn < PEERS && waited < LOGIN_SECONDS; waited += 0.05) await sleep(0.05);
      if (loggedIn < PEERS) throw new Error(`only ${loggedIn} of ${PEERS} peers are in`);
    },

    talk: async (port, seconds) => {
      delaysMs = [];
      const bursts = Math.round(seconds / BURST_SECONDS);
      await Promise.all(Array.from({ length: TALKERS }, (_, talker) => talkAlong(port, talker, bursts)));
      await drain();
      return { sent: bursts * (PEERS - TALKERS), received: delaysMs.length, delaysMs };
    },

    ping: (ports) => {
      let index = 0;
      pinging = setInterval(
        () => {
          const peer = FIRST_PEER + (index++ % PEERS);
          for (const port of ports) sockets.get(peer)?.send(pingBytes(peer), port, '127.0.0.1');
        },
        (PING_SECONDS * 1000) / PEERS,
      );
    },

    close: () => {
      clearInterval(pinging);
      for (const socket of sockets.values()) socket.close();
    },
  };
};
