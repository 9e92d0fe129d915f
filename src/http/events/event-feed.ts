// Event channel: sends each change to all clients, serialized once; idle without clients.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Machine } from '../../deck/ports.ts';
import { type DeckState, isPlaying, timecodeSeconds } from '../../deck/state.ts';
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import { type EventStream, type Frame, openEventStream, toFrame } from './event-stream.ts';

const MAX_STREAMS = 100;
const HEARTBEAT_INTERVAL_SECONDS = 15;
const POSITION_INTERVAL_SECONDS = 0.25;

/** The deck in the words of an interface. */
export interface FeedFormat {
  readonly statusEvent: string;
  /** The clip list; the same buffer for as long as it reads the same. */
  readonly clips: (state: DeckState) => Buffer;
  /** What is told when it changes, and what goes with it but changes all the time. */
  readonly status: (state: DeckState) => { readonly stable: object; readonly volatile: object };
  readonly position: (state: DeckState) => object;
  /** Further events for a client that connects. */
  readonly more?: () => readonly Frame[];
}

export class EventFeed {
  readonly #deck: Deck;
  readonly #machine: Pick<Machine, 'subscribe'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #format: FeedFormat;
  readonly #streams = new Set<EventStream>();
  readonly #places = new ConnectionPlaces({ max: MAX_STREAMS });
  #clipsFrame: { readonly text: Buffer; readonly frame: Frame } | undefined;
  /** The last status that was sent, less what moves. */
  #lastStatus = '';
  #stopWatching: (() => void) | undefined;
  #stopHeartbeat: (() => void) | undefined;
  #stopPosition: (() => void) | undefined;

  constructor(deps: {
    deck: Deck;
    machine: Pick<Machine, 'subscribe'>;
    clock: Clock;
    log: Log;
    format: FeedFormat;
  }) {
    this.#deck = deps.deck;
    this.#machine = deps.machine;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#format = deps.format;
  }

  /**
   * Makes the response a stream of events, one of each kind at once.
   * @throws AppError `busy`
   */
  open(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'HEAD') {
      openEventStream(response).end();
      return;
    }
    // A response that waits for another one of its connection is never told that its client went.
    if (response.socket === null) {
      throw new AppError(
        'busy',
        'Another answer is under way on this connection; allowed: events on one of their own.',
      );
    }
    let stream: EventStream | undefined;
    const place = this.#places.acquire({
      address: request.socket.remoteAddress ?? '',
      isIdle: () => stream?.isBehind() ?? false,
      evict: () => stream?.cut(),
    });
    if (place === undefined) {
      throw new AppError('busy', `${MAX_STREAMS} clients listen for events; allowed: no more at a time.`);
    }
    const state = this.#deck.state();
    if (this.#streams.size === 0) this.#watch();
    stream = this.#begin(request, response, place);
    const { stable, volatile } = this.#format.status(state);
    stream.send(this.#toClipsFrame(this.#format.clips(state)));
    stream.send(toFrame(this.#format.statusEvent, JSON.stringify({ ...stable, ...volatile })));
    stream.send(toFrame('position', JSON.stringify(this.#format.position(state))));
    for (const frame of this.#format.more?.() ?? []) stream.send(frame);
    this.#followPosition();
  }

  #begin(request: IncomingMessage, response: ServerResponse, place: Place): EventStream {
    const stream = openEventStream(response);
    this.#streams.add(stream);
    response.once('close', () => {
      place.leave();
      this.#forget(stream);
    });
    // Who closes its half of a stream has gone, though the connection could stay half open.
    request.socket.once('end', () => response.destroy());
    return stream;
  }

  /** Sends an event of another kind to whoever listens. */
  publish(frame: Frame): void {
    this.#send(frame);
  }

  /** Ends every stream. */
  stop(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
    this.#rest();
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
    this.#beat();
  }

  #forget(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#rest();
  }

  #rest(): void {
    this.#stopWatching?.();
    this.#stopHeartbeat?.();
    this.#stopPosition?.();
    this.#stopPosition = undefined;
  }

  #publishChanges(next: DeckState, before: DeckState): void {
    // A clip's number means nothing without its list, so the list goes first.
    const clips = this.#format.clips(next);
    if (clips !== this.#clipsFrame?.text) this.#send(this.#toClipsFrame(clips));
    if (!isOnlyElsewhere(next, before)) this.#sendStatus(next);
    // While the clip runs the beat tells; a jump while it stands has to be told by itself.
    if (!isPlaying(next) && timecodeSeconds(next) !== timecodeSeconds(before)) this.#sendPosition(next);
    this.#followPosition();
  }

  #sendStatus(state: DeckState): void {
    const { stable, volatile } = this.#format.status(state);
    const text = JSON.stringify(stable);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#send(toFrame(this.#format.statusEvent, JSON.stringify({ ...stable, ...volatile })));
  }

  #sendPosition(state: DeckState): void {
    const frame = toFrame('position', JSON.stringify(this.#format.position(state)));
    for (const stream of this.#streams) stream.sendLatest(frame);
  }

  #send(frame: Frame): void {
    for (const stream of this.#streams) if (!stream.send(frame)) this.#dropped(stream);
  }

  #dropped(stream: EventStream): void {
    this.#log.info('A client of the event channel reads too slowly and was dropped.');
    this.#forget(stream);
  }

  #toClipsFrame(text: Buffer): Frame {
    if (this.#clipsFrame?.text !== text) this.#clipsFrame = { text, frame: toFrame('clips', text) };
    return this.#clipsFrame.frame;
  }

  #beat(): void {
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT_INTERVAL_SECONDS, () => {
      for (const stream of this.#streams) if (!stream.beat()) this.#dropped(stream);
      if (this.#streams.size > 0) this.#beat();
    });
  }

  /** Keeps the position coming for as long as the clip runs and somebody listens. */
  #followPosition(): void {
    if (this.#stopPosition !== undefined || this.#streams.size === 0 || !isPlaying(this.#deck.state())) return;
    this.#stopPosition = this.#clock.after(POSITION_INTERVAL_SECONDS, () => {
      this.#stopPosition = undefined;
      if (isPlaying(this.#deck.state())) this.#sendPosition(this.#deck.state());
      this.#followPosition();
    });
  }
}

/** Whether two states differ in the position alone; a running clip makes many such a second. */
const isOnlyElsewhere = (next: DeckState, before: DeckState): boolean =>
  next.document === before.document &&
  next.selectedId === before.selectedId &&
  next.transport === before.transport &&
  next.speed === before.speed &&
  next.stepSpeed === before.stepSpeed &&
  next.playerRunning === before.playerRunning &&
  next.fault === before.fault &&
  next.place === before.place;
