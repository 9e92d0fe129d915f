// Commands to the fleet from one player: real connections to a real Mosquitto, real decks.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import type { OutgoingMessage } from '../../../src/mqtt/broker/outbox.ts';
import { createFleetCommands, type FleetCommand } from '../../../src/mqtt/fleet/commands.ts';
import { FleetWatcher } from '../../../src/mqtt/fleet/watcher.ts';
import { createManualClock } from '../../fakes/manual-clock.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { startBroker } from '../broker.ts';
import { openBrokerFixture } from '../broker-fixture.ts';
import { GOOD_CLOCK } from '../service-under-test.ts';

const { broker, operator, start } = await openBrokerFixture();

const NO_WALL = { nowSeconds: () => Date.now() / 1000, reading: () => undefined };
const PLAYER = {
  ...{ id: 'left', isOnline: true, name: 'left', groups: [], version: '', urls: [], clipId: '', clip: '', state: '' },
  ...{ positionSeconds: 0, remainingSeconds: 0, clips: 0, tooSlow: [], faults: [] },
};

const watch = (url = broker.url, clock = createSystemClock()) => {
  const watcher = new FleetWatcher({
    address: { url: new URL(url), user: '', password: '', ca: undefined },
    root: 'cuedeck',
    id: 'one',
    clock,
    wall: NO_WALL,
    log: createRecordingLog(),
  });
  onTestFinished(() => watcher.stop());
  return watcher;
};
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const to = (command: string, more: Partial<FleetCommand> = {}): FleetCommand => ({ command, parameters: {}, ...more });

test('a command reaches all players, a group or one, and the outcome of each is reported', async () => {
  const left = await start({ id: 'left', groups: ['stage'] });
  const right = await start({ id: 'right', groups: ['stage', 'front'] });
  const watcher = watch();
  // The first command finds no connection yet.
  expect(await watcher.request(to('select', { parameters: { clip: 'b' } }))).toMatchObject([
    { id: 'left', outcome: 'done' },
    { id: 'right', outcome: 'done' },
  ]);
  expect([left.shown()[0], right.shown()[0]]).toEqual([2, 2]);
  expect(await watcher.request(to('play', { group: 'front' }))).toMatchObject([{ id: 'right', outcome: 'done' }]);
  // Who presses Stop now is asked, as the page knows that it plays.
  expect(watcher.view().players.find(({ id }) => id === 'right')?.state).toBe('playing');
  expect([left.shown()[1], right.shown()[1]]).toEqual([false, true]);
  expect(await watcher.request(to('fade', { player: 'left', parameters: { to: 'black', seconds: 0 } }))).toMatchObject([
    { id: 'left', outcome: 'done' },
  ]);
  expect([left.deck.state().fade.to, right.deck.state().fade.to]).toEqual(['black', 'picture']);
});

test('what a player refuses is told with its reason; one that is offline is unknown', async () => {
  const gone = await start({ id: 'gone' });
  await gone.service.stop();
  await start({ id: 'here' });
  const watcher = watch();
  const outcomes = await watcher.request(to('go'));
  expect(outcomes?.filter(({ id }) => id === 'gone' || id === 'here')).toMatchObject([
    { id: 'gone', outcome: 'unknown', reason: 'It is offline.' },
    { id: 'here', outcome: 'refused', reason: expect.stringMatching(/^Nothing stands by/) },
  ]);
  await operator.say('cuedeck/player/gone/online', '', { retain: true });
});

test('a player that does not answer within 10 s is unknown', async () => {
  const clock = createManualClock();
  const commands = createFleetCommands({ root: 'cuedeck', clock, wall: NO_WALL, send: () => undefined });
  const outcomes = commands.send(to('stop'), [{ ...PLAYER, id: 'mute', name: 'Mute' }]);
  clock.advance(10);
  expect(await outcomes).toEqual([
    { id: 'mute', name: 'Mute', outcome: 'unknown', reason: 'It did not answer within 10 s.' },
  ]);
});

test('a command carries when it was sent only where the clock of this machine is right', async () => {
  const sent: OutgoingMessage[] = [];
  for (const reading of [undefined, GOOD_CLOCK]) {
    const wall = { nowSeconds: () => 1_000_000, reading: () => reading };
    const send = (message: OutgoingMessage) => sent.push(message);
    void createFleetCommands({ root: 'cuedeck', clock: createManualClock(), wall, send }).send(to('go'), [PLAYER]);
  }
  expect(sent.map(({ qos, retained, properties }) => [qos, retained, properties?.userProperties])).toEqual([
    [0, false, undefined],
    [0, false, { sent: '1000000.000' }],
  ]);
});

test('answers of players that are not meant, and without the command, change nothing', async () => {
  await start({ id: 'here' });
  await operator.say('cuedeck/player/mute/online', 'online', { retain: true });
  await operator.client.subscribeAsync('cuedeck/player/mute/do/stop');
  const outcomes = watch().request(to('stop', { player: 'mute' }));
  const answer = new Promise<void>((resolve) => {
    operator.client.on('message', (topic, _payload, { properties }) => {
      const { responseTopic = '', correlationData } = properties ?? {};
      if (topic !== 'cuedeck/player/mute/do/stop') return;
      const say = (body: object, correlation = correlationData) =>
        operator.say(responseTopic, JSON.stringify(body), {
          ...(correlation !== undefined && { properties: { correlationData: correlation } }),
        });
      void say({ player: 'here', error: 'Not meant.' })
        .then(() => say({ player: 'mute', error: 'Another command.' }, Buffer.from('guess')))
        .then(() => say({ player: 'mute' }))
        .then(() => resolve());
    });
  });
  await answer;
  expect(await outcomes).toEqual([{ id: 'mute', name: 'mute', outcome: 'done' }]);
  await operator.say('cuedeck/player/mute/online', '', { retain: true });
});

test('the positions of players that play hold up no command', async () => {
  await operator.say('cuedeck/player/runs/online', 'online', { retain: true });
  const clock = createManualClock();
  const watcher = watch(broker.url, clock);
  const outcomes = watcher.request(to('stop', { player: 'runs' }));
  await until(() => watcher.view().isConnected);
  const at = (tick: number) => watcher.view().players.some((one) => one.id === 'runs' && one.positionSeconds === tick);
  // A second in which no silence is as long as the one that tells that all players were heard of.
  for (let tick = 1; tick <= 20; tick += 1) {
    await operator.say('cuedeck/player/runs/position', { positionSeconds: tick });
    await until(() => at(tick));
    clock.advance(0.05);
  }
  await operator.until(() => operator.heard.find(({ topic }) => topic === 'cuedeck/player/runs/do/stop'));
  clock.advance(10);
  expect(await outcomes).toMatchObject([{ id: 'runs', outcome: 'unknown' }]);
  await operator.say('cuedeck/player/runs/online', '', { retain: true });
});

test('a group that does not exist, or that leads to another topic, means nobody', async () => {
  await operator.say('cuedeck/player/ghost/online', 'online', { retain: true });
  const groups = ['x/../../../all', '#', '+'];
  await operator.say('cuedeck/player/ghost/status', { groups }, { retain: true });
  const watcher = watch();
  for (const group of ['none', ...groups]) expect(await watcher.request(to('stop', { group }))).toEqual([]);
  for (const report of ['online', 'status']) await operator.say(`cuedeck/player/ghost/${report}`, '', { retain: true });
});

test('a broker that lets nobody hear the answers still shows the players', async () => {
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      for (let at = 0; at < data.length; at += 2 + (data[at + 1] ?? 0)) {
        const packet = data.subarray(at, at + 2 + (data[at + 1] ?? 0));
        const isForAnswers = packet.includes('cuedeck/answers/');
        // CONNECT is accepted; SUBSCRIBE gets one reason code for each filter: QoS 1, or "not authorized".
        if (packet[0] === 0x10) socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        if (packet[0] !== 0x82) continue;
        const codes = isForAnswers ? [0x87] : [1, 1, 1, 1];
        socket.write(Buffer.from([0x90, 3 + codes.length, packet[2] ?? 0, packet[3] ?? 0, 0, ...codes]));
        if (isForAnswers) refused += 1;
      }
    });
    socket.on('error', () => undefined);
  });
  let refused = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const watcher = watch(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    await watcher.stop();
    server.close();
  });
  watcher.view();
  await until(() => refused > 0);
  expect(await watcher.request(to('stop'))).toEqual([]);
  expect([watcher.view().isConnected, refused]).toEqual([true, 1]);
});

test('a command without a broker is not sent later either', async () => {
  const other = await startBroker();
  onTestFinished(() => other.dispose());
  const watcher = watch(other.url);
  watcher.view();
  await until(() => watcher.view().isConnected);
  await other.kill();
  await until(() => !watcher.view().isConnected);
  expect(await watcher.request(to('stop'))).toBeUndefined();
  await other.start();
  await until(() => watcher.view().isConnected);
  expect(await watcher.request(to('stop'))).toEqual([]);
});
