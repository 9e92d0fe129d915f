// Commands over MQTT 5 do what they say and are answered where they were asked; refusals are those of HTTP.
import { describe, expect, test } from 'vitest';
import { SPLASH_ID } from '../../../src/deck/clips/clip.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { openBrokerFixture } from '../broker-fixture.ts';
import { connectOperator } from '../operator.ts';

const { broker, operator, start } = await openBrokerFixture();
const ask = async (command: string, payload: string | Record<string, unknown> = '', scope = 'player/one') =>
  (await operator.ask(`cuedeck/${scope}/do/${command}`, payload))[0] ?? {};

describe('to one player', () => {
  test('select takes a name, an id or a number, plain or as JSON, and answers the status with the clip cued', async () => {
    const { shown } = await start({ clips: [videoClip('a'), videoClip('b', { name: 'Zwei Ä' }), videoClip('c')] });
    for (const [payload, number] of [
      ['b', 2],
      ['Zwei Ä', 2],
      ['c.mp4', 3],
      [{ clip: 'a' }, 1],
      [{ number: 3 }, 3],
      [{ clip: SPLASH_ID }, 0],
    ] as const) {
      expect(await ask('select', payload)).toMatchObject({ player: 'one', command: 'select', number, playing: false });
      expect(shown()[0]).toBe(number);
    }
  });

  test('of two clips with one name, the second is called `name (2)`', async () => {
    const { shown } = await start({ clips: ['a', 'b', 'c'].map((id) => videoClip(id, { name: 'Same' })) });
    await ask('select', 'Same (3)');
    expect(shown()[0]).toBe(3);
    expect(operator.json('cuedeck/player/one/clips')).toMatchObject([
      { clip: 'splashscreen' },
      { clip: 'Same' },
      { clip: 'Same (2)' },
      { clip: 'Same (3)' },
    ]);
  });

  test('fire, pause, play, goto and stop move the transport; play and pause never toggle', async () => {
    const { shown } = await start();
    const moves = [
      ['fire', 'b', [2, true, 0]],
      ['play', '', [2, true, 0]],
      ['pause', '', [2, false, 0]],
      ['pause', '{}', [2, false, 0]],
      ['goto', '3.2', [2, false, 3.2]],
      ['play', 'PRESS', [2, true, 3.2]],
      ['goto', { secs: 4 }, [2, true, 4]],
      ['stop', '', [2, false, 0]],
      ['fire', '', [2, true, 0]],
    ] as const;
    for (const [command, payload, expected] of moves) {
      expect(await ask(command, payload)).not.toHaveProperty('error');
      expect([command, shown()]).toEqual([command, expected]);
    }
  });

  test('a number that is too large is told as that', async () => {
    await start();
    expect(await ask('goto', '{"secs":1e999}')).toMatchObject({ error: expect.stringMatching(/^secs=too large is/) });
  });

  test('volume is the master’s and durable; showinfo sets or toggles', async () => {
    const { deck, store, settle } = await start();
    expect(await ask('volume', '35')).toMatchObject({ volumePercent: 35 });
    await settle();
    expect(store.document().settings.sound).toEqual({ volumePercent: 35, muted: false });
    expect(await ask('mute', 'on')).toMatchObject({ muted: true });
    await ask('showinfo', 'off');
    expect(deck.state().document.settings.showSplash).toBe(false);
    expect(await ask('showinfo', { shown: true })).toMatchObject({ showSplash: true });
    expect(await ask('showinfo')).toMatchObject({ showSplash: false });
  });

  test.each([
    ['select', 'nothing', 404, 'clip-not-found'],
    ['select', '', 400, 'missing-parameter'],
    ['select', { number: 9 }, 404, 'clip-not-found'],
    ['select', { number: -1 }, 400, 'invalid-value'],
    ['select', { clip: 'a', number: 1 }, 400, 'invalid-value'],
    ['select', '{"clip":', 400, 'malformed-request'],
    ['select', 'gone.mp4', 409, 'file-missing'],
    ['goto', '', 400, 'missing-parameter'],
    ['goto', '-1', 400, 'invalid-value'],
    ['goto', '99', 400, 'invalid-value'],
    ['goto', { secs: {} }, 400, 'invalid-value'],
    ['volume', '101', 400, 'invalid-value'],
    ['fire', { clip: 'a', at: 'tomorrow' }, 400, 'invalid-value'],
    ['reboot', '', 404, 'command-not-found'],
  ] as const)('%s %j is refused with %i %s and changes nothing', async (command, payload, status, code) => {
    const { deck, store } = await start({ clips: [videoClip('a'), videoClip('gone')] });
    store.missing.add('gone.mp4');
    await ask('select', 'a');
    const before = deck.state();
    const answer = await ask(command, payload);
    expect(answer).toMatchObject({ player: 'one', command, status, code, error: expect.stringMatching(/^.{10,}\.$/) });
    expect({ ...deck.state(), clipFaults: before.clipFaults }).toEqual(before);
  });

  test('a refusal nobody asked an answer for stands on the refusal topic', async () => {
    await start();
    await operator.say('cuedeck/player/one/do/select', 'nothing');
    expect(await operator.when('cuedeck/player/one/refusal', () => true)).toEqual({
      player: 'one',
      command: 'select',
      error: 'There is no clip "nothing"; allowed: an id or a name of the list.',
      code: 'clip-not-found',
      status: 404,
    });
  });

  test.each([
    'cuedeck/all/do/stop',
    'cuedeck/answers/me/do/stop',
    'cuedeck/player/one/online',
    'cuedeck/player/two/online',
    'cuedeck/player/two/do/stop',
    'cuedeck/sync',
    'cuedeck/answers',
    'cuedeck/answers/+',
    'cuedeck2/answers/me',
    'homeassistant/device/cuedeck_two/config',
    'studio/answers/me',
    'zigbee2mqtt/bridge/request/restart',
    '$SYS/broker',
  ])('a command whose answer should go to %s is refused, and nothing is said there', async (responseTopic) => {
    const answerPrefixes = ['cuedeck', 'homeassistant', 'studio/control'];
    const { shown } = await start({ discoveryPrefix: 'homeassistant', answerPrefixes });
    await ask('fire', 'a');
    const before = operator.heard.length;
    await operator.say('cuedeck/player/one/do/stop', '', { properties: { responseTopic } });
    await operator.say('cuedeck/player/one/do/none', '', { properties: { responseTopic } });
    const refused = () => operator.heard.slice(before).filter(({ topic }) => topic === 'cuedeck/player/one/refusal');
    await operator.until(() => (refused().length === 2 ? true : undefined));
    expect(JSON.parse(refused()[0]?.text ?? '')).toEqual({
      player: 'one',
      command: 'stop',
      error: `The response topic "${responseTopic}" is refused; allowed: cuedeck/answers/…, cuedeck/…, homeassistant/…, studio/control/….`,
      code: 'malformed-request',
      status: 400,
    });
    await ask('status');
    expect(shown()).toEqual([1, true, 0]);
    const others = operator.heard
      .slice(before)
      .filter(({ topic, text }) => text.includes('"command"') && topic !== 'cuedeck/player/one/refusal');
    expect(others).toEqual([]);
  });

  test('an answer may go below the topics that the settings name', async () => {
    await start({ answerPrefixes: ['studio/control'] });
    await operator.client.subscribeAsync('studio/#', { qos: 1 });
    const responseTopic = 'studio/control/room/4';
    await operator.say('cuedeck/player/one/do/status', '', { properties: { responseTopic } });
    expect(await operator.when(responseTopic, () => true)).toMatchObject({ player: 'one', command: 'status' });
  });
});

test('a command to a group or to all reaches exactly its players, each answers with its own word', async () => {
  const one = await start({ id: 'one', groups: ['stage', 'left'] });
  const two = await start({ id: 'two', groups: ['stage'] });
  const three = await start({ id: 'three' });
  const numbers = () => [one, two, three].map(({ shown }) => shown()[0]);
  const players = (answers: readonly Readonly<Record<string, unknown>>[]) => answers.map(({ player }) => player).sort();
  expect(players(await operator.ask('cuedeck/group/left/do/select', 'a', 1))).toEqual(['one']);
  expect(players(await operator.ask('cuedeck/group/stage/do/select', 'b', 2))).toEqual(['one', 'two']);
  expect(numbers()).toEqual([2, 2, 0]);
  expect(players(await operator.ask('cuedeck/all/do/select', 'c', 3))).toEqual(['one', 'three', 'two']);
  expect(numbers()).toEqual([3, 3, 3]);
});

test('status, clip list, position and online are retained and follow every change', async () => {
  const { deck, store, player, set } = await start({ clips: [videoClip('a')] });
  await deck.select(1);
  await operator.when('cuedeck/player/one/status', ({ clipId }) => clipId === 'a');
  await store.update((document) => ({ ...document, clips: document.clips.slice(0, 1) }));
  deck.followStore();
  await operator.when('cuedeck/player/one/clips', (clips) => Array.isArray(clips) && clips.length === 1);
  set({ hostName: 'renamed' });
  await operator.when('cuedeck/player/one/status', ({ name }) => name === 'renamed');
  player.lose('crashed');
  await operator.when('cuedeck/player/one/status', ({ playerRunning }) => playerRunning === false);
  const late = await connectOperator(broker.url);
  const kept = await late.until(() => (late.heard.length >= 4 ? late.heard : undefined));
  expect(
    kept
      .filter(({ topic }) => topic.startsWith('cuedeck/player/one/'))
      .map(({ topic, retained }) => [topic, retained])
      .sort(),
  ).toEqual([
    ['cuedeck/player/one/clips', true],
    ['cuedeck/player/one/online', true],
    ['cuedeck/player/one/position', true],
    ['cuedeck/player/one/status', true],
  ]);
  await late.end();
});

test('where a clip was paused is told, and to those who come later as well', async () => {
  const { deck, player } = await start();
  await deck.cue(([, clip]) => clip ?? videoClip('none'), { playing: true });
  await operator.when('cuedeck/player/one/status', ({ playing }) => playing === true);
  player.advance(3);
  await deck.pause();
  const isThere = ({ positionSeconds }: Readonly<Record<string, unknown>>): boolean => positionSeconds === 3;
  await operator.when('cuedeck/player/one/position', isThere);
  const late = await connectOperator(broker.url);
  await late.when('cuedeck/player/one/position', isThere);
  await late.end();
});
