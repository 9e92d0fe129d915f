import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer, until } from './server-under-test.ts';

type Server = Awaited<ReturnType<typeof createServer>>;

/** A client of the event channel: everything it was told, in order, as name and data. */
const listen = async ({ url }: Pick<Server, 'url'>, path = '/events') => {
  const events: [name: string, data: unknown][] = [];
  let comments = 0;
  let ended = false;
  let request: ClientRequest | undefined;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request = get(`${url}${path}`, { agent: false }, resolve).on('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    // Long events come in many chunks; only their end has a line break.
    if (!chunk.includes('\n')) return;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      if (frame === ':') comments += 1;
      else events.push([name, JSON.parse(data)]);
    }
  });
  response.on('close', () => {
    ended = true;
  });
  const hangUp = (): void => {
    request?.destroy();
  };
  onTestFinished(hangUp);
  const { headers } = response;
  /** Waits for so many events more than were taken before, and takes them. */
  const take = async (count: number) => {
    await until(() => events.length >= count);
    return events.splice(0);
  };
  return { headers, events, take, hangUp, comments: () => comments, ended: () => ended };
};

const statusOf = async ({ get: ask }: Server): Promise<Record<string, unknown>> => {
  const [, { CLIPS, ...status }] = (await ask('/status')) as [number, Record<string, unknown>];
  return status;
};

/** Timers of the event channel: the deck's own are none while its player runs. */
const timersOf = ({ clock }: Server): readonly number[] => clock.running().filter((seconds) => seconds > 0);

test('a client that connects gets the clips, the status less the clips, and the position at once', async () => {
  const server = await createServer({ clips: [videoClip('a')] });
  await server.deck.select(1);
  const client = await listen(server);
  const [, clips] = await server.get('/clips');
  expect(await client.take(3)).toEqual([
    ['clips', clips],
    ['status', await statusOf(server)],
    ['position', { CLIP_ID: 1, TIMECODE: 0 }],
  ]);
  expect(client.headers).toEqual(
    expect.objectContaining({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }),
  );
});

describe('a client is told', () => {
  const listening = async () => {
    const server = await createServer();
    await server.deck.select(1);
    const client = await listen(server);
    await client.take(3);
    return { server, client };
  };

  test('what an operation changed, as the status', async () => {
    const { server, client } = await listening();
    await server.get('/play');
    const playing = await statusOf(server);
    expect(await client.take(1)).toEqual([['status', { ...playing, PLAY: true }]]);
  });

  test('a longer or shorter list before the status that goes with it', async () => {
    const { server, client } = await listening();
    await server.get('/select_clip?id=2');
    await client.take(1);
    await server.get('/delete?id=1');
    const [, clips] = await server.get('/clips');
    expect(await client.take(2)).toEqual([
      ['clips', clips],
      ['status', await statusOf(server)],
    ]);
  });

  test('an edited clip as a new list, without a status that would say nothing new', async () => {
    const { server, client } = await listening();
    await server.get('/update_clip?id=2&name=new&startat=0&endat=1&loop=1');
    await server.get('/showinfo');
    const [, clips] = await server.get('/clips');
    expect(await client.take(2)).toEqual([
      ['clips', clips],
      ['status', { ...(await statusOf(server)), SHOWINFO: false }],
    ]);
  });

  test('a changed host name and changed addresses', async () => {
    const { server, client } = await listening();
    server.set({ hostName: 'stage' });
    server.set({ interfaces: { eth9: '192.0.2.99' } });
    const status = await statusOf(server);
    expect(await client.take(2)).toEqual([
      ['status', { ...status, IFACES: { eth0: '192.0.2.7', wlan0: '2001:db8::7' } }],
      ['status', status],
    ]);
  });

  test('the position four times a second while the clip plays, and that it ended', async () => {
    const { server, client } = await listening();
    await server.get('/play');
    await client.take(1);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      server.player.advance(0.25);
      server.clock.advance(0.25);
    }
    expect(await client.take(4)).toEqual(
      [0.25, 0.5, 0.75, 1].map((TIMECODE) => ['position', { CLIP_ID: 1, TIMECODE }]),
    );
    server.player.advance(20);
    const ended = await statusOf(server);
    expect(await client.take(2)).toEqual([
      ['status', { ...ended, PLAY: false, TIMECODE: 9.96 }],
      ['position', { CLIP_ID: 1, TIMECODE: 9.96 }],
    ]);
  });

  test('a jump while the clip stands, once', async () => {
    const { server, client } = await listening();
    await server.get('/goto_secs?secs=5');
    await server.get('/showinfo');
    expect((await client.take(2)).map(([name, data]) => [name, name === 'position' && data])).toEqual([
      ['position', { CLIP_ID: 1, TIMECODE: 5 }],
      ['status', false],
    ]);
  });
});

describe('timers', () => {
  test('run only while somebody listens, and the position only while something plays', async () => {
    const server = await createServer();
    await server.deck.select(1);
    await server.deck.play();
    expect(timersOf(server)).toEqual([]);
    const one = await listen(server);
    const other = await listen(server);
    expect(timersOf(server)).toEqual([15, 0.25]);
    await server.get('/play');
    server.clock.advance(0.25);
    expect(timersOf(server)).toEqual([14.75]);
    one.hangUp();
    other.hangUp();
    await until(() => timersOf(server).length === 0);
    await server.get('/play');
    expect(timersOf(server)).toEqual([]);
  });

  test('start again for the next listener, who is told only what is new to it', async () => {
    const server = await createServer();
    const first = await listen(server);
    first.hangUp();
    await until(() => timersOf(server).length === 0);
    server.set({ hostName: 'stage' });
    const second = await listen(server);
    expect((await second.take(3))[1]).toEqual(['status', await statusOf(server)]);
    server.set({});
    server.set({ hostName: 'other' });
    expect(await second.take(1)).toEqual([['status', await statusOf(server)]]);
  });

  test('a comment comes every 15 s', async () => {
    const server = await createServer();
    const client = await listen(server);
    server.clock.advance(15);
    await until(() => client.comments() === 1);
    server.clock.advance(15);
    await until(() => client.comments() === 2);
  });
});

test('HEAD gets the headers and opens no stream', async () => {
  const server = await createServer();
  const { status, headers, text } = await server.ask('/events', { method: 'HEAD' });
  expect([status, headers['content-type'], text, timersOf(server)]).toEqual([200, 'text/event-stream', '', []]);
});

test('the 101st client is 503, and there is room again when one hangs up', async () => {
  const server = await createServer();
  const clients = await Promise.all(Array.from({ length: 100 }, () => listen(server)));
  expect(await server.get('/events')).toEqual([
    503,
    { error: '100 clients listen for events; allowed: no more at a time.', code: 'busy' },
  ]);
  clients[50]?.hangUp();
  const isAdmitted = async (): Promise<boolean> =>
    (await listen(server)).headers['content-type'] === 'text/event-stream';
  let admitted = false;
  while (!admitted) admitted = await isAdmitted();
  server.set({ hostName: 'stage' });
  const told = clients.filter((_client, index) => index !== 50).map((client) => client.take(4));
  expect(new Set((await Promise.all(told)).map((events) => JSON.stringify(events)))).toHaveLength(1);
});

test('a client that does not read is dropped; the others hear everything', async () => {
  const server = await createServer({
    clips: Array.from({ length: 10_000 }, (_, index) => videoClip(`clip-${index}`)),
  });
  const sleeper = connect(server.port, '127.0.0.1', () => {
    sleeper.pause().write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  });
  let dropped = false;
  sleeper
    .on('error', () => undefined)
    .on('close', () => {
      dropped = true;
    });
  const reader = await listen(server);
  await reader.take(3);
  let edits = 0;
  while (server.log.lines.length === 0) {
    edits += 1;
    await server.deck.clips.update(1, { name: `edit ${edits}`, inSeconds: 0, outSeconds: 1, loop: false });
    await until(() => reader.events.filter(([name]) => name === 'clips').length === edits);
  }
  expect(server.log.lines.map(({ text }) => text)).toEqual(['Disconnected a slow client of the event channel.']);
  sleeper.resume();
  await until(() => dropped);
  // 4 MiB of backlog and what the kernel holds: a dozen lists, not hundreds.
  expect(edits).toBeLessThan(25);
});

test('a client that closes its half is gone', async () => {
  const server = await createServer();
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.resume().write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => timersOf(server).length === 1);
  socket.on('error', () => undefined).end();
  await until(() => timersOf(server).length === 0);
});

test('a client that asks for many streams on one connection and goes leaves nothing behind', async () => {
  const server = await createServer();
  const socket = connect(server.port, '127.0.0.1');
  let heard = false;
  socket.once('data', () => {
    heard = true;
  });
  socket.write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  await until(() => heard);
  socket.on('error', () => undefined).destroy();
  await until(() => timersOf(server).length === 0);
});

test('a stop ends every stream', async () => {
  const server = await createServer();
  const clients = await Promise.all([listen(server), listen(server)]);
  const startedAt = performance.now();
  await server.server.stop();
  await until(() => clients.every((client) => client.ended()));
  expect([performance.now() - startedAt < 1500, timersOf(server)]).toEqual([true, []]);
});

test('a client that is behind at two heartbeats in a row is dropped', async () => {
  // More than the kernel holds, in one event.
  const name = 'x'.repeat(1000);
  const clips = Array.from({ length: 12_000 }, (_, index) => videoClip(`clip-${index}`, { name }));
  const server = await createServer({ clips });
  const sleeper = connect(server.port, '127.0.0.1', () => {
    sleeper.pause().write('GET /events HTTP/1.1\r\nHost: a\r\n\r\n');
  });
  sleeper.on('error', () => undefined);
  await until(() => timersOf(server).length === 1);
  const reader = await listen(server);
  await reader.take(3);
  server.clock.advance(15);
  await until(() => reader.comments() === 1);
  expect(server.log.lines).toEqual([]);
  server.clock.advance(15);
  await until(() => reader.comments() === 2);
  expect(server.log.lines.map(({ text }) => text)).toEqual(['Disconnected a slow client of the event channel.']);
  sleeper.destroy();
});
