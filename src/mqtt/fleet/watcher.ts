// Watches and commands the fleet on its own connection, only while somebody looks or commands.

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { WallClock } from '../../deck/ports.ts';
import type { BrokerAddress } from '../broker/broker-address.ts';
import { BrokerConnection } from '../broker/connection.ts';
import { createFleetCommands, type FleetCommand, type FleetCommands, type FleetOutcome, isMeant } from './commands.ts';
import { createFleetRegistry, type FleetPlayer, toFleetFilters } from './registry.ts';

/** Clients ask again within this time. */
const IDLE_TIMEOUT_SECONDS = 15;
/** Only a command that opens the connection waits for it: any other would come as a surprise by then. */
const CONNECT_TIMEOUT_SECONDS = 4;
/** Retained messages come at once; after this silence all have arrived. */
const QUIET_PERIOD_SECONDS = 0.3;
const MAX_GATHER_SECONDS = 3;
const POLL_SECONDS = 0.05;
/** Players tell their state a moment after the answer; whoever looks next is to see it. */
const STATUS_DELAY_SECONDS = 0.1;

export interface FleetSnapshot {
  /** True while connected to the broker; otherwise the view is old or empty. */
  readonly isConnected: boolean;
  readonly players: readonly FleetPlayer[];
}

/** One connection, with what it has heard. */
interface Session {
  readonly link: BrokerConnection;
  readonly view: ReturnType<typeof createFleetRegistry>;
  readonly commands: FleetCommands;
  readonly openedAt: number;
  wasUp: boolean;
  heardAt: number;
}

export class FleetWatcher {
  readonly #deps: {
    readonly address: Omit<BrokerAddress, 'clientId'>;
    readonly root: string;
    readonly id: string;
    readonly clock: Clock;
    readonly wall: WallClock;
    readonly log: Log;
  };
  #session: Session | undefined;
  #stopTimer: (() => void) | undefined;

  /** @param deps.id the player's id in topics */
  constructor(deps: {
    address: Omit<BrokerAddress, 'clientId'>;
    root: string;
    id: string;
    clock: Clock;
    wall: WallClock;
    log: Log;
  }) {
    this.#deps = deps;
  }

  /** The current view; the first call starts the watcher and has little to show. */
  view(): FleetSnapshot {
    const { link, view } = this.#use();
    return { isConnected: link.isUp(), players: view.players() };
  }

  /**
   * Sends a command once.
   * @returns what each player that is meant made of it, none when nobody is; undefined when the broker is not reached and nothing was sent
   */
  async request(command: FleetCommand): Promise<readonly FleetOutcome[] | undefined> {
    const session = this.#use();
    await this.#gather(session);
    if (!session.link.isUp()) return undefined;
    const players = session.view.players().filter((player) => isMeant(player, command));
    if (players.length === 0) return [];
    // The answers may take longer than the connection stays without use.
    this.#use();
    const outcomes = await session.commands.send(command, players);
    if (outcomes.some(({ outcome }) => outcome === 'done')) await this.#pause(STATUS_DELAY_SECONDS);
    return outcomes;
  }

  async stop(): Promise<void> {
    this.#stopTimer?.();
    const session = this.#session;
    this.#session = undefined;
    session?.commands.stop();
    await session?.link.stop();
  }

  #use(): Session {
    const { clock } = this.#deps;
    this.#stopTimer?.();
    this.#stopTimer = clock.after(IDLE_TIMEOUT_SECONDS, () => void this.stop());
    this.#session ??= this.#open();
    return this.#session;
  }

  /** Waits until a new connection is up and has heard of all players. */
  async #gather(session: Session): Promise<void> {
    const { clock } = this.#deps;
    const { link, openedAt } = session;
    const isWaiting = (): boolean => {
      const now = clock.nowSeconds();
      if (!link.isUp()) return !session.wasUp && now < openedAt + CONNECT_TIMEOUT_SECONDS;
      const upSeconds = link.upSeconds();
      return upSeconds < MAX_GATHER_SECONDS && now - Math.max(session.heardAt, now - upSeconds) < QUIET_PERIOD_SECONDS;
    };
    while (isWaiting()) await this.#pause(POLL_SECONDS);
  }

  #pause(seconds: number): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(seconds, resolve));
  }

  #open(): Session {
    const { address, root, id, clock, wall, log } = this.#deps;
    const view = createFleetRegistry(root);
    const commands = createFleetCommands({ root, clock, wall, send: (message) => link.send(message) });
    const link = new BrokerConnection({
      address: { ...address, clientId: `${root}-${id}-watch` },
      filters: toFleetFilters(root),
      // Who may see the players may not be allowed to hear their answers.
      optionalFilter: commands.answersTopic,
      clock,
      log,
      random: Math.random,
      onUp: () => {
        session.wasUp = true;
      },
      onMessage: (message) => {
        if (message.topic === commands.answersTopic) return commands.handle(message);
        // The positions of players that play never fall silent.
        if (!message.topic.endsWith('/position')) session.heardAt = clock.nowSeconds();
        view.handle(message.topic, message.payload);
      },
    });
    const session: Session = { link, view, commands, openedAt: clock.nowSeconds(), wasUp: false, heardAt: 0 };
    link.start();
    return session;
  }
}
