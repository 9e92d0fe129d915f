// OSC over UDP: takes commands, and tells those who subscribe what the deck does.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { OscArgInput } from 'osc-min';
import type { Deck } from '../deck/deck.ts';
import type { Clock } from '../deck/ports.ts';
import { type DeckState, isPlaying, selectedClip, selectedIndex, timecodeSeconds } from '../deck/state.ts';
import { toDeckError, toMessage } from '../errors.ts';
import type { Log } from '../log.ts';
import { runOscMessage } from './commands.ts';
import { type OscMessage, parsePacket, toPacket } from './packets.ts';

const MOST_SUBSCRIBERS = 16;
/** UDP tells nobody that a client has gone: who says nothing for so long is no subscriber any more. */
const SUBSCRIPTION_SECONDS = 300;
const POSITION_SECONDS = 0.1;

interface Place {
  readonly address: string;
  readonly port: number;
}

interface Subscriber extends Place {
  untilSeconds: number;
}

export class OscServer {
  readonly #deck: Deck;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #socket: Socket;
  readonly #subscribers = new Map<string, Subscriber>();
  #stopWatching: () => void = () => undefined;
  #stopPosition: (() => void) | undefined;
  #isStopped = false;

  constructor(parts: { deck: Deck; clock: Clock; log: Log; family: 'udp4' | 'udp6' }) {
    this.#deck = parts.deck;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#socket = createSocket({ type: parts.family, reuseAddr: false });
  }

  /**
   * @param port 0: any free one
   * @returns the port it listens on
   * @throws the system's error (EADDRINUSE, …)
   */
  async start(host: string, port: number): Promise<number> {
    this.#socket.bind(port, host);
    await once(this.#socket, 'listening');
    // From port 0 writes only who wants no answer, and sending there throws.
    this.#socket.on('message', (bytes, from) => {
      if (from.port !== 0) this.#take(bytes, from);
    });
    this.#socket.on('error', (error) => this.#log.warning(`OSC: ${toMessage(error)}`));
    this.#stopWatching = this.#deck.subscribe((next, before) => this.#tell(next, before));
    return this.#socket.address().port;
  }

  async stop(): Promise<void> {
    this.#stopWatching();
    this.#stopPosition?.();
    this.#isStopped = true;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #take(bytes: Buffer, from: RemoteInfo): void {
    let messages: readonly OscMessage[];
    try {
      messages = parsePacket(bytes);
    } catch (error) {
      this.#send(from, '/cuedeck/error', [toText(`This is no OSC packet: ${toMessage(error)}`)]);
      return;
    }
    for (const message of messages) this.#obey(message, from);
  }

  #obey({ address, values }: OscMessage, from: RemoteInfo): void {
    const [port] = values;
    const known = this.#subscribers.get(toKey(from));
    if (known !== undefined) known.untilSeconds = this.#clock.nowSeconds() + SUBSCRIPTION_SECONDS;
    if (address === '/cuedeck/subscribe') {
      this.#add(from, port);
      return;
    }
    if (address === '/cuedeck/unsubscribe') {
      this.#subscribers.delete(toKey(from));
      return;
    }
    runOscMessage(this.#deck, address, values).catch((error) =>
      this.#send(from, '/cuedeck/error', [toText(toDeckError(error).message)]),
    );
  }

  /** @param port where feedback goes when not to where the message came from */
  #add(from: RemoteInfo, port: unknown): void {
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    const now = this.#clock.nowSeconds();
    for (const [key, { untilSeconds }] of this.#subscribers) if (untilSeconds < now) this.#subscribers.delete(key);
    if (!this.#subscribers.has(toKey(from)) && this.#subscribers.size >= MOST_SUBSCRIBERS) {
      this.#send(from, '/cuedeck/error', [toText(`${MOST_SUBSCRIBERS} clients are subscribed already.`)]);
      return;
    }
    const subscriber = {
      address: from.address,
      port: isPort ? port : from.port,
      untilSeconds: now + SUBSCRIPTION_SECONDS,
    };
    this.#subscribers.set(toKey(from), subscriber);
    for (const [address, args] of toStateMessages(this.#deck.state())) this.#send(subscriber, address, args);
    this.#send(subscriber, ...toPosition(this.#deck.state()));
    this.#followPosition();
  }

  #tell(next: DeckState, before: DeckState): void {
    if (this.#subscribers.size === 0) return;
    const was = JSON.stringify(toStateMessages(before));
    const messages = toStateMessages(next);
    if (JSON.stringify(messages) !== was) for (const message of messages) this.#sendAll(...message);
    if (next.transport === 'ended' && before.transport !== 'ended') {
      this.#sendAll('/cuedeck/end', [toInteger(selectedIndex(next))]);
    }
    if (!isPlaying(next) && timecodeSeconds(next) !== timecodeSeconds(before)) this.#sendAll(...toPosition(next));
    this.#followPosition();
  }

  #followPosition(): void {
    if (this.#stopPosition !== undefined || this.#subscribers.size === 0 || !isPlaying(this.#deck.state())) return;
    this.#stopPosition = this.#clock.after(POSITION_SECONDS, () => {
      this.#stopPosition = undefined;
      if (isPlaying(this.#deck.state())) this.#sendAll(...toPosition(this.#deck.state()));
      this.#followPosition();
    });
  }

  #sendAll(address: string, args: readonly OscArgInput[]): void {
    const now = this.#clock.nowSeconds();
    const packet = toPacket(address, args);
    for (const [key, subscriber] of this.#subscribers) {
      if (subscriber.untilSeconds < now) this.#subscribers.delete(key);
      else this.#sendPacket(subscriber, packet);
    }
  }

  #send(to: Place, address: string, args: readonly OscArgInput[]): void {
    this.#sendPacket(to, toPacket(address, args));
  }

  #sendPacket({ address, port }: Place, packet: Uint8Array): void {
    // A command may be refused only after the stop.
    if (!this.#isStopped) this.#socket.send(packet, port, address, () => undefined);
  }
}

const toKey = ({ address, port }: RemoteInfo): string => `${address} ${port}`;

const toText = (value: string): OscArgInput => ({ type: 'string', value });
const toInteger = (value: number): OscArgInput => ({ type: 'integer', value });
const toFloat = (value: number): OscArgInput => ({ type: 'float', value });

type Message = readonly [address: string, args: readonly OscArgInput[]];

const toStateMessages = (state: DeckState): readonly Message[] => [
  ['/cuedeck/clip', [toInteger(selectedIndex(state)), toText(selectedClip(state).name)]],
  ['/cuedeck/state', [toText(state.transport === 'playing' && !isPlaying(state) ? 'paused' : state.transport)]],
  ['/cuedeck/rate', [toFloat(state.speed)]],
];

const toPosition = (state: DeckState): Message => ['/cuedeck/position', [toFloat(timecodeSeconds(state))]];
