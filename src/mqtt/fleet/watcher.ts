// Watches the fleet on its own connection, only while somebody looks.

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { BrokerAddress } from '../broker/broker-address.ts';
import { BrokerConnection } from '../broker/connection.ts';
import { createFleetRegistry, type FleetPlayer, toFleetFilters } from './registry.ts';

/** Clients ask again within this time. */
const IDLE_TIMEOUT_SECONDS = 15;

export interface FleetSnapshot {
  /** True while connected to the broker; otherwise the view is old or empty. */
  readonly isConnected: boolean;
  readonly players: readonly FleetPlayer[];
}

export class FleetWatcher {
  readonly #deps: {
    readonly address: Omit<BrokerAddress, 'clientId'>;
    readonly root: string;
    readonly id: string;
    readonly clock: Clock;
    readonly log: Log;
  };
  #link: BrokerConnection | undefined;
  #view = createFleetRegistry('');
  #stopTimer: (() => void) | undefined;

  /** @param deps.id the player's id in topics */
  constructor(deps: {
    address: Omit<BrokerAddress, 'clientId'>;
    root: string;
    id: string;
    clock: Clock;
    log: Log;
  }) {
    this.#deps = deps;
  }

  /** The current view; the first call starts the watcher and has little to show. */
  view(): FleetSnapshot {
    this.#stopTimer?.();
    this.#stopTimer = this.#deps.clock.after(IDLE_TIMEOUT_SECONDS, () => void this.stop());
    if (this.#link === undefined) this.#open();
    return { isConnected: this.#link?.isUp() ?? false, players: this.#view.players() };
  }

  async stop(): Promise<void> {
    this.#stopTimer?.();
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
  }

  #open(): void {
    const { address, root, id, clock, log } = this.#deps;
    const view = createFleetRegistry(root);
    this.#view = view;
    this.#link = new BrokerConnection({
      address: { ...address, clientId: `${root}-${id}-watch` },
      filters: toFleetFilters(root),
      clock,
      log,
      random: Math.random,
      onUp: () => undefined,
      onMessage: ({ topic, payload }) => view.handle(topic, payload),
    });
    this.#link.start();
  }
}
