// SSE clients of one channel: connection limit, heartbeat, and slow clients dropped.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type EventStream, type Frame, openEventStream } from './event-stream.ts';
import { ConnectionPlaces, type Place } from './fair-places.ts';

const HEARTBEAT_INTERVAL_SECONDS = 15;

export class EventChannel {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Log;
  readonly #maxClients: number;
  readonly #headers: OutgoingHttpHeaders;
  readonly #onFirst: () => void;
  readonly #onLast: () => void;
  readonly #streams = new Set<EventStream>();
  readonly #places: ConnectionPlaces;
  #stopHeartbeat: (() => void) | undefined;

  /**
   * @param deps.headers headers of each response besides its type
   * @param deps.onFirst called before the first client is served
   * @param deps.onLast called when the last client has left
   */
  constructor(deps: {
    clock: Pick<Clock, 'after'>;
    log: Log;
    maxClients: number;
    headers: OutgoingHttpHeaders;
    onFirst?: () => void;
    onLast?: () => void;
  }) {
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#maxClients = deps.maxClients;
    this.#headers = deps.headers;
    this.#onFirst = deps.onFirst ?? (() => undefined);
    this.#onLast = deps.onLast ?? (() => undefined);
    this.#places = new ConnectionPlaces({ max: deps.maxClients });
  }

  get hasClients(): boolean {
    return this.#streams.size > 0;
  }

  /**
   * Turns the response into an event stream.
   * @param toGreeting the first events of a new client
   * @throws AppError `busy`
   */
  open(request: IncomingMessage, response: ServerResponse, toGreeting: () => readonly Frame[]): void {
    if (request.method === 'HEAD') {
      openEventStream(response, this.#headers).end();
      return;
    }
    // A response that waits for another one of its connection does not learn that its client left.
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
      throw new AppError('busy', `${this.#maxClients} clients listen for events; allowed: no more at a time.`);
    }
    if (!this.hasClients) {
      this.#onFirst();
      this.#scheduleHeartbeat();
    }
    const greeting = toGreeting();
    stream = this.#add(request, response, place);
    for (const frame of greeting) stream.send(frame);
  }

  /** Sends an event to every client. */
  publish(frame: Frame): void {
    for (const stream of this.#streams) if (!stream.send(frame)) this.#handleDropped(stream);
  }

  /** Likewise, for events that the next one replaces: dropped for clients that are behind. */
  publishLatest(frame: Frame): void {
    for (const stream of this.#streams) stream.sendLatest(frame);
  }

  /** Ends every stream. */
  stop(): void {
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
    this.#rest();
  }

  #add(request: IncomingMessage, response: ServerResponse, place: Place): EventStream {
    const stream = openEventStream(response, this.#headers);
    this.#streams.add(stream);
    response.once('close', () => {
      place.leave();
      this.#remove(stream);
    });
    // A client that half-closes has left, though the connection could stay half open.
    request.socket.once('end', () => response.destroy());
    return stream;
  }

  #remove(stream: EventStream): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#rest();
  }

  #rest(): void {
    this.#stopHeartbeat?.();
    this.#onLast();
  }

  #handleDropped(stream: EventStream): void {
    this.#log.info('Disconnected a slow client of the event channel.');
    this.#remove(stream);
  }

  #scheduleHeartbeat(): void {
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT_INTERVAL_SECONDS, () => {
      for (const stream of this.#streams) if (!stream.beat()) this.#handleDropped(stream);
      if (this.hasClients) this.#scheduleHeartbeat();
    });
  }
}
