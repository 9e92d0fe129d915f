// What becomes of a shuttle's speed, and what every door says of a picture that runs backwards; a play range set on air.
import { expect, test } from 'vitest';
import { setSpeed } from '../../src/deck/playback/relative-seek.ts';
import { toTransport } from '../../src/http/api-v1/deck-answers.ts';
import { toStatusJson } from '../../src/http/control-api/status-json.ts';
import { toTransportJson } from '../../src/mqtt/reports/payloads.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

/** Long enough that no busy machine sees an end of them. */
const LONG = ['a', 'b', 'c'].map((id) => videoClip(id, { durationSeconds: 1000, outSeconds: 1000 }));

const { machine } = createFakeMachine();
const where = async (client: WireClient): Promise<string> => {
  const info = valuesOf(await client.ask('transport info'));
  return [info.status, info.speed, info['clip id'], info.timeline].join(' ');
};

type Server = Awaited<ReturnType<typeof createHyperDeckServer>>;

/** As the control API, /api/v1 and MQTT tell it. */
const doors = ({ deck }: Server) => {
  const status = toStatusJson(deck.state(), machine);
  const { state, speed } = toTransport(deck.state());
  const mqtt = toTransportJson(deck.state());
  return { PLAY: status.PLAY, SPEED: status.SPEED, state, speed, mqtt: [mqtt.playing, mqtt.state, mqtt.speed] };
};

const PLAYS = { PLAY: true, SPEED: 1, state: 'playing', speed: 1, mqtt: [true, 'playing', 1] };

test.each([
  ['the control API', (server: Server) => server.deck.togglePlay()],
  ['/api/v1', (server: Server) => server.deck.play()],
  ['HyperDeck', async (_server: Server, client: WireClient) => void (await client.say('play'))],
])('a shuttle ran to the end; the next play through %s is at normal speed', async (_door, play) => {
  const server = await createHyperDeckServer();
  const client = await server.connect();
  await client.say('goto: clip id: 1');
  await client.say('shuttle: speed: 1600');
  expect(doors(server)).toMatchObject({ PLAY: true, SPEED: 16, speed: 16 });
  await server.pass(1);
  expect(doors(server)).toMatchObject({ PLAY: false, SPEED: 1, state: 'ended' });
  await play(server, client);
  expect(doors(server)).toEqual(PLAYS);
  expect(server.player.view().speed).toBe(1);
});

test.each([
  ['stop of the HyperDeck', async (_server: Server, client: WireClient) => void (await client.say('stop'))],
  ['stop of the control API', (server: Server) => server.deck.stop()],
  ['pause of the control API', (server: Server) => server.deck.togglePlay()],
  ['shuttle at 0', async (_server: Server, client: WireClient) => void (await client.say('shuttle: speed: 0'))],
])('%s ends the speed of a shuttle', async (_name, stop) => {
  const server = await createHyperDeckServer({ clips: LONG });
  const client = await server.connect();
  for (const speed of [800, -800, 3000]) {
    await client.say('goto: clip id: 2 clip: 500');
    await client.say(`shuttle: speed: ${speed}`);
    await stop(server, client);
    expect(doors(server)).toMatchObject({ PLAY: false, SPEED: 1, speed: 1 });
    await server.deck.togglePlay();
    expect(doors(server)).toEqual(PLAYS);
  }
});

test('the speed that was set before holds again after a shuttle; one that play names stays', async () => {
  const server = await createHyperDeckServer({ clips: LONG });
  const client = await server.connect();
  await server.deck.select(1);
  await server.deck.change((state) => setSpeed(state, 0.5));
  await client.say('shuttle: speed: 400');
  await client.say('goto: clip id: 2');
  expect(doors(server)).toMatchObject({ PLAY: true, SPEED: 4 });
  await server.deck.togglePlay();
  await server.deck.togglePlay();
  expect(doors(server)).toMatchObject({ PLAY: true, SPEED: 0.5 });
  await client.say('play: speed: 200');
  await client.say('stop');
  await server.deck.togglePlay();
  expect(doors(server)).toMatchObject({ PLAY: true, SPEED: 2 });
});

test.each([
  ['play', 'play: speed: -50', -0.5],
  ['shuttle', 'shuttle: speed: -400', -4],
  ['shuttle', 'shuttle: speed: 2000', 20],
])(
  'while the picture runs in steps (%s), every door says that it plays, and how fast: %s',
  async (status, request, speed) => {
    const server = await createHyperDeckServer({ clips: LONG });
    const client = await server.connect();
    await client.say('goto: clip id: 2 clip: 5000');
    const from = server.deck.state().positionSeconds;
    await client.say(request);
    const told = { PLAY: true, SPEED: speed, state: 'playing', speed, mqtt: [true, 'playing', speed] };
    expect(doors(server)).toEqual(told);
    await expect.poll(() => Math.sign(server.deck.state().positionSeconds - from)).toBe(Math.sign(speed));
    expect(doors(server)).toEqual(told);
    expect((await where(client)).split(' ').slice(0, 2)).toEqual([status, String(speed * 100)]);
    // A toggle pauses what plays.
    await server.deck.togglePlay();
    expect(doors(server)).toMatchObject({ PLAY: false, SPEED: 1, state: 'paused' });
    const stood = server.deck.state().positionSeconds;
    expect((await where(client)).split(' ').slice(0, 2)).toEqual(['stopped', '0']);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.deck.state().positionSeconds).toBe(stood);
  },
);

test('a seek of the control API, however small, ends a picture in steps', async () => {
  const server = await createHyperDeckServer({ clips: LONG });
  const client = await server.connect();
  await client.say('goto: clip id: 2 clip: 5000');
  await client.say('play: speed: -100');
  await server.deck.change((state) => ({ ...state, stepSpeed: undefined, transport: 'paused' }));
  expect((await where(client)).split(' ').slice(0, 2)).toEqual(['stopped', '0']);
  expect(doors(server)).toMatchObject({ PLAY: false, SPEED: 1 });
});

test('a player that is lost while the picture runs in steps: it stands from then on', async () => {
  const server = await createHyperDeckServer({ clips: LONG });
  const client = await server.connect();
  await client.say('goto: clip id: 2 clip: 5000');
  await client.say('play: speed: -100');
  server.player.lose('crashed');
  expect(doors(server)).toMatchObject({ PLAY: false });
  expect((await where(client)).split(' ').slice(0, 2)).toEqual(['stopped', '0']);
});

test('a play range set on air that leaves out what plays changes nothing on air; the next play obeys it', async () => {
  const { connect, pass, deck, player } = await createHyperDeckServer();
  const client = await connect();
  await client.say('goto: clip id: 3');
  await client.say('play');
  await pass(0.4);
  const steps = player.steps.length;
  const before = await where(client);
  expect(before).toBe('play 100 3 110');
  expect(await client.say('playrange set: clip id: 1')).toBe('200 ok');
  expect(await where(client)).toBe(before);
  expect(await client.say('play option: stop mode: black')).toBe('200 ok');
  expect(await where(client)).toBe(before);
  expect(player.steps.length).toBe(steps);
  await pass(0.4);
  expect([await where(client), deck.state().selectedId]).toEqual(['play 100 3 120', 'c']);
  await client.say('play');
  expect(await where(client)).toBe('play 100 1 0');
  await pass(3);
  expect(await where(client)).toBe('stopped 0 1 49');
  // Backwards, too.
  await client.say('playrange clear');
  await client.say('goto: clip id: 3 clip: 45');
  await client.say('play: speed: -10');
  await client.say('playrange set: clip id: 1');
  expect((await where(client)).split(' ').slice(0, 3)).toEqual(['play', '-10', '3']);
});
