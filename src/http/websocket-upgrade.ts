// Routes WebSocket upgrades through the same guards.
import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { putBackChanges } from '../net/protocol-upgrades.ts';
import type { RequestQueue } from '../net/request-queue.ts';
import type { Handover } from './sub-app.ts';

const SPOKEN = 'websocket';

/**
 * @param handovers where the app finds what belongs to a request that asks for a WebSocket
 * @param turns answers that are due before the change
 */
export const serveUpgrades = (
  server: Server,
  app: RequestListener,
  handovers: WeakMap<IncomingMessage, Handover>,
  turns: RequestQueue,
): void => {
  putBackChanges(server, turns, (protocol) => protocol === SPOKEN);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== SPOKEN || !(socket instanceof Socket)) return;
    socket.on('error', () => socket.destroy());
    turns.enter(request, () => {
      if (socket.destroyed) return undefined;
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.on('finish', () => socket.end());
      handovers.set(request, { socket, head, release: () => response.detachSocket(socket) });
      app(request, response);
      return response;
    });
  });
};
