// Ignores unsupported HTTP Upgrade headers, so that such requests are answered normally.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestQueue } from './request-queue.ts';

/** What asks for the change, hop by hop. */
const CHANGE_HEADERS: readonly string[] = ['upgrade', 'http2-settings', 'connection'];

/** With each request that is put back Node reads on, whether what it has read before is used or not. */
const MAX_UNREAD_BYTES = 512 * 1024;

/** The request as if it had not asked for the change. */
const toBytes = (request: IncomingMessage): Buffer => {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name = '', value] = request.rawHeaders.slice(at, at + 2);
    if (!CHANGE_HEADERS.includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
};

/**
 * Node takes its hands off such a connection, and by itself would lose the requests that were sent behind this one:
 * Java's client asks for h2c with each. All goes back to where it came from, once what was asked before is answered. A
 * connection that sends on and on is cut.
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
      // Node left its own there, and adds another one now.
      socket.removeAllListeners('timeout');
      socket.unshift(Buffer.concat([toBytes(request), head]));
      server.emit('connection', socket);
      socket.resume();
    };
    turns.enter(request, () => {
      // Within the event that brought the bytes, the connection would not take them again.
      setImmediate(putBack);
      return undefined;
    });
  });
};
