import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fromBuffer, type OscArgInput, toBuffer } from 'osc-min';
import { expect, onTestFinished, test } from 'vitest';
import { OscServer } from '../../src/osc/osc-server.ts';
import { canSendFromNowhere, sendFromNowhere } from '../datagram-from-nowhere.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const createOsc = async () => {
  const house = await createDeck();
  const server = new OscServer({ deck: house.deck, clock: house.clock, log: createRecordingLog(), family: 'udp4' });
  const port = await server.start('127.0.0.1', 0);
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const heard: (readonly [string, ...unknown[]])[] = [];
  socket.on('message', (bytes) => {
    const packet = fromBuffer(bytes);
    if (packet.oscType !== 'message') return;
    heard.push([packet.address, ...packet.args.map((arg) => ('value' in arg ? arg.value : undefined))]);
  });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
  };
  onTestFinished(async () => {
    socket.close();
    await stop();
    await house.deck.dispose();
  });
  const sendBytes = (bytes: Uint8Array): void => socket.send(bytes, port, '127.0.0.1');
  const send = (address: string, ...args: OscArgInput[]): void => {
    const { buffer, byteOffset, byteLength } = toBuffer({ address, args });
    sendBytes(new Uint8Array(buffer, byteOffset, byteLength));
  };
  /** Resolves when it holds; the time-out of the test is the deadline. */
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const shows = (clip: number, playing: boolean, seconds: number): Promise<void> =>
    until(() => JSON.stringify(house.shown()) === JSON.stringify([clip, playing, seconds]));
  return { ...house, port, stop, send, sendBytes, until, shows, heard };
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

test('a subscription ends when it is told to, and by itself after 5 minutes of silence', async () => {
  const { send, heard, until, shows, clock } = await createOsc();
  send('/cuedeck/subscribe');
  await until(() => heard.length === 4);
  clock.advance(301);
  send('/cuedeck/unsubscribe');
  send('/cuedeck/select', whole(1));
  await shows(1, false, 0);
  send('/cuedeck/none');
  await until(() => heard.length > 4);
  expect(heard.slice(4).map(([address]) => address)).toEqual(['/cuedeck/error']);
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

test.runIf(canSendFromNowhere)('what comes from port 0, where no answer can go, does no harm', async () => {
  const { port, send, shows } = await createOsc();
  for (const text of ['x', '/cuedeck/none\0\0\0,\0\0\0', '/cuedeck/subscribe\0\0,\0\0\0'])
    sendFromNowhere(port, Buffer.from(text));
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
