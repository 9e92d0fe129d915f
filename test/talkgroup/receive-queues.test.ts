import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pingBytes } from '../../src/talkgroup/homebrew/message-bytes.ts';
import { transmission } from './fakes/bursts.ts';
import { burstsOf } from './fakes/hotspot.ts';
import {
  createUdpHotspot,
  metricsOf,
  type RunningService,
  register,
  startService,
  type UdpHotspot,
} from './fakes/running-service.ts';

const [TALKER, LISTENER, NOISY] = [2_345_671, 2_345_672, 2_345_673];
/** More bytes than any receive queue has: 4,000 of these take about 9 MB of the kernel's memory. */
const LARGE = Buffer.alloc(1200, 'x');
const MANY = 4000;

const join = async (service: RunningService, peer: number): Promise<UdpHotspot> => {
  const { token, password } = await register(service, peer);
  await service.post('/api/set_talkgroup.json', { peer: String(peer), token, tg: '91' });
  const hotspot = await createUdpHotspot(service, peer, { password });
  hotspot.start();
  await service.pass(10);
  expect(hotspot.state()).toBe('running');
  return hotspot;
};

const startNet = async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', 'World']);
  const [talker, listener] = [await join(service, TALKER), await join(service, LISTENER)];
  const speak = async (stream: number): Promise<readonly (number | undefined)[]> => {
    const heard = burstsOf(listener).length;
    for (const burst of transmission({ peer: TALKER, source: 1, destination: 91, timeslot: 2, stream }, 8))
      talker.send(burst);
    // Not `settle`: its own question may be lost in the flood.
    await expect.poll(() => burstsOf(listener).length - heard, { timeout: 30_000, interval: 10 }).toBe(10);
    return burstsOf(listener)
      .slice(heard)
      .map((burst) => burst[4]);
  };
  return { service, speak };
};

const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

test('what a logged-in peer sends waits in a queue of its own, so a flood of another peer pushes none of it out', async () => {
  const { service, speak } = await startNet();
  const noisy = await join(service, NOISY);
  for (let count = 0; count < MANY; count++) noisy.send(LARGE);
  expect(await speak(1)).toEqual(ALL);
});

test('nor does a flood of a stranger', async () => {
  const { service, speak } = await startNet();
  const stranger = createSocket('udp4').bind(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(async () => void stranger.close());
  for (let count = 0; count < MANY; count++) stranger.send(LARGE, service.dmrPort, '127.0.0.1');
  expect(await speak(1)).toEqual(ALL);
});

test('answers that the network does not take are dropped, not kept without end', async () => {
  const service = await startService();
  const noisy = await join(service, NOISY);
  const countDatagrams = async (): Promise<number> =>
    Number(/_datagrams_total (\d+)/.exec((await metricsOf(service)).join('\n'))?.[1]);
  const [answers, datagrams] = [noisy.received.length, await countDatagrams()];
  const queue = vi.spyOn(Socket.prototype, 'getSendQueueCount').mockReturnValue(100_000);
  onTestFinished(() => queue.mockRestore());
  noisy.send(pingBytes(NOISY));
  await expect.poll(countDatagrams).toBe(datagrams + 1);
  queue.mockRestore();
  noisy.send(pingBytes(NOISY));
  await expect.poll(countDatagrams).toBe(datagrams + 2);
  await service.settle();
  expect(noisy.received.length).toBe(answers + 1);
});
