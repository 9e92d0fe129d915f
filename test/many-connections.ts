// Many connections from addresses of this machine, as strangers open them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Connections {
  readonly sockets: readonly Socket[];
  /** How many the other side has not ended. */
  readonly open: () => number;
}

/** @param from the loopback address of each; all are connected, and have sent their bytes, when it resolves */
export const openMany = async (
  port: number,
  count: number,
  bytes: string,
  from: (index: number) => string,
): Promise<Connections> => {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  // In portions that the queue of a listening socket holds.
  while (sockets.length < count) {
    const portion = Array.from({ length: Math.min(100, count - sockets.length) }, async (_, index): Promise<Socket> => {
      const localAddress = from(sockets.length + index);
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      return socket;
    });
    sockets.push(...(await Promise.all(portion)));
  }
  return { sockets, open: () => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length };
};
