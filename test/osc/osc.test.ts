import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fromBuffer, type OscArgInput, toBuffer } from 'osc-min';
import { expect, onTestFinished, test } from 'vitest';
import { addList } from '../../src/deck/lists/list-edits.ts';
import { shownStandby } from '../../src/deck/lists/read-outs.ts';
import { OscServer } from '../../src/osc/server.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { canSendFromPortZero, sendFromPortZero } from '../fixtures/port-zero-datagram.ts';

/** Resolves when it holds; the time-out of the test is the deadline. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const openClient = async (port: number, host = '127.0.0.1') => {
  const socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  onTestFinished(async () => {
    socket.close();
  });
  const heard: (readonly [string, ...unknown[]])[] = [];
  const packets: Buffer[] = [];
  socket.on('message', (bytes) => {
    packets.push(bytes);
    const packet = fromBuffer(bytes);
    if (packet.oscType !== 'message') return;
    heard.push([packet.address, ...packet.args.map((arg) => ('value' in arg ? arg.value : undefined))]);
  });
  const sendBytes = (bytes: Uint8Array): void => socket.send(bytes, port, '127.0.0.1');
  const send = (address: string, ...args: OscArgInput[]): void => {
    const { buffer, byteOffset, byteLength } = toBuffer({ address, args });
    sendBytes(new Uint8Array(buffer, byteOffset, byteLength));
  };
  /** How many messages came until the answer to a refused command, which comes behind all else. */
  const heardMeanwhile = async (before = heard.length): Promise<number> => {
    send('/cuedeck/none');
    await until(() => heard.slice(before).some(([address]) => address === '/cuedeck/error'));
    return heard.length - before - 1;
  };
  return { socket, heard, packets, send, sendBytes, heardMeanwhile, ownPort: socket.address().port };
};

const createOsc = async () => {
  const fixture = await createDeck();
  const server = new OscServer({ ...fixture, log: createRecordingLog(), family: 'udp4' });
  const { port } = await server.start('127.0.0.1', 0);
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
  };
  const client = await openClient(port);
  onTestFinished(async () => {
    await stop();
    await fixture.deck.dispose();
  });
  const shows = (clip: number, playing: boolean, seconds: number): Promise<void> =>
    until(() => JSON.stringify(fixture.shown()) === JSON.stringify([clip, playing, seconds]));
  return { ...fixture, ...client, port, stop, until, shows };
};

const whole = (value: number): OscArgInput => ({ type: 'integer', value });
const float = (value: number): OscArgInput => ({ type: 'float', value });

test('every address does what it says', async () => {
  const { send, shows, player, deck, until } = await createOsc();
  send('/cuedeck/select', whole(2));
  await shows(2, false, 0);
  send('/cuedeck/play');
  await shows(2, true, 0);
  player.advance(1);
  send('/cuedeck/pause', float(1));
  await shows(2, false, 1);
  send('/cuedeck/goto', float(3.2));
  await shows(2, false, 3.2);
  send('/cuedeck/toggle');
  await shows(2, true, 3.2);
  send('/cuedeck/stop');
  await shows(2, false, 0);
  send('/cuedeck/fire', whole(1));
  await shows(1, true, 0);
  send('/cuedeck/speed', float(0.3));
  await until(() => deck.state().speed === 0.3);
});

test('an item of the active list stands by when its id is sent', async () => {
  const { deck, send } = await createOsc();
  const items = [
    { id: 'one', clipId: 'a' },
    { id: 'two', clipId: 'b' },
  ];
  await deck.lists.edit((lists, clips) => addList(lists, { name: 'Show', items }, clips, 'show'));
  await deck.lists.activate('show');
  send('/cuedeck/standby', { type: 'string', value: 'two' });
  await until(() => shownStandby(deck.state())?.itemId === 'two');
  send('/cuedeck/standby', whole(1));
  await until(() => shownStandby(deck.state())?.itemId === undefined);
  expect(shownStandby(deck.state())).toEqual({ clipId: 'a' });
});

test('the release of a button does nothing', async () => {
  const { send, shows, shown } = await createOsc();
  send('/cuedeck/select', whole(1));
  await shows(1, false, 0);
  send('/cuedeck/play', float(0));
  send('/cuedeck/select', whole(2));
  await shows(2, false, 0);
  expect(shown()).toEqual([2, false, 0]);
});

test('a subscriber hears the clip, its state, its position and its end', async () => {
  const { send, heard, player, until, clock } = await createOsc();
  send('/cuedeck/subscribe');
  await until(() => heard.length === 4);
  expect(heard).toEqual([
    ['/cuedeck/clip', 0, 'splashscreen'],
    ['/cuedeck/state', 'stopped'],
    ['/cuedeck/rate', 1],
    ['/cuedeck/position', 0],
  ]);
  send('/cuedeck/fire', whole(1));
  await until(() => heard.some(([, value]) => value === 'playing'));
  expect(heard).toContainEqual(['/cuedeck/clip', 1, 'a.mp4']);
  player.advance(1.5);
  clock.advance(0.1);
  await until(() => heard.some(([address, value]) => address === '/cuedeck/position' && value === 1.5));
  player.advance(20);
  await until(() => heard.some(([address]) => address === '/cuedeck/end'));
  expect(heard).toContainEqual(['/cuedeck/end', 1]);
  expect(heard).toContainEqual(['/cuedeck/state', 'ended']);
});

test('a subscriber hears the wait that runs, its remaining time and its end; one who comes meanwhile as well', async () => {
  const { port, send, heard, deck, clock } = await createOsc();
  const items = [{ clipId: 'b', preWaitSeconds: 3 }];
  await deck.lists.edit((lists, clips) => addList(lists, { name: 'Show', items }, clips, 'show'));
  await deck.lists.activate('show');
  send('/cuedeck/subscribe');
  await until(() => heard.length === 4);
  await deck.lists.go();
  await until(() => heard.length === 5);
  expect(heard.slice(4)).toEqual([['/cuedeck/waiting', 'pre', 2]]);
  clock.advance(1.5);
  await until(() => heard.some(([address, seconds]) => address === '/cuedeck/wait' && seconds === 1.5));
  const late = await openClient(port);
  late.send('/cuedeck/subscribe');
  await until(() => late.heard.length === 6);
  expect(late.heard.slice(3)).toEqual([
    ['/cuedeck/waiting', 'pre', 2],
    ['/cuedeck/position', 0],
    ['/cuedeck/wait', 1.5],
  ]);
  await deck.stop();
  await until(() => late.heard.some(([, kind]) => kind === 'none'));
  expect(late.heard).toContainEqual(['/cuedeck/waiting', 'none', 0]);
});

test('a subscription ends after 5 s, or 5 minutes after the last message when a second one has come', async () => {
  const { port, send, heard, heardMeanwhile, shows, clock } = await createOsc();
  const other = await openClient(port);
  /** How many messages come of a new clip. */
  const toldOf = async (clip: number): Promise<number> => {
    const before = heard.length;
    other.send('/cuedeck/select', whole(clip));
    await shows(clip, false, 0);
    return heardMeanwhile(before);
  };
  send('/cuedeck/subscribe');
  await until(() => heard.length === 4);
  clock.advance(4.9);
  expect(await toldOf(1)).toBeGreaterThan(0);
  clock.advance(0.2);
  expect(await toldOf(2)).toBe(0);
  send('/cuedeck/subscribe');
  send('/cuedeck/stop');
  await until(() => heard.length > 10);
  clock.advance(288);
  expect(await toldOf(1)).toBeGreaterThan(0);
  clock.advance(13);
  expect(await toldOf(2)).toBe(0);
});

test('a bundle that subscribes twice gets no longer life, and one answer', async () => {
  const { sendBytes, heard, heardMeanwhile, clock, deck } = await createOsc();
  const subscribe = { address: '/cuedeck/subscribe' };
  const { buffer, byteOffset, byteLength } = toBuffer({
    timetag: [0, 1],
    elements: Array.from({ length: 40 }, () => subscribe),
  });
  sendBytes(new Uint8Array(buffer, byteOffset, byteLength));
  await until(() => heard.length > 0);
  await heardMeanwhile();
  expect(heard.filter(([address]) => address === '/cuedeck/state')).toHaveLength(1);
  clock.advance(6);
  const before = heard.length;
  await deck.select(1);
  expect(await heardMeanwhile(before)).toBe(0);
});

test('another port is told only after a message has come from there', async () => {
  const { port, send, heard, heardMeanwhile, deck } = await createOsc();
  const ear = await openClient(port);
  send('/cuedeck/subscribe', whole(ear.ownPort));
  await until(() => heard.length === 4);
  await deck.select(1);
  expect(await heardMeanwhile(4)).toBeGreaterThan(0);
  expect(ear.heard).toEqual([]);
  ear.send('/cuedeck/stop');
  expect(await ear.heardMeanwhile()).toBe(0);
  const before = heard.length;
  await deck.select(2);
  await until(() => ear.heard.length > 1);
  expect(ear.heard[1]).toEqual(['/cuedeck/clip', 2, expect.any(String)]);
  expect(await heardMeanwhile(before)).toBe(0);
});

test('one address cannot take all places of subscribers', async () => {
  const { port, heardMeanwhile, deck } = await createOsc();
  const greedy = await Promise.all(Array.from({ length: 16 }, () => openClient(port)));
  for (const client of greedy) {
    client.send('/cuedeck/subscribe');
    await until(() => client.heard.length > 0);
  }
  const owner = await openClient(port, '127.0.0.2');
  owner.send('/cuedeck/subscribe');
  await until(() => owner.heard.length > 0);
  expect(owner.heard[0]?.[0]).toBe('/cuedeck/clip');
  await deck.select(1);
  await until(() => owner.heard.length > 4);
  await heardMeanwhile();
  expect(greedy.filter(({ heard }) => heard.length > 4)).toHaveLength(15);
});

test('feedback, foreign addresses and bytes that are no OSC are never answered', async () => {
  const { send, sendBytes, heard, heardMeanwhile } = await createOsc();
  for (const word of ['clip', 'state', 'rate', 'position', 'end', 'error', 'ERROR']) send(`/cuedeck/${word}`, float(1));
  for (const address of ['/', '/x', '/cuedeck', '/cuedecks/play', '/error', '/qlab/go']) send(address);
  for (const text of ['', 'x', '#bundle', '/cuedeck/play', '/a\0\0,iiii\0\0\0']) sendBytes(Buffer.from(text));
  expect(await heardMeanwhile()).toBe(0);
  expect(heard.map(([address]) => address)).toEqual(['/cuedeck/error']);
});

test('a datagram between two players does not go to and fro', async () => {
  const [one, other] = [await createOsc(), await createOsc()];
  // Each hears the other's answers, as if one had asked the other.
  let crossings = 0;
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.socket.on('message', (bytes) => {
      crossings += 1;
      if (crossings < 100) to.sendBytes(bytes);
    });
  }
  for (const bytes of ['x', '/x\0\0,\0\0\0', '/cuedeck/none\0\0\0,\0\0\0']) one.sendBytes(Buffer.from(bytes));
  await until(() => crossings > 0);
  for (const player of [other, one, other]) {
    player.send('/cuedeck/select', whole(1));
    await player.shows(1, false, 0);
  }
  expect(crossings).toBe(1);
});

test('one address cannot fill the queue of the deck', async () => {
  const { port, sendBytes, deck, player, clock } = await createOsc();
  // Until it is back, commands wait.
  player.lose('killed');
  const select = { address: '/cuedeck/select', args: [whole(1)] };
  const { buffer, byteOffset, byteLength } = toBuffer({
    timetag: [0, 1],
    elements: Array.from({ length: 60 }, () => select),
  });
  for (let count = 0; count < 40; count += 1) sendBytes(new Uint8Array(buffer, byteOffset, byteLength));
  const other = await openClient(port, '127.0.0.2');
  expect(await other.heardMeanwhile()).toBe(0);
  const answer = { is: 'waiting' };
  void deck.stop().then(
    () => Object.assign(answer, { is: 'done' }),
    (error) => Object.assign(answer, { is: String(error) }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer.is).toBe('waiting');
  player.revive();
  await until(() => {
    clock.advance(1);
    return answer.is !== 'waiting';
  });
  expect(answer.is).toBe('done');
});

test('errors are short, and few to one address', async () => {
  const { send, packets, heard, port, clock, until: waitUntil } = await createOsc();
  const long = 'x'.repeat(1000);
  for (let count = 0; count < 20; count += 1) {
    send(`/cuedeck/${long}`);
    send('/cuedeck/select', { type: 'string', value: long });
  }
  send('/cuedeck/subscribe');
  await waitUntil(() => heard.some(([address]) => address === '/cuedeck/position'));
  expect(heard.filter(([address]) => address === '/cuedeck/error')).toHaveLength(5);
  expect(Math.max(...packets.map(({ length }) => length))).toBeLessThan(140);
  const other = await openClient(port, '127.0.0.2');
  other.send('/cuedeck/none');
  await until(() => other.heard.length === 1);
  clock.advance(10);
  send('/cuedeck/none');
  await until(() => heard.filter(([address]) => address === '/cuedeck/error').length === 6);
});

test.each([
  ['/cuedeck/fire', [], 'needs'],
  ['/cuedeck/fire', [float(1.5)], 'whole number'],
  ['/cuedeck/fire', [whole(99)], 'no clip 99'],
  ['/cuedeck/speed', [float(50)], 'speed=50'],
  ['/cuedeck/none', [], 'not known'],
] as const)('%s with %j is refused to whoever sent it', async (address, args, words) => {
  const { send, heard, until } = await createOsc();
  send(address, ...args);
  await until(() => heard.length > 0);
  expect([heard[0]?.[0], String(heard[0]?.[1]).includes(words)]).toEqual(['/cuedeck/error', true]);
});

test('bytes that are no OSC do no harm', async () => {
  const { sendBytes, send, shows } = await createOsc();
  for (const text of ['', 'x', '#bundle', '/cuedeck/play', '\0\0\0\0', '/a\0\0,iiii\0\0\0'])
    sendBytes(Buffer.from(text));
  send('/cuedeck/select', whole(1));
  await shows(1, false, 0);
});

test.runIf(canSendFromPortZero)('what comes from port 0, where no answer can go, does no harm', async () => {
  const { port, send, shows } = await createOsc();
  for (const text of ['x', '/cuedeck/none\0\0\0,\0\0\0', '/cuedeck/subscribe\0\0,\0\0\0'])
    sendFromPortZero(port, Buffer.from(text));
  send('/cuedeck/select', whole(1));
  await shows(1, false, 0);
});

test('a refusal that is ready only after the stop is told to nobody', async () => {
  const { send, stop, player, clock, heard, until } = await createOsc();
  player.lose('killed');
  send('/cuedeck/select', whole(1));
  send('/cuedeck/none');
  await until(() => heard.length === 1);
  await stop();
  // For so long the command waits for a player.
  clock.advance(6);
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard.map(([address]) => address)).toEqual(['/cuedeck/error']);
});
