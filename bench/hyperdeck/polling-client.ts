// A client with nothing around the socket, so that what is measured is the server.
import { connect } from 'node:net';

export interface PollingClient {
  /** Sends a query whose answer is a block; resolves to the milliseconds until all of it has come. */
  ask(query: string): Promise<number>;
  /** Calls back with each block that comes by itself. */
  listen(take: (block: string, at: number) => void): void;
  say(command: string): Promise<void>;
  close(): void;
}

export const openPollingClient = async (port: number): Promise<PollingClient> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let asked: { readonly code: string; readonly resolve: (at: number) => void } | undefined;
  let take: (block: string, at: number) => void = () => undefined;
  const greeted = new Promise<void>((resolve) => {
    asked = { code: '500', resolve: () => resolve() };
  });
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    const at = performance.now();
    for (;;) {
      const line = /^(\d{3}) [^:\r]*(:?)\r\n/.exec(text);
      if (line === null) return;
      const end = line[2] === '' ? line[0].length : text.indexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const block = text.slice(0, end);
      text = text.slice(end);
      if (asked !== undefined && line[1] === asked.code) {
        const { resolve } = asked;
        asked = undefined;
        resolve(at);
      } else take(block, at);
    }
  });
  await greeted;
  const request = (bytes: string, code: string): Promise<number> =>
    new Promise((resolve) => {
      asked = { code, resolve };
      socket.write(bytes);
    });
  return {
    ask: async (query) => {
      const begin = performance.now();
      return (await request(`${query}\r\n`, '208')) - begin;
    },
    listen: (listener) => {
      take = listener;
    },
    say: async (command) => {
      await request(`${command}\r\n`, '200');
    },
    close: () => socket.destroy(),
  };
};
