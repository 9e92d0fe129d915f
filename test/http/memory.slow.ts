// What clients can make the player keep in memory: bodies that never end, and answers that nobody reads.
import { expect, test } from 'vitest';
import { addList } from '../../src/deck/lists/list-edits.ts';
import { createMemoryListStore, type ListStore } from '../../src/deck/lists/list-store.ts';
import { answerBytesHeld } from '../../src/http/response.ts';
import { bodyBytesHeld } from '../../src/net/request-body.ts';
import { openMany } from '../fixtures/many-connections.ts';
import { createServer, until } from './server-under-test.ts';

const STRANGER = '127.0.0.5';
const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

test('long bodies that never end hold a bounded memory, and keep nobody else out', async () => {
  const { port, ask } = await createServer();
  const head = `POST /api/v1/lists HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${16 * MEBIBYTE}\r\n\r\n`;
  const strangers = await openMany(port, 8, head + ' '.repeat(15 * MEBIBYTE), () => STRANGER);
  await until(() => strangers.open() <= 2);
  expect(bodyBytesHeld()).toBeLessThanOrEqual(32 * MEBIBYTE);
  const body = JSON.stringify({ name: 'Show', items: [] }) + ' '.repeat(MEBIBYTE);
  const owner = await ask('/api/v1/lists', { method: 'POST', headers: JSON_TYPE, body, from: '127.0.0.2' });
  expect(owner.status).toBe(201);
  for (const socket of strangers.sockets) socket.destroy();
  await until(() => bodyBytesHeld() === 0);
});

test('long bodies that wait for a slow disk count as well, and the owner’s is carried out in its turn', async () => {
  const store = createMemoryListStore();
  const saves: (() => void)[] = [];
  const save: ListStore['save'] = async (next, before) => {
    await new Promise<void>((resolve) => saves.push(resolve));
    await store.save(next, before);
  };
  const { port, ask, deck } = await createServer({ lists: { ...store, save } });
  const padded = (name: string): string => JSON.stringify({ name }) + ' '.repeat(9 * MEBIBYTE);
  const head = `POST /api/v1/lists HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
  const body = padded('stranger');
  const whole = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const strangers = await openMany(port, 8, whole, () => STRANGER);
  await until(() => strangers.open() <= 3 && saves.length === 1);
  expect(bodyBytesHeld()).toBeLessThanOrEqual(32 * MEBIBYTE);
  const question = { method: 'POST', headers: JSON_TYPE, body: padded('owner'), from: '127.0.0.2' };
  const owner = ask('/api/v1/lists', question);
  // One of the stranger's has given way to it, and it has arrived.
  await until(() => strangers.open() <= 2 && bodyBytesHeld() > 27 * MEBIBYTE);
  await until(() => {
    for (const done of saves.splice(0)) done();
    return deck.state().show.lists.some(({ name }) => name === 'owner');
  });
  expect((await owner).status).toBe(201);
  // The first one of the stranger was under way before.
  expect(
    deck
      .state()
      .show.lists.map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['stranger', 'owner']);
  for (const socket of strangers.sockets) socket.destroy();
  await until(() => {
    for (const done of saves.splice(0)) done();
    return bodyBytesHeld() === 0;
  });
});

test('long answers that nobody reads hold a bounded memory, and keep nobody else out', async () => {
  const { port, ask, deck } = await createServer();
  const [, clip] = deck.state().document.clips;
  const items = Array.from({ length: 2000 }, () => ({ clipId: clip?.id ?? '', note: 'x'.repeat(1000) }));
  // More than the buffers of the kernel take.
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  await deck.lists.edit((lists, clips) => names.reduce((all, name) => addList(all, { name, items }, clips), lists));
  const strangers = await openMany(port, 12, '', () => STRANGER);
  for (const socket of strangers.sockets) socket.pause().write('GET /api/v1/lists HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => answerBytesHeld() > 50 * MEBIBYTE);
  const { status, text } = await ask('/api/v1/lists', { from: '127.0.0.2' });
  expect([status, JSON.parse(text).length]).toEqual([200, 6]);
  expect(answerBytesHeld()).toBeLessThanOrEqual(64 * MEBIBYTE);
  for (const socket of strangers.sockets) socket.destroy();
  await until(() => answerBytesHeld() === 0);
});
