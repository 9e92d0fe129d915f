// What a stranger can take from others: places of HyperDeck clients.
import { expect, onTestFinished, test } from 'vitest';
import { openMany } from '../fixtures/many-connections.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { greetedClient, type WireClient } from './wire-client.ts';

const STRANGER = '127.0.0.5';

const createFixture = async () => {
  const fixture = await createHyperDeckServer();
  const come = async (from: string): Promise<WireClient> => {
    const client = await greetedClient(fixture.port, undefined, from);
    onTestFinished(() => client.close());
    return client;
  };
  return { ...fixture, come };
};

test('silent connections keep nobody out, however many and wherever from', async () => {
  const { port, come } = await createFixture();
  await openMany(port, 100, 'notify: slot', () => STRANGER);
  const owner = await come('127.0.0.1');
  expect(await owner.say('ping')).toBe('200 ok');
  await openMany(port, 100, '', (index) => `127.0.1.${index}`);
  expect(await owner.say('ping')).toBe('200 ok');
  expect(await (await come('127.0.0.2')).say('ping')).toBe('200 ok');
  expect(await (await come(STRANGER)).say('ping')).toBe('200 ok');
});

test('of 16 clients of one address that ask, the one that is silent longest gives its place to another address', async () => {
  const { come } = await createFixture();
  const greedy: WireClient[] = [];
  for (let count = 0; count < 16; count += 1) {
    const client = await come(STRANGER);
    await client.say('ping');
    greedy.push(client);
  }
  await greedy[0]?.say('ping');
  const owner = await come('127.0.0.1');
  expect(await owner.say('ping')).toBe('200 ok');
  await greedy[1]?.closed;
  const left = greedy.filter((_client, index) => index !== 1);
  expect(await Promise.all(left.map((client) => client.say('ping')))).toEqual(left.map(() => '200 ok'));
});

test('16 addresses with one client each keep theirs', async () => {
  const { come, port } = await createFixture();
  const clients: WireClient[] = [];
  for (let count = 1; count <= 16; count += 1) {
    const client = await come(`127.0.2.${count}`);
    await client.say('ping');
    clients.push(client);
  }
  const { open } = await openMany(port, 20, 'ping\r\n', () => '127.0.0.1');
  await expect.poll(open).toBe(0);
  expect(await Promise.all(clients.map((client) => client.say('ping')))).toEqual(clients.map(() => '200 ok'));
});
