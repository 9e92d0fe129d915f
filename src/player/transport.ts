// What a transport of the player is, and what it may be made of.

import type { Clock } from '../base/clock.ts';
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { listenAt } from '../config/startup-checks.ts';
import type { Deck } from '../deck/deck.ts';
import type { WallClock } from '../deck/ports.ts';
import type { StartAt } from '../deck/scheduled-start.ts';
import type { HostMachine } from '../host/machine.ts';
import type { HyperDeckService } from '../hyperdeck/service.ts';
import { toUrlHost } from '../net/http-address.ts';
import type { Library } from './library.ts';
import type { VideoOutput } from './video-output.ts';

export interface TransportContext {
  readonly config: PlayerConfig;
  readonly deck: Deck;
  /** Resolves when the deck has put on what it does at power-on, or could not. */
  readonly poweredOn: Promise<void>;
  readonly machine: HostMachine;
  readonly library: Library;
  readonly videoOutput: VideoOutput;
  readonly hyperDeck: HyperDeckService;
  /** Opens the small pictures in place of the token; none where there is no token. */
  readonly pictureTicket?: string;
  readonly brokerCa: Buffer | undefined;
  /** Of the built page. */
  readonly pageFolder: string;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly startAt: StartAt;
  /** A wall clock that may be wrong by more is not gone by. */
  readonly boundSeconds: number;
  readonly log: Log;
  readonly running: DisposalStack;
}

/** Where something listens. */
export interface Listening {
  readonly address: string;
  readonly port: number;
}

export interface Transport {
  /**
   * @returns where it listens; undefined when it listens nowhere
   * @throws ConfigError for an address that can never be had, Error for one that is taken or may come
   */
  start(): Promise<Listening | undefined>;
  /** Ends it, also when its start failed. */
  stop(): Promise<void>;
}

/** A row of the table of transports. */
export interface TransportRow {
  readonly name: string;
  /**
   * @param listening where the transports above it listen, by their names
   * @returns undefined when its settings leave it out
   */
  readonly create: (
    context: TransportContext,
    listening: ReadonlyMap<string, Listening>,
  ) => Transport | undefined | Promise<Transport | undefined>;
}

/**
 * Listens at a port of a setting, and logs where.
 * @param label stands before the host in the log
 */
export const listenOn = async (
  { config: { httpHost }, log }: TransportContext,
  { setting, port, label }: { readonly setting: PortSetting; readonly port: number; readonly label: string },
  listen: (host: string, port: number) => Promise<Listening>,
): Promise<Listening> => {
  const values = [
    { variable: PLAYER_SETTINGS.httpHost.variable, value: httpHost },
    { variable: PLAYER_SETTINGS[setting].variable, value: String(port) },
  ];
  const listening = await listenAt(values, () => listen(httpHost, port));
  log.info(`listening ${label}${toUrlHost(httpHost)}:${listening.port}`);
  return listening;
};

type PortSetting = 'httpPort' | 'hyperdeckPort' | 'oscPort';
