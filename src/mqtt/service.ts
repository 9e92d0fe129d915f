// The MQTT transport: reports, commands, discovery and synchronised starts, from its start to its stop.

import type { Action } from '../actions/action.ts';
import { ACTIONS } from '../actions/table.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { ClipPlayability } from '../deck/clips/playability.ts';
import type { Deck } from '../deck/deck.ts';
import type { Machine, WallClock } from '../deck/ports.ts';
import type { StartAt } from '../deck/scheduled-start.ts';
import type { BrokerAddress } from './broker/broker-address.ts';
import { BrokerConnection } from './broker/connection.ts';
import { createDispatcher } from './commands/dispatcher.ts';
import { detectStalls, type StallDetector } from './commands/stall-detector.ts';
import { toDiscovery, toDiscoveryTopic } from './reports/home-assistant.ts';
import { StatusFeed, toStatusJson } from './reports/status-publisher.ts';
import { SyncGroup } from './sync/sync-group.ts';
import { toSyncText } from './sync/sync-message.ts';
import { createTopics } from './topics.ts';

export class MqttService {
  readonly #link: BrokerConnection;
  readonly #feed: StatusFeed;
  readonly #syncGroup: SyncGroup;
  readonly #stallDetector: StallDetector;

  /**
   * @param deps.id the player's id in topics
   * @param deps.answerPrefixes further topics below which answers may go
   * @param deps.discoveryPrefix undefined: no discovery for Home Assistant
   * @param deps.poweredOn resolves when the deck has applied the power-on setting, or failed
   * @param deps.boundSeconds maximum clock uncertainty for scheduled starts
   */
  constructor(deps: {
    actions?: readonly Action[];
    deck: Deck;
    machine: Machine;
    poweredOn: Promise<void>;
    clock: Clock;
    wall: WallClock;
    startAt: StartAt;
    /** Tells of each clip whether it plays smoothly. */
    playability?: ClipPlayability;
    log: Log;
    address: Omit<BrokerAddress, 'clientId'>;
    root: string;
    id: string;
    groups: readonly string[];
    answerPrefixes?: readonly string[];
    discoveryPrefix: string | undefined;
    boundSeconds: number;
    httpHost?: string;
    httpPort: number;
    pictureTicket?: string;
    random?: () => number;
  }) {
    const { deck, clock, log, id, root } = deps;
    const topics = createTopics(deps);
    const status = (): ReturnType<typeof toStatusJson> => toStatusJson(deps);
    const syncGroup = new SyncGroup({
      ...deps,
      publish: (message) =>
        link.put({ topic: topics.reports.sync, payload: toSyncText(message), retained: false, qos: 0 }),
    });
    const stalls = detectStalls(clock);
    const receive = createDispatcher({
      ...deps,
      actions: deps.actions ?? ACTIONS,
      waitedSeconds: () => Math.min(stalls.waitedSeconds(), link.upSeconds()),
      topics,
      onStarted: (started, scope) => syncGroup.join(started, scope),
      toStatus: status,
      send: (message) => link.send(message),
    });
    const link = new BrokerConnection({
      address: { ...deps.address, clientId: `${root}-${id}` },
      filters: [...topics.filters, topics.reports.sync],
      will: { topic: topics.reports.online, payload: 'offline', retained: true },
      clock,
      log,
      random: deps.random ?? Math.random,
      onUp: () => feed.publishAll(),
      onMessage: (message) => {
        if (message.topic === topics.reports.sync) syncGroup.hear(message.payload);
        else receive(message);
      },
    });
    const discover = (): void => {
      const prefix = deps.discoveryPrefix;
      if (prefix === undefined) return;
      const payload = JSON.stringify(toDiscovery({ ...deps, prefix, topics, clips: deck.state().document.clips }));
      link.put({ topic: toDiscoveryTopic({ prefix, id }), payload, retained: true });
    };
    const feed = new StatusFeed({
      ...deps,
      topics,
      link,
      syncStatus: () => syncGroup.syncStatus(),
      onClips: discover,
    });
    this.#link = link;
    this.#feed = feed;
    this.#syncGroup = syncGroup;
    this.#stallDetector = stalls;
    void deps.poweredOn.then(() => syncGroup.poweredOn());
  }

  /** Returns at once; connects in the background. */
  start(): void {
    this.#feed.start();
    this.#link.start();
  }

  /** Takes at most half a second. */
  async stop(): Promise<void> {
    this.#feed.stop();
    this.#stallDetector.stop();
    this.#syncGroup.leave();
    await this.#link.stop();
  }
}
