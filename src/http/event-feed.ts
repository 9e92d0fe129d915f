// The event channel: tells every listening client what changes, each thing serialized once, and rests when nobody listens.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clip } from '../deck/clip.ts';
import type { Deck } from '../deck/deck.ts';
import type { Clock, Machine } from '../deck/ports.ts';
import { type DeckState, isPlaying, timecodeSeconds } from '../deck/state.ts';
import { DeckError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type EventStream, type Frame, openEventStream, toFrame } from './event-stream.ts';
import { type ClipsText, toPositionJson, toStatusJson } from './status-json.ts';

const MOST_STREAMS = 100;
const HEARTBEAT_SECONDS = 15;
const POSITION_SECONDS = 0.25;

export class EventFeed {
  readonly #deck: Deck;
  readonly #machine: Machine;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #toClipsText: ClipsText;
  readonly #streams = new Set<EventStream>();
  #clipsFrame: { readonly clips: readonly Clip[]; readonly frame: Frame } | undefined;
  /** The last status that was sent, less its timecode. */
  #lastStatus = '';
  #stopWatching: (() => void) | undefined;
  #stopHeartbeat: (() => void) | undefined;
  #stopPosition: (() => void) | undefined;

  constructor(parts: {
    deck: Deck;
    machine: Machine;
    clock: Clock;
    log: Log;
    toClipsText: ClipsText;
  }) {
    this.#deck = parts.deck;
    this.#machine = parts.machine;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#toClipsText = parts.toClipsText;
  }

  /**
   * Makes the response a stream of events, one of each kind at once.
   * @throws DeckError `busy`
   */
  open(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'HEAD') {
      openEventStream(response).end();
      return;
    }
    if (this.#streams.size >= MOST_STREAMS) {
      throw new DeckError('busy', `${MOST_STREAMS} clients listen for events; allowed: no more at a time.`);
    }
    const state = this.#deck.state();
    if (this.#streams.size === 0) this.#watch();
    const stream = openEventStream(response);
    this.#streams.add(stream);
    response.once('close', () => this.#forget(stream));
    // Who closes its half of a stream has gone, though the connection could stay half open.
    request.socket.once('end', () => response.destroy());
    stream.send(this.#toClipsFrame(state.document.clips));
    stream.send(toFrame('status', JSON.stringify(toStatusJson(state, this.#machine))));
    stream.send(toFrame('position', JSON.stringify(toPositionJson(state))));
    this.#followPosition();
  }

  /** Ends every stream. */
  stop(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
    this.#rest();
  }

  #watch(): void {
    const { TIMECODE: _moves, ...status } = toStatusJson(this.#deck.state(), this.#machine);
    this.#lastStatus = JSON.stringify(status);
    const stops = [
      this.#deck.subscribe((next, before) => this.#tell(next, before)),
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

  #tell(next: DeckState, before: DeckState): void {
    // A clip's number means nothing without its list, so the list goes first.
    if (next.document.clips !== before.document.clips) this.#send(this.#toClipsFrame(next.document.clips));
    if (!isOnlyElsewhere(next, before)) this.#sendStatus(next);
    // While the clip runs the beat tells; a jump while it stands has to be told by itself.
    if (!isPlaying(next) && timecodeSeconds(next) !== timecodeSeconds(before)) this.#sendPosition(next);
    this.#followPosition();
  }

  #sendStatus(state: DeckState): void {
    const { TIMECODE, ...status } = toStatusJson(state, this.#machine);
    const text = JSON.stringify(status);
    if (text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#send(toFrame('status', JSON.stringify({ ...status, TIMECODE })));
  }

  #sendPosition(state: DeckState): void {
    const frame = toFrame('position', JSON.stringify(toPositionJson(state)));
    for (const stream of this.#streams) stream.sendPassing(frame);
  }

  #send(frame: Frame): void {
    for (const stream of this.#streams) if (!stream.send(frame)) this.#dropped(stream);
  }

  #dropped(stream: EventStream): void {
    this.#log.info('A client of the event channel reads too slowly and was dropped.');
    this.#forget(stream);
  }

  #toClipsFrame(clips: readonly Clip[]): Frame {
    if (this.#clipsFrame?.clips !== clips) {
      this.#clipsFrame = { clips, frame: toFrame('clips', this.#toClipsText(clips)) };
    }
    return this.#clipsFrame.frame;
  }

  #beat(): void {
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT_SECONDS, () => {
      for (const stream of this.#streams) if (!stream.beat()) this.#dropped(stream);
      if (this.#streams.size > 0) this.#beat();
    });
  }

  /** Keeps the position coming for as long as the clip runs and somebody listens. */
  #followPosition(): void {
    if (this.#stopPosition !== undefined || this.#streams.size === 0 || !isPlaying(this.#deck.state())) return;
    this.#stopPosition = this.#clock.after(POSITION_SECONDS, () => {
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
  next.playerRunning === before.playerRunning;
