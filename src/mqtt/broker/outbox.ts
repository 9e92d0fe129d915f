// Outgoing messages: few in flight, a bounded queue.
import type { Clock } from '../../base/clock.ts';

export interface OutgoingMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retained: boolean;
  /** Defaults to 1. */
  readonly qos?: 0 | 1;
  readonly properties?: {
    readonly correlationData?: Buffer;
    readonly responseTopic?: string;
    readonly messageExpiryInterval?: number;
    readonly userProperties?: Readonly<Record<string, string>>;
  };
}

const MAX_IN_FLIGHT = 16;
const MAX_QUEUED = 200;
/** When no message has left for this time, the broker is stuck. */
const STALL_TIMEOUT_SECONDS = 10;

export class Outbox {
  readonly #publish: (message: OutgoingMessage, done: (error?: Error) => void) => void;
  readonly #clock: Clock;
  readonly #onStuck: () => void;
  readonly #latest = new Map<string, OutgoingMessage>();
  #queue: OutgoingMessage[] = [];
  #inFlight = 0;
  #stopWatch: (() => void) | undefined;
  #isDisposed = false;

  /** @param deps.publish calls back when the broker has the message, or the attempt has failed */
  constructor(deps: {
    publish: (message: OutgoingMessage, done: (error?: Error) => void) => void;
    clock: Clock;
    onStuck: () => void;
  }) {
    this.#publish = deps.publish;
    this.#clock = deps.clock;
    this.#onStuck = deps.onStuck;
  }

  /** Number of waiting messages. */
  waiting(): number {
    return this.#queue.length + this.#latest.size;
  }

  /** Queues a state: only the newest message of a topic counts. */
  enqueue(message: OutgoingMessage): void {
    this.#latest.set(message.topic, message);
    this.#pump();
  }

  /** Queues an event, in order; drops the oldest when too many wait. */
  send(message: OutgoingMessage): void {
    this.#queue.push(message);
    if (this.#queue.length > MAX_QUEUED) this.#queue.shift();
    this.#pump();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopWatch?.();
  }

  #pump(): void {
    while (!this.#isDisposed && this.#inFlight < MAX_IN_FLIGHT) {
      const next = this.#queue.shift() ?? this.#replaceQueued();
      if (next === undefined) return;
      this.#inFlight += 1;
      if (this.#inFlight === 1) this.#watch();
      this.#publish(next, () => this.#left());
    }
  }

  #replaceQueued(): OutgoingMessage | undefined {
    for (const [topic, message] of this.#latest) {
      this.#latest.delete(topic);
      return message;
    }
    return undefined;
  }

  #left(): void {
    this.#inFlight -= 1;
    this.#stopWatch?.();
    if (this.#isDisposed) return;
    if (this.#inFlight > 0) this.#watch();
    this.#pump();
  }

  #watch(): void {
    this.#stopWatch?.();
    this.#stopWatch = this.#clock.after(STALL_TIMEOUT_SECONDS, this.#onStuck);
  }
}
