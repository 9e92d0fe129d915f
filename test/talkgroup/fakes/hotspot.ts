// A hotspot as DMRGateway and MMDVMHost behave: their login, their timers, their reactions.

import type { Cancel, Clock } from '../../../src/talkgroup/clock.ts';
import { type Configuration, toConfigurationText } from '../../../src/talkgroup/homebrew/configuration.ts';
import {
  authorisationBytes,
  configurationBytes,
  goodbyeBytes,
  loginBytes,
  optionsBytes,
  pingBytes,
} from '../../../src/talkgroup/homebrew/message-bytes.ts';
import { type MasterMessage, toMasterMessage } from '../../../src/talkgroup/homebrew/messages.ts';
import { toDigest } from '../../../src/talkgroup/registry/tokens.ts';

type HotspotState = 'connecting' | 'login' | 'authorisation' | 'configuration' | 'options' | 'running' | 'off';

export const STANDARD_CONFIGURATION: Configuration = {
  callsign: 'M0ABC',
  receiveHertz: 438_800_000,
  transmitHertz: 431_000_000,
  powerWatts: 1,
  colourCode: 1,
  latitude: '51.50000',
  longitude: '-0.120000',
  heightMetres: 10,
  location: 'London, IO91',
  description: 'A hotspot',
  slots: 3,
  url: 'https://example.org/',
  software: '20240101_Pi-Star',
  package: 'MMDVM_MMDVM_HS_Hat',
};

const RETRY_SECONDS = 10;
const TIMEOUT_SECONDS = 60;

export interface HotspotOptions {
  readonly peer: number;
  readonly password: string;
  readonly clock: Clock;
  readonly send: (datagram: Buffer) => void;
  /** The client closes its socket and opens another: a new source port. */
  readonly reopen?: () => void;
  readonly configuration?: Partial<Configuration>;
  readonly padding?: string;
  readonly options?: string;
  readonly pingSeconds?: number;
}

export interface Hotspot {
  readonly peer: number;
  state(): HotspotState;
  /** Everything the master sent, in order. */
  readonly received: Buffer[];
  start(): void;
  receive(datagram: Buffer): void;
  send(datagram: Buffer): void;
  /** Changes the options while running. */
  setOptions(text: string): void;
  /** Says goodbye and falls silent. */
  stop(): void;
  /** Falls silent without a word. */
  vanish(): void;
}

export const createHotspot = (parts: HotspotOptions): Hotspot => {
  const { peer, clock, send } = parts;
  const password = parts.password;
  let options = parts.options ?? '';
  let salt = Buffer.alloc(4);
  let state: HotspotState = 'off';
  let cancelRetry: Cancel = () => undefined;
  let cancelTimeout: Cancel = () => undefined;
  const received: Buffer[] = [];

  const startRetry = (): void => {
    cancelRetry();
    const seconds = state === 'running' ? (parts.pingSeconds ?? RETRY_SECONDS) : RETRY_SECONDS;
    cancelRetry = clock.after(seconds, retry);
  };
  const startTimeout = (): void => {
    cancelTimeout();
    cancelTimeout = clock.after(TIMEOUT_SECONDS, reconnect);
  };

  const sendState = (): void => {
    const configuration = { ...STANDARD_CONFIGURATION, ...parts.configuration };
    if (state === 'login') send(loginBytes(peer));
    else if (state === 'authorisation') send(authorisationBytes(peer, toDigest(salt, password)));
    else if (state === 'configuration')
      send(configurationBytes(peer, toConfigurationText(configuration, parts.padding)));
    else if (state === 'options') send(optionsBytes(peer, options));
    else if (state === 'running') send(pingBytes(peer));
  };

  const retry = (): void => {
    if (state === 'connecting') {
      state = 'login';
      startTimeout();
    }
    sendState();
    startRetry();
  };

  const enter = (next: HotspotState): void => {
    state = next;
    if (next !== 'running') sendState();
    startTimeout();
    startRetry();
  };

  const reconnect = (): void => {
    cancelTimeout();
    parts.reopen?.();
    state = 'connecting';
    startRetry();
  };

  const acknowledged = (value: Buffer): void => {
    if (state === 'login') {
      salt = Buffer.from(value);
      enter('authorisation');
    } else if (state === 'authorisation') enter('configuration');
    else if (state === 'configuration') enter(options === '' ? 'running' : 'options');
    else if (state === 'options') enter('running');
  };

  const refused = (): void => {
    if (state !== 'running') {
      reconnect();
      return;
    }
    state = 'login';
    startTimeout();
    startRetry();
  };

  const react = (message: MasterMessage): void => {
    if (message.kind === 'acknowledgement') acknowledged(message.value);
    else if (message.kind === 'refusal') refused();
    else if (message.kind === 'closing') reconnect();
    else if (message.kind === 'pong') startTimeout();
  };

  const hush = (): void => {
    state = 'off';
    cancelRetry();
    cancelTimeout();
  };

  return {
    peer,
    received,
    state: () => state,
    start: () => {
      state = 'connecting';
      startRetry();
    },
    receive: (datagram) => {
      received.push(datagram);
      const message = toMasterMessage(datagram);
      if (message !== undefined && state !== 'off') react(message);
    },
    send,
    setOptions: (text) => {
      options = text;
      send(optionsBytes(peer, text));
    },
    stop: () => {
      send(goodbyeBytes(peer));
      hush();
    },
    vanish: hush,
  };
};

/** The bursts among what a hotspot received. */
export const burstsOf = (hotspot: Hotspot): readonly Buffer[] =>
  hotspot.received.filter((datagram) => datagram.toString('latin1', 0, 4) === 'DMRD');
