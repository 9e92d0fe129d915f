// Limits an HTTP server's connections, in total and per address.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionPlaces, type Place } from './fair-places.ts';

interface Seat {
  readonly place: Place;
  /** Unanswered requests. */
  underWay: number;
}

/** With our listener Node no longer answers these by itself. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation'] as const;

const seats = new WeakMap<Socket, Seat>();

/** Marks a connection that has shown the token: others cannot evict it. */
export const trustConnection = (socket: Socket): void => seats.get(socket)?.place.trust();

/**
 * Cuts the longest idle connection of the client with most connections when a new one finds no place. A connection is idle when no request is
 * in progress, also with half a request or a slow one. Call after the server's other listeners are set.
 */
export const limitConnections = (server: Server, max: number): void => {
  const places = new ConnectionPlaces({ max });
  server.on('connection', (socket: Socket) => {
    // A connection that is put back after an ignored upgrade arrives here again.
    if (seats.has(socket)) return;
    const place = places.acquire({
      address: socket.remoteAddress ?? '',
      isIdle: () => seat.underWay === 0,
      evict: () => socket.destroy(),
    });
    if (place === undefined) {
      socket.destroy();
      return;
    }
    const seat: Seat = { place, underWay: 0 };
    seats.set(socket, seat);
    socket.once('close', () => place.leave());
  });
  const begin = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const seat = seats.get(socket);
    if (seat === undefined) return;
    seat.underWay += 1;
    seat.place.touch();
    response.once('close', () => {
      seat.underWay -= 1;
      seat.place.touch();
    });
  };
  for (const event of EVENTS) if (server.listenerCount(event) > 0) server.prependListener(event, begin);
  if (server.listenerCount('upgrade') === 0) return;
  server.on('upgrade', ({ socket, headers }: IncomingMessage) => {
    const seat = seats.get(socket);
    if (seat !== undefined && headers.upgrade?.toLowerCase() === 'websocket') seat.underWay += 1;
  });
};
