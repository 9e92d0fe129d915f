import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnQueues, MAX_OWN_QUEUES } from '../../src/talkgroup/own-queues.ts';
import { createTestNetwork } from './fakes/test-network.ts';

const HOST = '127.0.0.1';
const PEER = 2_345_671;

/** A socket of a sender, or the common one of the master. */
const open = async (reuseAddr = false): Promise<Socket> => {
  const first = createSocket('udp4').bind(0, HOST);
  await once(first, 'listening');
  if (!reuseAddr) {
    onTestFinished(async () => void first.close());
    return first;
  }
  // Of ports that may be shared the system gives any, also one that somebody shares already.
  const { port } = first.address();
  first.close();
  const socket = createSocket({ type: 'udp4', reuseAddr }).bind(port, HOST);
  await once(socket, 'listening');
  onTestFinished(async () => void socket.close());
  return socket;
};

const start = async (toSocket?: () => Socket) => {
  const common = await open(true);
  const own: Socket[] = [];
  const arrived: string[] = [];
  common.on('message', (datagram) => arrived.push(`common ${datagram}`));
  const queues = createOwnQueues({
    place: common.address(),
    toSocket: () => {
      const socket = (toSocket ?? (() => createSocket(OPTIONS)))();
      own.push(socket);
      return socket;
    },
    onDatagram: (datagram) => void arrived.push(`own ${datagram}`),
  });
  onTestFinished(async () => queues.stop());
  const hear = async (sender: Socket, text: string): Promise<string | undefined> => {
    const before = arrived.length;
    sender.send(text, common.address().port, HOST);
    await expect.poll(() => arrived.length, { interval: 1 }).toBe(before + 1);
    return arrived.at(-1);
  };
  return { queues, own, hear };
};

const OPTIONS = {
  type: 'udp4',
  reuseAddr: true,
  lookup: (host: string, _options: unknown, callback: (error: null, host: string, family: number) => void) =>
    callback(null, host, 4),
} as Parameters<typeof createSocket>[0] & object;

test('a sender has its own queue while anybody holds it', async () => {
  const { queues, own, hear } = await start();
  const [sender, other] = [await open(), await open()];
  queues.open(1, sender.address());
  queues.open(1, sender.address());
  queues.open('bridge', sender.address());
  expect([await hear(sender, 'a'), await hear(other, 'b'), own.length]).toEqual(['own a', 'common b', 1]);
  queues.close(1);
  queues.close(1);
  expect(await hear(sender, 'c')).toBe('own c');
  queues.close('bridge');
  expect(await hear(sender, 'd')).toBe('common d');
});

test('a holder that moves takes its queue along', async () => {
  const { queues, hear } = await start();
  const [before, after] = [await open(), await open()];
  queues.open(1, before.address());
  queues.open(1, after.address());
  expect([await hear(before, 'a'), await hear(after, 'b')]).toEqual(['common a', 'own b']);
});

test('where the system gives no queue, the common one serves', async () => {
  const { queues, hear } = await start(() => createSocket('udp4'));
  const sender = await open();
  queues.open(1, sender.address());
  expect(await hear(sender, 'a')).toBe('common a');
});

test('their number is limited', async () => {
  const { queues, own } = await start();
  for (let holder = 1; holder <= MAX_OWN_QUEUES + 1; holder++)
    queues.open(holder, { address: HOST, port: 20_000 + holder });
  expect(own).toHaveLength(MAX_OWN_QUEUES);
});

test('a peer keeps its queue while it logs in again, and gives it back when it goes', () => {
  const calls: string[] = [];
  const { join, clock, network, endpointOf } = createTestNetwork({
    queues: {
      open: (holder, { address }) => void calls.push(`open ${holder} ${address}`),
      close: (holder) => void calls.push(`close ${holder}`),
    },
  });
  const hotspot = join(PEER);
  const { address } = endpointOf(PEER);
  hotspot.vanish();
  hotspot.start();
  clock.advance(10);
  expect([hotspot.state(), calls]).toEqual(['running', [`open ${PEER} ${address}`, `open ${PEER} ${address}`]]);
  hotspot.stop();
  expect([network.sessions.size(), calls.at(-1)]).toEqual([0, `close ${PEER}`]);
});
