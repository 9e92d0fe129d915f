// Limits an HTTP server's connections, in total and per address.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionPlaces, type Place } from './fair-places.ts';

interface Seat {
  readonly place: Place;
  /** Unanswered requests. */
  readonly requests: Set<IncomingMessage>;
}

/** With our listener Node no longer answers these by itself. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation'] as const;

const seats = new WeakMap<Socket, Seat>();
const uploads = new WeakSet<IncomingMessage>();

/** Marks a connection that has shown the token: others cannot evict it. */
export const trustConnection = (socket: Socket): void => seats.get(socket)?.place.trust();

/** Marks a request whose body may take long: an upload has limits of its own. */
export const allowLongBody = (request: IncomingMessage): void => {
  uploads.add(request);
};

/** True while a client sends a body slowly, or not at all. */
const isWaitedFor = (request: IncomingMessage): boolean => !request.complete && !uploads.has(request);

/**
 * Cuts the longest idle connection of the client with most connections when a new one finds no place. A connection is idle when no request is
 * in progress, also with half a request or a slow one, whether its headers or its body are missing. Call after the server's other listeners are set.
 */
export const limitConnections = (server: Server, max: number): void => {
  const places = new ConnectionPlaces({ max });
  server.on('connection', (socket: Socket) => {
    // A connection that is put back after an ignored upgrade arrives here again.
    if (seats.has(socket)) return;
    const place = places.acquire({
      address: socket.remoteAddress ?? '',
      isIdle: () => [...seat.requests].every(isWaitedFor),
      evict: () => socket.destroy(),
    });
    if (place === undefined) {
      socket.destroy();
      return;
    }
    const seat: Seat = { place, requests: new Set() };
    seats.set(socket, seat);
    socket.once('close', () => place.leave());
  });
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const seat = seats.get(request.socket);
    if (seat === undefined) return;
    seat.requests.add(request);
    seat.place.touch();
    response.once('close', () => {
      seat.requests.delete(request);
      seat.place.touch();
    });
  };
  for (const event of EVENTS) if (server.listenerCount(event) > 0) server.prependListener(event, begin);
  if (server.listenerCount('upgrade') === 0) return;
  server.on('upgrade', (request: IncomingMessage) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return;
    // What comes after it is no body.
    allowLongBody(request);
    seats.get(request.socket)?.requests.add(request);
  });
};
