// What a transport of the player is, and what it may be made of.

import type { Clock } from '../base/clock.ts';
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { listenAt } from '../config/startup-checks.ts';
import type { ClipConversions } from '../deck/clip-conversions.ts';
import type { ClipLoudness } from '../deck/clips/loudness.ts';
import type { ClipPlayability } from '../deck/clips/playability.ts';
import type { Deck } from '../deck/deck.ts';
import type { WallClock } from '../deck/ports.ts';
import type { StartAt } from '../deck/scheduled-start.ts';
import type { HostMachine } from '../host/machine.ts';
import type { HyperDeckService } from '../hyperdeck/service.ts';
import { isEveryAddress, toUrlHost } from '../net/http-address.ts';
import type { Library } from './library.ts';
import type { PlayBook } from './plays/start-plays.ts';
import type { VideoOutput } from './video-output.ts';

export interface TransportContext {
  readonly config: PlayerConfig;
  readonly deck: Deck;
  /** Resolves when the deck has applied the power-on setting, or failed. */
  readonly poweredOn: Promise<void>;
  readonly machine: HostMachine;
  readonly library: Library;
  readonly playability: ClipPlayability;
  readonly loudness: ClipLoudness;
  readonly conversions: ClipConversions;
  readonly videoOutput: VideoOutput;
  readonly hyperDeck: HyperDeckService;
  /** Token for thumbnails only; absent without a token. */
  readonly pictureTicket?: string;
  readonly brokerCa: Buffer | undefined;
  /** Of the built page. */
  readonly pageFolder: string;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly startAt: StartAt;
  readonly plays: PlayBook;
  /** Maximum uncertainty of the wall clock for scheduled starts. */
  readonly boundSeconds: number;
  readonly log: Log;
  readonly running: DisposalStack;
}

/** An address that is listened on. */
export interface Listening {
  readonly address: string;
  readonly port: number;
}

export interface Transport {
  /**
   * @returns its address; undefined when it does not listen
   * @throws ConfigError for an invalid address, Error for one that is in use or not available yet
   */
  start(): Promise<Listening | undefined>;
  /** Stops it, also after a failed start. */
  stop(): Promise<void>;
}

/** A row of the table of interfaces. */
export interface TransportRow {
  readonly name: string;
  /**
   * @param listening addresses of the interfaces above it, by name
   * @returns undefined when it is disabled
   */
  readonly create: (
    context: TransportContext,
    listening: ReadonlyMap<string, Listening>,
  ) => Transport | undefined | Promise<Transport | undefined>;
}

interface ListenContext {
  readonly config: Pick<PlayerConfig, 'httpHost'>;
  readonly machine: Pick<HostMachine, 'interfaces'>;
  readonly log: Log;
}

/**
 * Listens on a configured port, and logs the address.
 * @param label prefix of the host in the log
 */
export const listenOn = async (
  { config: { httpHost }, machine, log }: ListenContext,
  { setting, port, label }: { readonly setting: PortSetting; readonly port: number; readonly label: string },
  listen: (host: string, port: number) => Promise<Listening>,
): Promise<Listening> => {
  const values = [
    { variable: PLAYER_SETTINGS.httpHost.variable, value: httpHost },
    { variable: PLAYER_SETTINGS[setting].variable, value: String(port) },
  ];
  const listening = await listenAt(values, () => listen(httpHost, port));
  log.info(`listening ${label}${toPlace(httpHost, listening.port, machine)}`);
  return listening;
};

/** An address that can be typed somewhere: nobody reaches 0.0.0.0. */
const toPlace = (host: string, port: number, machine: ListenContext['machine']): string => {
  if (!isEveryAddress(host)) return `${toUrlHost(host)}:${port}`;
  const [own = 'localhost'] = Object.values(machine.interfaces());
  return `${toUrlHost(own)}:${port} (on every address)`;
};

type PortSetting = 'httpPort' | 'hyperdeckPort' | 'oscPort';
