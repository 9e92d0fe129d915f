// How requests may arrive, and how answers go out.
import { expect, test } from 'vitest';
import { createHyperDeckServer } from './server-under-test.ts';
import { connectClient, valuesOf } from './wire-client.ts';

test('the server speaks first: protocol version and model', async () => {
  const { connect } = await createHyperDeckServer();
  const { messages } = await connect();
  expect(messages.map(({ code, title, lines }) => [code, title, lines])).toEqual([
    [500, 'connection info', ['protocol version: 1.11', 'model: HyperDeck Studio Mini']],
  ]);
});

test.each([
  ['one line, CR LF', 'goto: clip id: 2\r\n'],
  ['one line, LF', 'goto: clip id: 2\n'],
  ['a block, CR LF', 'goto:\r\nclip id: 2\r\n\r\n'],
  ['a block, LF', 'goto:\nclip id: 2\n\n'],
  ['a block, mixed', 'goto:\r\nclip id: 2\n\r\n'],
  ['capital letters', 'GoTo: Clip ID: 2\r\n'],
  ['blank lines around it', '\r\n\n\r\ngoto: clip id: 2\r\n\r\n\n'],
])('%s', async (_shape, bytes) => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  client.send(bytes);
  expect(await client.until(({ code }) => code !== 500)).toMatchObject({ code: 200, title: 'ok' });
  expect(valuesOf(await client.ask('transport info'))['clip id']).toBe('2');
  expect(client.messages).toHaveLength(3);
});

const SESSION = [
  'ping\r\n',
  'clips count\n',
  'clips get:\r\nclip id: 1\r\ncount: 2\r\n\r\n',
  'notify: transport: true slot: true\r\n',
  'goto:\ntimecode: 00:00:02:00\n\n',
  'nonsense\r\n',
  'play: speed: 50 loop: true single clip: true\r\n',
  'configuration\r\n',
  'stop\r\n',
].join('');
const ANSWERS = [200, 214, 205, 200, 200, 100, 200, 211, 200];

test('requests that arrive all at once are answered in their order', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  client.send(SESSION);
  await client.until(() => client.messages.filter(({ code }) => code < 500).length === ANSWERS.length);
  expect(client.messages.filter(({ code }) => code < 500).map(({ code }) => code)).toEqual(ANSWERS);
});

test('requests that arrive byte by byte are answered the same', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  for (const byte of Buffer.from(SESSION)) {
    client.send(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await client.until(() => client.messages.filter(({ code }) => code < 500).length === ANSWERS.length);
  expect(client.messages.filter(({ code }) => code < 500).map(({ code }) => code)).toEqual(ANSWERS);
});

test('a line over 64 KiB is answered 100 and skipped, also as a part of a block', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  const long = 'x'.repeat(100_000);
  expect(await client.say('ping')).toBe('200 ok');
  expect(await client.say(`play: ${long}`)).toBe('100 syntax error');
  expect(await client.say(`clips add:\r\nname: ${long}\r\n`)).toBe('100 syntax error');
  expect(await client.say('ping')).toBe('200 ok');
});

test('who closes its half after asking still gets every answer, and then the end', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  client.socket.end('clips count\r\nping\r\n');
  await client.closed;
  expect(client.messages.map(({ code }) => code)).toEqual([500, 214, 200]);
});

test('quit is answered before the connection ends; what comes behind it is not carried out', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const client = await connect();
  client.send('quit\r\ngoto: clip id: 3\r\n');
  await client.closed;
  expect(client.messages.map(({ code }) => code)).toEqual([500, 200]);
  expect(deck.state().selectedId).toBe('splash');
});

const COMMAND = 'goto: clip id: 3\r\n';
const HEADERS = `Host: player:9993\r\nContent-Length: ${COMMAND.length}\r\n\r\n`;

test.each([
  ['POST', `POST / HTTP/1.1\r\n${HEADERS}${COMMAND}`],
  ['POST of a long address', `POST /${'a'.repeat(70_000)} HTTP/1.1\r\n${HEADERS}${COMMAND}`],
  ['POST of an address that looks like the start of a block', `POST /:\r\n\r\n${COMMAND}`],
  ['HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${COMMAND}`],
  ['TLS handshake with a line within it', `\x16\x03\x01\x02\x00\x01\n${COMMAND}`],
  ['TLS handshake without a control byte behind its type', `\x16\x03aaaa\n${COMMAND}`],
  ['STUN request with a line within it', `\x00\x03\x00\x08!\x12\xa4B\n${COMMAND}`],
  ['first line over 64 KiB', `${'a'.repeat(70_000)}\r\n${COMMAND}`],
  ['first line with a control byte', `ping\x01\r\n${COMMAND}`],
])('a connection of another protocol ends before anything is obeyed: %s', async (_what, text) => {
  const { connect, deck } = await createHyperDeckServer();
  const bytes = Buffer.from(text, 'latin1');
  const [atOnce, inTwo] = [await connect(), await connect()];
  atOnce.send(bytes);
  inTwo.send(bytes.subarray(0, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  inTwo.send(bytes.subarray(1));
  await Promise.all([atOnce.closed, inTwo.closed]);
  expect([atOnce.messages, inTwo.messages]).toEqual([[expect.anything()], [expect.anything()]]);
  expect(deck.state().selectedId).toBe('splash');
});

test('a request of HTTP behind commands ends the connection, too', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const client = await connect();
  expect(await client.say('ping')).toBe('200 ok');
  client.send(`GET / HTTP/1.1\r\n${HEADERS}${COMMAND}`);
  await client.closed;
  expect(deck.state().selectedId).toBe('splash');
});

test('the negotiation of a terminal before the first command is answered 100, and the next command is obeyed', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  client.send(Buffer.from([0xff, 0xfb, 0x1f, 0xff, 0xfd, 0x03]));
  expect(await client.say('ping')).toBe('100 syntax error');
  expect(await client.say('ping')).toBe('200 ok');
});

test('the 17th client is told that there is no room in place of the greeting; a place that falls free is given again', async () => {
  const { connect, port } = await createHyperDeckServer();
  const clients = await Promise.all(Array.from({ length: 16 }, connect));
  // One that has asked for nothing yet would give way.
  await Promise.all(clients.map((client) => client.say('ping')));
  const surplus = await connectClient(port);
  await surplus.closed;
  expect(surplus.messages.map(({ code, title, lines }) => [code, title, lines])).toEqual([
    [120, 'connection rejected', undefined],
  ]);
  await clients[0]?.close();
  await expect
    .poll(() =>
      connect().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});
