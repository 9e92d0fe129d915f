// Limits an HTTP server's connections, in total and per address.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionPlaces, type Place } from './fair-places.ts';

interface Seat {
  readonly place: Place;
  /** Requests that are not answered yet. */
  underWay: number;
}

/** A listener of ours alone would keep Node from answering by itself. */
const EVENTS = ['request', 'checkContinue', 'checkExpectation'] as const;

const seats = new WeakMap<Socket, Seat>();

/** The connection has carried the token: it gives way to nobody who has not shown it. */
export const trustConnection = (socket: Socket): void => seats.get(socket)?.place.trust();

/**
 * Cuts the longest idle connection of whoever has most when a new one finds no place. One is idle when no request is
 * under way: one that has sent half a request, or drips, is. Called when the server has its other listeners.
 */
export const limitConnections = (server: Server, max: number): void => {
  const places = new ConnectionPlaces({ max });
  server.on('connection', (socket: Socket) => {
    // A connection that is put back behind a change of protocol comes here again.
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
