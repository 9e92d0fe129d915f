// The MQTT transport: reports, commands, discovery and synchronised starts, from its start to its stop.

import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Deck } from '../deck/deck.ts';
import type { Machine, WallClock } from '../deck/ports.ts';
import type { BrokerAddress } from './broker/broker-address.ts';
import { BrokerLink } from './broker/connection.ts';
import { createCommandDesk } from './commands/dispatcher.ts';
import { type Standstill, watchStandstill } from './commands/stall-detector.ts';
import { toDiscovery, toDiscoveryTopic } from './reports/home-assistant.ts';
import { StatusFeed, toStatusJson } from './reports/status-publisher.ts';
import { TimedStart } from './scheduled-start.ts';
import { Ensemble } from './sync/sync-group.ts';
import { toBeaconText } from './sync/sync-message.ts';
import { createTopics } from './topics.ts';

export class MqttService {
  readonly #link: BrokerLink;
  readonly #feed: StatusFeed;
  readonly #ensemble: Ensemble;
  readonly #standstill: Standstill;

  /**
   * @param parts.id the player's word in topics
   * @param parts.answerPrefixes topics below which answers may go, too
   * @param parts.discoveryPrefix undefined: Home Assistant is not told
   * @param parts.poweredOn resolves when the deck has put on what it does at power-on, or could not
   * @param parts.boundSeconds a clock that may be wrong by more starts nothing at an instant
   */
  constructor(parts: {
    deck: Deck;
    machine: Machine;
    poweredOn: Promise<void>;
    clock: Clock;
    wall: WallClock;
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
    const { deck, clock, log, id, root } = parts;
    const topics = createTopics(parts);
    const status = (): ReturnType<typeof toStatusJson> => toStatusJson(parts);
    const ensemble = new Ensemble({
      ...parts,
      publish: (beacon) =>
        link.put({ topic: topics.reports.sync, payload: toBeaconText(beacon), retained: false, qos: 0 }),
    });
    const timedStart = new TimedStart({ ...parts, onStarted: (started) => ensemble.join(started) });
    const standstill = watchStandstill(clock);
    const receive = createCommandDesk({
      ...parts,
      waitedSeconds: () => Math.min(standstill.waitedSeconds(), link.upSeconds()),
      topics,
      timedStart,
      toStatus: status,
      send: (message) => link.send(message),
    });
    const link = new BrokerLink({
      address: { ...parts.address, clientId: `${root}-${id}` },
      filters: [...topics.filters, topics.reports.sync],
      will: { topic: topics.reports.online, payload: 'offline', retained: true },
      clock,
      log,
      random: parts.random ?? Math.random,
      onUp: () => feed.tellAll(),
      onMessage: (message) => {
        if (message.topic === topics.reports.sync) ensemble.hear(message.payload);
        else receive(message);
      },
    });
    const discover = (): void => {
      const prefix = parts.discoveryPrefix;
      if (prefix === undefined) return;
      const payload = JSON.stringify(toDiscovery({ ...parts, prefix, topics, clips: deck.state().document.clips }));
      link.put({ topic: toDiscoveryTopic({ prefix, id }), payload, retained: true });
    };
    const feed = new StatusFeed({
      ...parts,
      topics,
      link,
      togetherness: () => ensemble.togetherness(),
      onClips: discover,
    });
    this.#link = link;
    this.#feed = feed;
    this.#ensemble = ensemble;
    this.#standstill = standstill;
    void parts.poweredOn.then(() => ensemble.poweredOn());
  }

  /** Returns at once: a broker that is not there is looked for in the background. */
  start(): void {
    this.#feed.start();
    this.#link.start();
  }

  /** Done within half a second. */
  async stop(): Promise<void> {
    this.#feed.stop();
    this.#standstill.stop();
    this.#ensemble.leave();
    await this.#link.stop();
  }
}
