// OSC over UDP: takes commands, and tells those who subscribe what the deck does.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { OscArgInput } from 'osc-min';
import type { Action, ActionContext } from '../actions/action.ts';
import { ACTIONS } from '../actions/table.ts';
import type { Clock } from '../base/clock.ts';
import { toAppError, toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { asOrigin } from '../base/origin.ts';
import { indexOfClip } from '../deck/clips/clip-list.ts';
import type { Deck } from '../deck/deck.ts';
import { shownWait, waitRemainingSeconds } from '../deck/lists/read-outs.ts';
import { isPlayingOrWaiting, PositionTicker } from '../deck/position-ticker.ts';
import { shownSpeed, transportState } from '../deck/read-outs.ts';
import type { StartAt } from '../deck/scheduled-start.ts';
import { type DeckState, selectedClip, selectedIndex, timecodeSeconds } from '../deck/state.ts';
import { toClientAddress } from '../net/client-address.ts';
import { createReplyLimit } from './answer-limit.ts';
import { findOscAction, OSC_ROOT, runOscMessage } from './commands.ts';
import { type OscMessage, parsePacket, toPacket } from './packets.ts';
import { type Sender, Subscribers } from './subscribers.ts';

const POSITION_INTERVAL_SECONDS = 0.1;
const MAX_ERROR_LENGTH = 100;
/** Limit of pending commands: more would leave no room for others in the deck's queue. */
const MAX_PENDING = 256;
const MAX_PENDING_PER_ADDRESS = 64;

const SUBSCRIBE = `${OSC_ROOT}subscribe`;
const UNSUBSCRIBE = `${OSC_ROOT}unsubscribe`;

const isSubscription = ({ address }: OscMessage): boolean => address.toLowerCase() === SUBSCRIBE;

const FEEDBACK: readonly string[] = ['clip', 'state', 'rate', 'waiting', 'position', 'wait', 'end', 'error'].map(
  (word) => OSC_ROOT + word,
);

/** Other addresses are never answered: two players would answer each other's feedback and errors for ever. */
const isOurs = (address: string): boolean => address.startsWith(OSC_ROOT) && !FEEDBACK.includes(address);

export class OscServer {
  readonly #actions: readonly Action[];
  readonly #deck: Deck;
  readonly #context: ActionContext;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #socket: Socket;
  readonly #subscribers: Subscribers;
  readonly #ticker: PositionTicker;
  /** Sender of each pending command. */
  readonly #underWay: string[] = [];
  readonly #errors = createReplyLimit({ maxPerAddress: 5, max: 50 });
  readonly #snapshots = createReplyLimit({ maxPerAddress: 16, max: 100 });
  #stopWatching: () => void = () => undefined;
  #isStopped = false;

  /** @param deps.actions the served actions; default: all */
  constructor(deps: {
    actions?: readonly Action[];
    deck: Deck;
    startAt: StartAt;
    clock: Clock;
    log: Log;
    family: 'udp4' | 'udp6';
  }) {
    this.#actions = deps.actions ?? ACTIONS;
    this.#deck = deps.deck;
    this.#context = deps;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#subscribers = new Subscribers(deps.clock);
    this.#ticker = new PositionTicker({
      ...deps,
      intervalSeconds: POSITION_INTERVAL_SECONDS,
      isWanted: () => !this.#subscribers.isEmpty(),
      isMoving: isPlayingOrWaiting,
      publish: (state) => {
        for (const message of toMoving(state)) this.#sendAll(...message);
      },
    });
    this.#socket = createSocket({ type: deps.family, reuseAddr: false });
  }

  /**
   * @param port 0: any free port
   * @returns the address and port it listens on
   * @throws the system's error (EADDRINUSE, …)
   */
  async start(host: string, port: number): Promise<AddressInfo> {
    this.#socket.bind(port, host);
    await once(this.#socket, 'listening');
    // A sender with port 0 wants no answer, and sending there throws.
    this.#socket.on('message', (bytes, from) => {
      if (from.port !== 0) this.#handle(bytes, from);
    });
    this.#socket.on('error', (error) => this.#log.warning(`OSC: ${toMessage(error)}`));
    this.#stopWatching = this.#deck.subscribe((next, before) => this.#publish(next, before));
    return this.#socket.address();
  }

  async stop(): Promise<void> {
    this.#stopWatching();
    this.#ticker.stop();
    this.#isStopped = true;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #handle(bytes: Buffer, from: Sender): void {
    let messages: readonly OscMessage[];
    try {
      messages = parsePacket(bytes);
    } catch {
      return;
    }
    const ours = messages.filter(({ address }) => isOurs(address.toLowerCase()));
    const sender = { address: from.address, port: from.port };
    if (
      ours.some((message) => isSubscription(message) || findOscAction(this.#actions, message.address) !== undefined)
    ) {
      this.#subscribers.heard(sender);
    }
    const last = ours.findLastIndex(isSubscription);
    for (const [index, message] of ours.entries()) {
      if (index === last || !isSubscription(message)) this.#obey(message, sender);
    }
  }

  #obey(message: OscMessage, from: Sender): void {
    if (isSubscription(message)) this.#add(from, message.values[0]);
    else if (message.address.toLowerCase() === UNSUBSCRIBE) this.#subscribers.remove(from);
    else this.#run(message, from);
  }

  #run({ address, values }: OscMessage, from: Sender): void {
    const own = this.#underWay.filter((host) => host === from.address).length;
    if (own >= MAX_PENDING_PER_ADDRESS || this.#underWay.length >= MAX_PENDING) {
      this.#reject(from, `${own} commands are not done yet.`);
      return;
    }
    this.#underWay.push(from.address);
    asOrigin({ door: 'osc', from: toClientAddress(from.address) }, () =>
      runOscMessage(this.#actions, this.#context, address, values),
    )
      .catch((error) => this.#reject(from, toAppError(error).message))
      .finally(() => this.#underWay.splice(this.#underWay.indexOf(from.address), 1));
  }

  #reject(to: Sender, message: string): void {
    if (!this.#errors.admit(to.address, this.#clock.nowSeconds())) return;
    const short = message.length > MAX_ERROR_LENGTH ? `${message.slice(0, MAX_ERROR_LENGTH - 1)}…` : message;
    this.#sendPacket(to, toPacket('/cuedeck/error', [toText(short)]));
  }

  /** @param port for feedback, if not the sender's */
  #add(from: Sender, port: unknown): void {
    const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536;
    const target = this.#subscribers.add(from, isPort ? port : from.port);
    if (target === undefined) {
      this.#reject(from, 'All places for subscribers are taken.');
      return;
    }
    if (this.#snapshots.admit(from.address, this.#clock.nowSeconds())) {
      const state = this.#deck.state();
      const wait = state.waiting === undefined ? [] : [toWaiting(state)];
      for (const message of [...toStateMessages(state), ...wait, ...toMoving(state)])
        this.#sendPacket(target, toPacket(...message));
    }
    this.#ticker.follow();
  }

  #publish(next: DeckState, before: DeckState): void {
    if (this.#subscribers.isEmpty()) return;
    const was = JSON.stringify(toStateMessages(before));
    const messages = toStateMessages(next);
    if (JSON.stringify(messages) !== was) for (const message of messages) this.#sendAll(...message);
    if (JSON.stringify(toWaiting(next)) !== JSON.stringify(toWaiting(before))) this.#sendAll(...toWaiting(next));
    if (next.transport === 'ended' && before.transport !== 'ended') {
      this.#sendAll('/cuedeck/end', [toInteger(selectedIndex(next))]);
    }
    this.#ticker.notice(next, before);
  }

  #sendAll(address: string, args: readonly OscArgInput[]): void {
    const packet = toPacket(address, args);
    for (const target of this.#subscribers.targets()) this.#sendPacket(target, packet);
  }

  #sendPacket({ address, port }: Sender, packet: Uint8Array): void {
    // A command may be rejected only after the stop.
    if (!this.#isStopped) this.#socket.send(packet, port, address, () => undefined);
  }
}

const toText = (value: string): OscArgInput => ({ type: 'string', value });
const toInteger = (value: number): OscArgInput => ({ type: 'integer', value });
const toFloat = (value: number): OscArgInput => ({ type: 'float', value });

type Message = readonly [address: string, args: readonly OscArgInput[]];

const toStateMessages = (state: DeckState): readonly Message[] => [
  ['/cuedeck/clip', [toInteger(selectedIndex(state)), toText(selectedClip(state).name)]],
  ['/cuedeck/state', [toText(transportState(state))]],
  ['/cuedeck/rate', [toFloat(shownSpeed(state))]],
];

/** The clip that waits to start, or after whose end it is waited; 0 when nothing waits. */
const toWaiting = (state: DeckState): Message => {
  const wait = shownWait(state);
  const number = wait === null ? 0 : indexOfClip(state.document.clips, wait.clipId);
  return ['/cuedeck/waiting', [toText(wait?.kind ?? 'none'), toInteger(number)]];
};

/** What moves by itself. */
const toMoving = (state: DeckState): readonly Message[] => {
  const wait = waitRemainingSeconds(state);
  return [
    ['/cuedeck/position', [toFloat(timecodeSeconds(state))]],
    ...(wait === null ? [] : [['/cuedeck/wait', [toFloat(wait)]] as const]),
  ];
};
