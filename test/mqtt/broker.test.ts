// A broker that is killed, refuses, is far behind or was never there: playback goes on, and the player comes back with the truth.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Broker, startBroker } from './broker.ts';
import { connectOperator } from './operator.ts';
import { createService } from './service-under-test.ts';

const start = async (options: Parameters<typeof startBroker>[0] = {}): Promise<Broker> => {
  const broker = await startBroker(options);
  onTestFinished(() => broker.dispose());
  return broker;
};
const visit = async (broker: Broker, options: Parameters<typeof connectOperator>[1] = {}) => {
  const operator = await connectOperator(broker.url, options);
  onTestFinished(() => operator.end());
  return operator;
};
const STATUS = 'cuedeck/player/one/status';
const ONLINE = 'cuedeck/player/one/online';

test('a broker that is killed and comes back empty has the truth again; the deck plays on meanwhile', async () => {
  const broker = await start();
  const { deck, log, shown } = await createService(broker.url);
  const operator = await visit(broker);
  await operator.until(() => operator.text(ONLINE));
  await broker.kill();
  await deck.select(2);
  await deck.play();
  expect(shown()).toEqual([2, true, 0]);
  operator.forget();
  await broker.start();
  await operator.when(STATUS, ({ number, state }) => number === 2 && state === 'playing', 15);
  await operator.until(() => operator.text(ONLINE) === 'online' || undefined);
  expect(log.lines.map(({ level, text }) => [level, /^broker 127.0.0.1:\d+: /.test(text)])).toEqual([
    ['info', true],
    ['warning', true],
    ['info', true],
  ]);
});

test('a player that stops says that it is offline', async () => {
  const broker = await start();
  const first = await createService(broker.url);
  const operator = await visit(broker);
  await operator.until(() => operator.text(ONLINE) === 'online' || undefined);
  await first.service.stop();
  await operator.until(() => operator.text(ONLINE) === 'offline' || undefined);
});

test('a command that is retained, or was sent while the player was away, or long ago, is never carried out', async () => {
  const broker = await start();
  const operator = await visit(broker);
  const properties = { responseTopic: 'cuedeck/answers/me' };
  await operator.say('cuedeck/all/do/select', 'a', { retain: true, properties });
  await operator.say('cuedeck/player/one/do/select', 'b', { properties });
  const { deck, shown } = await createService(broker.url);
  expect(await operator.when('cuedeck/answers/me', () => true)).toMatchObject({
    command: 'select',
    code: 'stale-command',
    status: 409,
  });
  operator.forget();
  const sent = (ago: number) => ({ sent: String(Date.now() / 1000 - ago) });
  await operator.say('cuedeck/all/do/select', 'b', { properties: { ...properties, userProperties: sent(6) } });
  await operator.when('cuedeck/answers/me', ({ code }) => code === 'stale-command');
  expect(shown()).toEqual([0, false, 0]);
  await operator.say('cuedeck/all/do/select', 'b', { properties: { ...properties, userProperties: sent(0) } });
  await operator.when('cuedeck/answers/me', ({ number }) => number === 2);
  // Published with the flag to a player that is there, it would come again at its next connection.
  await operator.say('cuedeck/all/do/play', '', { retain: true, properties });
  await operator.when('cuedeck/answers/me', ({ command, code }) => command === 'play' && code === 'stale-command');
  expect(shown()).toEqual([2, false, 0]);
  await deck.play();
});

test('a broker that was never there costs the deck nothing, and is found when it appears', async () => {
  const broker = await start();
  await broker.kill();
  const { deck, shown, log } = await createService(broker.url);
  await deck.select(1);
  await deck.play();
  expect(shown()).toEqual([1, true, 0]);
  while (log.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await broker.start();
  const operator = await visit(broker);
  await operator.when(STATUS, ({ number }) => number === 1, 15);
  expect(log.lines.filter(({ level }) => level === 'warning')).toHaveLength(1);
});

test('a broker that refuses the password is told of once and asked again; with the right one it answers', async () => {
  const broker = await start({ users: { crew: 'secret' } });
  const wrong = await createService(broker.url, { id: 'wrong', user: 'crew', password: 'guess' });
  await createService(broker.url, { user: 'crew', password: 'secret' });
  const operator = await visit(broker, { username: 'crew', password: 'secret' });
  await operator.until(() => operator.text(ONLINE));
  while (wrong.log.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await wrong.deck.select(1);
  expect(wrong.shown()[0]).toBe(1);
  expect(wrong.log.lines).toHaveLength(1);
  expect(wrong.log.lines[0]?.text).toMatch(/^broker 127.0.0.1:\d+: .*(not authorized|authori)/i);
});

test('user and password of the address are what they stand for, with colons and signs outside ASCII; set ones go before them', async () => {
  const password = 'p@ss w:rd/ü%';
  const broker = await start({ users: { 'the venue': password } });
  const at = (user: string, text: string) => broker.url.replace('//', `//${encodeURIComponent(user)}:${text}@`);
  await createService(at('the venue', encodeURIComponent(password)));
  await createService(at('nobody', 'guess'), { id: 'two', user: 'the venue', password });
  await createService(at('the venue', 'p%40ss%20w:rd%2Fü%25'), { id: 'three' });
  const operator = await visit(broker, { username: 'the venue', password });
  for (const id of ['one', 'two', 'three']) await operator.until(() => operator.text(`cuedeck/player/${id}/online`));
});

test('over TLS the broker is trusted by its authority, and by no other', async () => {
  const broker = await start({ tls: true });
  const ca = readFileSync(join(broker.folder, 'ca.pem'));
  const stranger = await createService(broker.url, { id: 'stranger' });
  await createService(broker.url, { ca });
  const operator = await visit(broker, { ca });
  await operator.until(() => operator.text(ONLINE));
  while (stranger.log.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(stranger.log.lines[0]?.text).toMatch(/certificate/);
  expect(operator.text('cuedeck/player/stranger/online')).toBeUndefined();
});

test('something that takes the connection and never answers holds up neither the deck nor the stop', async () => {
  const sockets = new Set<import('node:net').Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { deck, service, shown } = await createService(`mqtt://127.0.0.1:${port}`);
  while (sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await deck.select(3);
  expect(shown()[0]).toBe(3);
  const before = performance.now();
  await service.stop();
  // Half of the time after which a connection is given up.
  expect(performance.now() - before).toBeLessThan(5000);
  for (const socket of sockets) socket.destroy();
  server.close();
});
