// OSC subscribers: 5 s at first, longer once confirmed.
import type { Clock } from '../base/clock.ts';
import { ConnectionPlaces, type Place } from '../net/fair-places.ts';

const MAX_SUBSCRIBERS = 16;
const PROBATION_SECONDS = 5;
/** UDP does not report that a client has left: a subscription ends after this silence. */
const SUBSCRIPTION_SECONDS = 300;

export interface Sender {
  readonly address: string;
  readonly port: number;
}

interface Subscriber extends Sender {
  /** Port for feedback: another than `port` only after a message came from there. */
  feedbackPort: number;
  wantedPort: number;
  untilSeconds: number;
  isConfirmed: boolean;
  readonly place: Place;
}

const toKey = ({ address, port }: Sender): string => `${address} ${port}`;

export class Subscribers {
  readonly #clock: Clock;
  readonly #places = new ConnectionPlaces({ max: MAX_SUBSCRIBERS });
  readonly #byKey = new Map<string, Subscriber>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** The current targets of feedback. */
  targets(): readonly Sender[] {
    this.#removeOld();
    return [...this.#byKey.values()].map(({ address, feedbackPort }) => ({ address, port: feedbackPort }));
  }

  /** Confirms a client by a message that only a real client sends: its subscription is not forged, nor one that gave its port. */
  heard(from: Sender): void {
    this.#removeOld();
    for (const subscriber of this.#byKey.values()) {
      if (subscriber.address !== from.address) continue;
      if (subscriber.port !== from.port && subscriber.wantedPort !== from.port) continue;
      if (subscriber.wantedPort === from.port) subscriber.feedbackPort = from.port;
      subscriber.isConfirmed = true;
      subscriber.untilSeconds = this.#clock.nowSeconds() + SUBSCRIPTION_SECONDS;
      subscriber.place.touch();
    }
  }

  /**
   * @param wantedPort port for feedback, used once a message came from there
   * @returns the current target; undefined when all places are taken
   */
  add(from: Sender, wantedPort: number): Sender | undefined {
    this.#removeOld();
    const key = toKey(from);
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      known.wantedPort = wantedPort;
      if (wantedPort === from.port) known.feedbackPort = from.port;
      return { address: known.address, port: known.feedbackPort };
    }
    const place = this.#places.acquire({
      address: from.address,
      isIdle: () => !subscriber.isConfirmed,
      evict: () => this.#byKey.delete(key),
    });
    if (place === undefined) return undefined;
    const subscriber: Subscriber = {
      ...from,
      feedbackPort: from.port,
      wantedPort,
      untilSeconds: this.#clock.nowSeconds() + PROBATION_SECONDS,
      isConfirmed: false,
      place,
    };
    this.#byKey.set(key, subscriber);
    return from;
  }

  remove(from: Sender): void {
    const key = toKey(from);
    this.#byKey.get(key)?.place.leave();
    this.#byKey.delete(key);
  }

  #removeOld(): void {
    const now = this.#clock.nowSeconds();
    for (const subscriber of this.#byKey.values()) if (subscriber.untilSeconds < now) this.remove(subscriber);
  }
}
