// Ignores unsupported HTTP Upgrade headers, so that such requests are answered normally.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestQueue } from './request-queue.ts';

/** Hop-by-hop headers that request the upgrade. */
const CHANGE_HEADERS: readonly string[] = ['upgrade', 'http2-settings', 'connection'];

/** Node reads on with each request that is put back, whether the earlier data was used or not. */
const MAX_UNREAD_BYTES = 512 * 1024;

/** The request without the upgrade headers. */
const toBytes = (request: IncomingMessage): Buffer => {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value] = request.rawHeaders.slice(at, at + 2);
    if (!CHANGE_HEADERS.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};

/**
 * Node detaches such a connection, and would lose the requests that follow this one:
 * Java's client requests h2c with each. All data is put back once the earlier requests are answered. A
 * connection that keeps sending is cut.
 */
export const putBackChanges = (
  server: Server,
  turns: RequestQueue,
  isSpoken: (protocol: string) => boolean = () => false,
): void => {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isSpoken(request.headers.upgrade?.toLowerCase() ?? '')) return;
    const cut = (): void => {
      socket.destroy();
    };
    socket.on('error', cut).pause();
    const putBack = (): void => {
      socket.off('error', cut);
      if (socket.destroyed) return;
      if (socket.readableLength > MAX_UNREAD_BYTES) {
        socket.destroy();
        return;
      }
      // Node left its own listener there, and adds another one now.
      socket.removeAllListeners('timeout');
      socket.unshift(Buffer.concat([toBytes(request), head]));
      server.emit('connection', socket);
      socket.resume();
    };
    turns.enter(request, () => {
      // The connection does not accept the bytes during the event that delivered them.
      setImmediate(putBack);
      return undefined;
    });
  });
};
