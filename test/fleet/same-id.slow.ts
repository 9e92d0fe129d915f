// Two players of one id at a broker: each is told what to set, and they do not throw each other off without end.
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startBroker } from '../mqtt/broker.ts';
import { createService } from '../mqtt/service-under-test.ts';

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

test('a real broker with two of one id has a line of each, and then rest', async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.dispose());
  const both = [await createService(broker.url), await createService(broker.url)];
  const told = () =>
    both.map(({ log }) =>
      log.lines.filter(({ text }) => text.includes('CUEDECK_MQTT_PLAYER')).map(({ level }) => level),
    );
  const deadline = performance.now() + 120_000;
  while (told().some((lines) => lines.length === 0) && performance.now() < deadline) await pause(0.05);
  expect(told()).toEqual([['warning'], ['warning']]);
  const before = both.map(({ log }) => log.lines.length);
  await pause(40);
  expect(both.map(({ log }) => log.lines.length)).toEqual(before);
});

test('a broker that gives the reason is believed at once, and left alone for a while', async () => {
  const visits: number[] = [];
  // Connected, subscribed, and: "session taken over".
  const server = createServer((socket) => {
    visits.push(performance.now());
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
      socket.once('data', (packet) => {
        const idAt = packet.findIndex((byte, index) => index > 0 && byte < 0x80) + 1;
        socket.write(Buffer.from([0x90, 6, ...packet.subarray(idAt, idAt + 2), 0, 1, 1, 1]));
        setTimeout(() => socket.end(Buffer.from([0xe0, 2, 0x8e, 0])), 200);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const { log } = await createService(`mqtt://${host}`);
  while (log.lines.length < 2) await pause(0.01);
  await pause(10);
  expect([visits.length, log.lines.map(({ level, text }) => [level, text])]).toEqual([
    1,
    [
      ['info', `broker ${host}: connected`],
      [
        'warning',
        `broker ${host}: another client is there as cuedeck-one; give each player a CUEDECK_MQTT_PLAYER of its own`,
      ],
    ],
  ]);
});
