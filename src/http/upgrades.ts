// Requests that want to change to another protocol: a WebSocket goes the way of every request, past the same guards.
import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Handover } from './mount.ts';

/** What asks for the change, hop by hop. */
const CHANGE_HEADERS: readonly string[] = ['upgrade', 'http2-settings', 'connection'];

/**
 * With a listener for `upgrade` Node takes its hands off every request that names a protocol, also one that it does not
 * have: Java's client asks for h2c with each. Those are put back as if they had not asked.
 */
const putBack = (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value] = request.rawHeaders.slice(at, at + 2);
    if (!CHANGE_HEADERS.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
};

/** @param handovers where the app finds what belongs to a request that asks for a WebSocket */
export const serveUpgrades = (
  server: Server,
  app: RequestListener,
  handovers: WeakMap<IncomingMessage, Handover>,
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !(socket instanceof Socket)) {
      putBack(server, request, socket, head);
      return;
    }
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    handovers.set(request, { socket, head, release: () => response.detachSocket(socket) });
    app(request, response);
  });
};
