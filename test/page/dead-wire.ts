// A way to a daemon that can go dead: nothing ends, nothing comes any more, and what was open then stays dead.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const startDeadWire = async (daemonUrl: string) => {
  const sockets = new Set<Socket>();
  let isDead = false;
  let diesWithAnswer = '';
  const server = createServer((near) => {
    let isOurs = !isDead;
    let isWatched = false;
    const far = connect(Number(new URL(daemonUrl).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    wires.push(() => {
      isOurs = false;
    });
    near.on('data', (chunk: Buffer) => {
      isWatched ||= diesWithAnswer !== '' && chunk.includes(diesWithAnswer);
      if (isOurs) far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (isWatched) wire.cut();
      if (isOurs) near.write(chunk);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => {
      if (isOurs) near.destroy();
    });
  });
  const wires: (() => void)[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (): void => {
      isDead = true;
      for (const kill of wires.splice(0)) kill();
    },
    mend: (): void => {
      isDead = false;
      diesWithAnswer = '';
    },
    /** Goes dead in place of the answer to a request that begins so. */
    cutAtAnswerTo: (request: string): void => {
      diesWithAnswer = request;
    },
    isDead: () => isDead,
  };
  return wire;
};
