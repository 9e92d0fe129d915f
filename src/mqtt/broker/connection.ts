// Broker connection: reconnects with back-off, clean session, bounded queue.
import { Socket } from 'node:net';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Clock } from '../../base/clock.ts';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { type BrokerAddress, toCredentials, toPlaceHref } from './broker-address.ts';
import { type ClientIdConflict, createClientIdConflict } from './client-id-conflict.ts';
import { type IncomingMessage, toIncoming } from './incoming-message.ts';
import { Outbox, type OutgoingMessage } from './outbox.ts';

const MIN_BACKOFF_SECONDS = 0.5;
const MAX_BACKOFF_SECONDS = 30;
/** After a connection of this length the next pause is short again. */
const STABLE_AFTER_SECONDS = 5;
const CONNECT_TIMEOUT_SECONDS = 10;
/** A broker that is silent for 1.5 times this is gone. */
const KEEPALIVE_SECONDS = 5;
/** MQTT 5, DISCONNECT: another client has connected under the same client id. */
const SESSION_TAKEN_OVER = 0x8e;
const DISCONNECT_TIMEOUT_SECONDS = 0.5;
const MAX_PACKET_BYTES = 256 * 1024;

interface BrokerConnectionOptions {
  readonly address: BrokerAddress;
  readonly filters: readonly string[];
  /** The broker may refuse it, and the connection stays. */
  readonly optionalFilter?: string;
  /** The last will; undefined: none. */
  readonly will?: OutgoingMessage;
  readonly clock: Clock;
  readonly log: Log;
  /** 0 to 1, for the jitter of pauses. */
  readonly random: () => number;
  /** Called when connected and subscribed; everything must be published again. */
  readonly onUp: () => void;
  readonly onMessage: (message: IncomingMessage) => void;
}

export class BrokerConnection {
  readonly #options: BrokerConnectionOptions;
  readonly #idConflict: ClientIdConflict;
  #client: MqttClient | undefined;
  #outbox: Outbox | undefined;
  #isSubscribed = false;
  #failures = 0;
  #upAt: number | undefined;
  #lastFault = '';
  #stopPause: (() => void) | undefined;
  #isStopping = false;

  constructor(deps: BrokerConnectionOptions) {
    this.#options = deps;
    const { clock, log, address } = deps;
    const { clientId, url } = address;
    this.#idConflict = createClientIdConflict({
      clientId,
      clock,
      warn: (text) => {
        log.warning(`broker ${url.host}: ${text}`);
        this.#lastFault = text;
      },
      onAlone: () => {
        log.info(`broker ${url.host}: connected, no other client uses the id ${clientId} any more`);
        this.#lastFault = '';
      },
    });
  }

  start(): void {
    this.#connect();
  }

  isUp(): boolean {
    return this.#isSubscribed;
  }

  /** Age of the connection in seconds: no message of it is older. 0 while down. */
  upSeconds(): number {
    return this.#upAt === undefined ? 0 : this.#options.clock.nowSeconds() - this.#upAt;
  }

  /** Publishes when there is room; a later message on the topic replaces a waiting one. Does nothing while down. */
  put(message: OutgoingMessage): void {
    this.#outbox?.enqueue(message);
  }

  /** Publishes in order; drops the oldest when too many wait. Does nothing while down. */
  send(message: OutgoingMessage): void {
    this.#outbox?.send(message);
  }

  /** Disconnects properly, within half a second. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopPause?.();
    this.#idConflict.stop();
    const client = this.#client;
    if (client === undefined) return;
    const isUp = this.isUp();
    this.#dropOutbox();
    const { will } = this.#options;
    if (isUp && will !== undefined) {
      const { topic, payload, retained } = will;
      await this.#within(DISCONNECT_TIMEOUT_SECONDS, (done) =>
        client.publish(topic, payload, { qos: 1, retain: retained }, done),
      );
    }
    client.end(true);
  }

  #connect(): void {
    // A new client each time, so that no message of an old connection is left in it.
    const client = connect(toPlaceHref(this.#options.address), this.#toOptions());
    this.#client = client;
    sendAtOnce(client);
    client.on('connect', () => this.#subscribe(client));
    client.on('message', (topic, payload, packet) => this.#options.onMessage(toIncoming(topic, payload, packet)));
    client.on('error', (error) => this.#recordFault(toReason(error)));
    client.on('disconnect', ({ reasonCode }) => {
      if (reasonCode === SESSION_TAKEN_OVER) this.#idConflict.sessionTakenOver();
      else this.#recordFault(`it ends the connection (reason ${reasonCode})`);
    });
    client.once('close', () => this.#closed(client));
  }

  #toOptions(): IClientOptions {
    const { address, will } = this.#options;
    return {
      protocolVersion: 5,
      clientId: address.clientId,
      clean: true,
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: CONNECT_TIMEOUT_SECONDS * 1000,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      reschedulePings: false,
      properties: { sessionExpiryInterval: 0, maximumPacketSize: MAX_PACKET_BYTES },
      ...(will && { will: { topic: will.topic, payload: will.payload, qos: 1, retain: will.retained } }),
      ...toCredentials(address),
    };
  }

  #subscribe(client: MqttClient): void {
    // Retained commands may arrive before the answer to the subscription; they are rejected too.
    this.#outbox = new Outbox({
      clock: this.#options.clock,
      publish: ({ topic, payload, retained, qos, properties }, done) =>
        client.publish(topic, payload, { retain: retained, qos: qos ?? 1, ...(properties && { properties }) }, done),
      onStuck: () => {
        this.#recordFault('it takes no messages any more');
        client.end(true);
      },
    });
    // Keeps the retain flag as published, so that retained commands are recognized.
    const subscriptions = Object.fromEntries(
      this.#options.filters.map((filter) => [filter, { qos: 1 as const, rap: true }]),
    );
    client.subscribe(subscriptions, (error, granted) => {
      if (client !== this.#client || this.#isStopping) return;
      const refused = granted?.find(({ qos }) => qos >= 128);
      if (error !== null || refused !== undefined) {
        this.#recordFault(error === null ? `it refuses the subscription of ${refused?.topic}` : toReason(error));
        client.end(true);
        return;
      }
      const { optionalFilter } = this.#options;
      if (optionalFilter !== undefined) client.subscribe(optionalFilter, { qos: 1 }, () => undefined);
      this.#up();
    });
  }

  #up(): void {
    const { clock, log, address, onUp } = this.#options;
    this.#upAt = clock.nowSeconds();
    this.#isSubscribed = true;
    this.#idConflict.up();
    if (!this.#idConflict.isKnown()) {
      this.#lastFault = '';
      log.info(`broker ${address.url.host}: connected`);
    }
    onUp();
  }

  #closed(client: MqttClient): void {
    if (client !== this.#client) return;
    client.removeAllListeners();
    client.on('error', () => undefined);
    client.end(true);
    this.#client = undefined;
    this.#dropOutbox();
    if (this.#isStopping) return;
    const { clock, random } = this.#options;
    const lived = this.#upAt === undefined ? undefined : clock.nowSeconds() - this.#upAt;
    const wasGood = lived !== undefined && lived > STABLE_AFTER_SECONDS;
    const isLong = this.#idConflict.closed(lived);
    this.#recordFault('the connection is lost');
    this.#upAt = undefined;
    this.#failures = wasGood ? 0 : this.#failures + 1;
    const longest = isLong
      ? MAX_BACKOFF_SECONDS
      : Math.min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * 2 ** this.#failures);
    // Players that lost their broker together must not reconnect together.
    this.#stopPause = clock.after(longest * (0.5 + 0.5 * random()), () => this.#connect());
  }

  #dropOutbox(): void {
    this.#outbox?.dispose();
    this.#outbox = undefined;
    this.#isSubscribed = false;
  }

  /** Logs a fault once, however long it lasts. */
  #recordFault(trouble: string): void {
    const isNew = this.#lastFault === '' && !this.#isStopping;
    if (isNew) this.#options.log.warning(`broker ${this.#options.address.url.host}: ${trouble}`);
    this.#lastFault = trouble;
  }

  #within(seconds: number, work: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const stopWaiting = this.#options.clock.after(seconds, resolve);
      work(() => {
        stopWaiting();
        resolve();
      });
    });
  }
}

/** Disables Nagle's algorithm: it would delay an answer that follows an acknowledgement by 40 ms. */
export const sendAtOnce = ({ stream }: MqttClient): void => {
  if (stream instanceof Socket) stream.setNoDelay(true);
};
