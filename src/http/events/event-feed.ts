// Event channel: sends each change to all clients, serialized once; idle without clients.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Machine } from '../../deck/ports.ts';
import { PositionTicker } from '../../deck/position-ticker.ts';
import { changeKind } from '../../deck/read-outs.ts';
import type { DeckState } from '../../deck/state.ts';
import { EventChannel } from '../../net/event-channel.ts';
import { type Frame, toFrame } from '../../net/event-stream.ts';
import { COMMON_HEADERS } from '../response.ts';

const MAX_CLIENTS = 100;
const POSITION_INTERVAL_SECONDS = 0.25;

/** Renders the deck for one interface. */
export interface FeedFormat {
  readonly statusEvent: string;
  /** The clip list; returns the same buffer while it is unchanged. */
  readonly clips: (state: DeckState) => Buffer;
  /** `stable` triggers an event when it changes; `volatile` is sent with it but changes all the time. */
  readonly status: (state: DeckState) => { readonly stable: object; readonly volatile: object };
  readonly position: (state: DeckState) => object;
  /** Whether the position moves by itself; default: while a clip plays. */
  readonly isMoving?: (state: DeckState) => boolean;
  /** Further events for a client that connects. */
  readonly more?: () => readonly Frame[];
}

export class EventFeed {
  readonly #deck: Deck;
  readonly #machine: Pick<Machine, 'subscribe'>;
  readonly #format: FeedFormat;
  readonly #ticker: PositionTicker;
  readonly #channel: EventChannel;
  #clipsFrame: { readonly text: Buffer; readonly frame: Frame } | undefined;
  /** The stable part of the last sent status. */
  #lastStatus = '';
  #stopWatching: (() => void) | undefined;

  constructor(deps: {
    deck: Deck;
    machine: Pick<Machine, 'subscribe'>;
    clock: Clock;
    log: Log;
    format: FeedFormat;
  }) {
    this.#deck = deps.deck;
    this.#machine = deps.machine;
    this.#format = deps.format;
    this.#ticker = new PositionTicker({
      ...deps,
      intervalSeconds: POSITION_INTERVAL_SECONDS,
      isWanted: () => this.#channel.hasClients,
      ...(deps.format.isMoving && { isMoving: deps.format.isMoving }),
      publish: (state) => this.#sendPosition(state),
    });
    this.#channel = new EventChannel({
      ...{ clock: deps.clock, log: deps.log, maxClients: MAX_CLIENTS, headers: COMMON_HEADERS },
      onFirst: () => this.#watch(),
      onLast: () => this.#rest(),
    });
  }

  /**
   * Makes the response a stream of events, one of each kind at once.
   * @throws AppError `busy`
   */
  open(request: IncomingMessage, response: ServerResponse): void {
    this.#channel.open(request, response, () => {
      const state = this.#deck.state();
      const { stable, volatile } = this.#format.status(state);
      return [
        this.#toClipsFrame(this.#format.clips(state)),
        toFrame(this.#format.statusEvent, JSON.stringify({ ...stable, ...volatile })),
        toFrame('position', JSON.stringify(this.#format.position(state))),
        ...(this.#format.more?.() ?? []),
      ];
    });
    this.#ticker.follow();
  }

  /** Sends an event of another kind to every client. */
  publish(frame: Frame): void {
    this.#channel.publish(frame);
  }

  /** Ends every stream. */
  stop(): void {
    this.#channel.stop();
  }

  #watch(): void {
    this.#lastStatus = JSON.stringify(this.#format.status(this.#deck.state()).stable);
    this.#toClipsFrame(this.#format.clips(this.#deck.state()));
    const stops = [
      this.#deck.subscribe((next, before) => this.#publishChanges(next, before)),
      this.#machine.subscribe(() => this.#sendStatus(this.#deck.state())),
    ];
    this.#stopWatching = () => {
      for (const stop of stops) stop();
    };
  }

  #rest(): void {
    this.#stopWatching?.();
    this.#ticker.stop();
  }

  #publishChanges(next: DeckState, before: DeckState): void {
    // A clip's number is meaningless without its list, so the list is sent first.
    const clips = this.#format.clips(next);
    if (clips !== this.#clipsFrame?.text) this.#channel.publish(this.#toClipsFrame(clips));
    if (changeKind(next, before) !== 'position') this.#sendStatus(next);
    this.#ticker.notice(next, before);
  }

  #sendStatus(state: DeckState): void {
    const { stable, volatile } = this.#format.status(state);
    const text = JSON.stringify(stable);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#channel.publish(toFrame(this.#format.statusEvent, JSON.stringify({ ...stable, ...volatile })));
  }

  #sendPosition(state: DeckState): void {
    this.#channel.publishLatest(toFrame('position', JSON.stringify(this.#format.position(state))));
  }

  #toClipsFrame(text: Buffer): Frame {
    if (this.#clipsFrame?.text !== text) this.#clipsFrame = { text, frame: toFrame('clips', text) };
    return this.#clipsFrame.frame;
  }
}
