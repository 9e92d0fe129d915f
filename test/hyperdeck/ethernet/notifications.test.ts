// What a connection is told of, when it asked for it, and what becomes of one that does not read.
import { expect, test } from 'vitest';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from '../server-under-test.ts';
import { type Message, valueIn, valuesOf, type WireClient } from '../wire-client.ts';

const codesAfter = (client: WireClient, since: number): readonly number[] =>
  client.messages.slice(since).map(({ code }) => code);

/** All that was to come has come when a later question is answered. */
const noticesOf = async (client: WireClient, action: () => Promise<unknown>): Promise<readonly Message[]> => {
  const since = client.messages.length;
  await action();
  await client.say('ping');
  return client.messages.slice(since).filter(({ code }) => code >= 500);
};

test('nothing at first; each connection chooses for itself, several keys at once', async () => {
  const { connect } = await createHyperDeckServer();
  const [one, other] = [await connect(), await connect()];
  const flags = valuesOf(await one.ask('notify'));
  expect(Object.keys(flags)).toEqual([
    ...['remote', 'transport', 'slot', 'configuration', 'dropped frames', 'display timecode', 'timeline position'],
    ...['playrange', 'cache', 'dynamic range', 'slate', 'clips', 'disk', 'device info', 'nas'],
  ]);
  expect(new Set(Object.values(flags))).toEqual(new Set(['false']));
  expect(await one.say('notify: transport: true remote: true slot: true')).toBe('200 ok');
  expect(await one.say('notify:\r\nslot: false\r\n')).toBe('200 ok');
  expect(valuesOf(await one.ask('notify'))).toMatchObject({ transport: 'true', remote: 'true', slot: 'false' });
  expect(await noticesOf(other, () => one.say('play'))).toEqual([]);
  expect((await noticesOf(one, () => other.say('stop'))).map(({ code }) => code)).toEqual([508]);
});

test('a key that is not there refuses the whole command', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  expect(await client.say('notify: transport: true weather: true')).toBe('101 unsupported parameter');
  expect(await client.say('notify: transport: true slot: maybe')).toBe('102 invalid value');
  expect(valuesOf(await client.ask('notify'))).toMatchObject({ transport: 'false' });
});

test('508 on every change of transport, behind the answer that caused it, with all of 208', async () => {
  const { connect, pass } = await createHyperDeckServer();
  const client = await connect();
  await client.say('notify: transport: true');
  for (const [request, status, speed, clipId] of [
    ['goto: clip id: 2', 'stopped', '0', '2'],
    ['play', 'play', '100', '2'],
    ['play: speed: 50', 'play', '50', '2'],
    ['jog: timecode: +00:00:00:01', 'jog', '0', '2'],
    ['shuttle: speed: 300', 'shuttle', '300', '2'],
    ['preview: enable: true', 'preview', '0', '2'],
  ] as const) {
    const since = client.messages.length;
    await client.say(request);
    const notice = await client.until(({ code }) => code === 508, since);
    expect([request, codesAfter(client, since)]).toEqual([request, [200, 508]]);
    expect(valuesOf(notice)).toMatchObject({ status, speed, 'clip id': clipId, 'slot id': '1', 'active slot': '1' });
    const { 'active slot': _only508, ...same } = valuesOf(notice);
    expect(same).toEqual(valuesOf(await client.ask('transport info')));
  }
  // It is no ticker, but the next clip is news.
  await client.say('play: clip id: 1');
  const since = client.messages.length;
  await pass(1.9);
  await client.say('ping');
  expect(codesAfter(client, since)).toEqual([200]);
  await pass(0.2);
  expect(valueIn(await client.until(({ code }) => code === 508, since), 'clip id')).toBe('2');
});

test('513 and 514 come once per frame while the picture moves, and not while it stands', async () => {
  const { connect, pass } = await createHyperDeckServer();
  const client = await connect();
  await client.say('goto: clip id: 2');
  await client.say('notify: display timecode: true timeline position: true');
  const notices = await noticesOf(client, async () => {
    await client.say('play');
    await pass(0.2);
  });
  expect(notices.map(({ code, lines }) => [code, lines])).toEqual(
    [51, 52, 53, 54, 55].flatMap((frame) => [
      [513, [`display timecode: 00:00:02:0${frame - 50}`]],
      [514, [`timeline: ${frame}`, `timeline position: ${frame}`]],
    ]),
  );
  await client.say('stop');
  expect(await noticesOf(client, () => new Promise((resolve) => setTimeout(resolve, 50)))).toEqual([]);
});

test('502 after every change of the clip list; 519 and 520 with the lists where they are asked for', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const [client, other] = [await connect(), await connect()];
  await client.say('notify: slot: true clips: true disk: true');
  const edits: readonly (readonly [() => Promise<unknown>, readonly number[]])[] = [
    [() => deck.clips.update(1, { name: 'a', inSeconds: 0, outSeconds: 1, loop: false }), [502, 519, 520]],
    [() => deck.clips.delete(2), [502, 519, 520]],
    [() => other.say('clips remove: clip id: 1'), [502, 519]],
    [() => other.say('clips rebuild'), [502, 519]],
  ];
  for (const [edit, codes] of edits) {
    expect((await noticesOf(client, edit)).map(({ code }) => code)).toEqual(codes);
  }
  const [, clips] = await noticesOf(client, () => other.say('clips remove: clip id: 1'));
  expect(clips?.lines).toEqual(['clip count: 1', '1: 00:00:00:00 00:00:02:00 00:00:04:00 00:00:06:00 c.mp4']);
});

test('510, 511 and 515 on changes of remote, configuration and play range', async () => {
  const { connect } = await createHyperDeckServer();
  const [client, other] = [await connect(), await connect()];
  await client.say('notify: remote: true configuration: true playrange: true');
  const seen: unknown[] = [];
  for (const request of [
    'playrange set: clip id: 2',
    'playrange clear',
    'configuration: video input: HDMI',
    'remote: enable: false',
    'remote: enable: true',
  ]) {
    const notices = await noticesOf(client, () => other.say(request));
    seen.push(notices.map(({ code, lines = [] }) => [code, lines.slice(0, 2)]));
  }
  expect(seen).toEqual([
    [[515, ['timeline in: 50', 'timeline out: 100']]],
    [[515, ['timeline in: none', 'timeline out: none']]],
    [[511, ['audio input: embedded', 'video input: HDMI']]],
    [[510, ['enabled: false', 'override: false']]],
    [[510, ['enabled: true', 'override: false']]],
  ]);
});

test('nothing when a setting is set to what it is, or a list made up as it was', async () => {
  const { connect } = await createHyperDeckServer();
  const [client, other] = [await connect(), await connect()];
  await client.say('notify: remote: true configuration: true playrange: true slot: true clips: true disk: true');
  const requests = [
    'configuration: audio codec: AAC',
    'remote: enable: false',
    'remote: enable: true',
    'playrange set: clip id: 2',
    'clips clear',
    'clips rebuild',
  ];
  for (const request of requests) {
    await other.say(request);
    expect([request, await noticesOf(client, () => other.say(request))]).toEqual([request, []]);
  }
});

test('510 also to the connection that may control although remote is disabled', async () => {
  const { connect } = await createHyperDeckServer();
  const [client, other] = [await connect(), await connect()];
  for (const each of [client, other]) await each.say('notify: remote: true');
  const since = other.messages.length;
  const notices = await noticesOf(client, () => client.say('remote: override: true'));
  expect(notices.map(({ code, lines }) => [code, lines])).toEqual([[510, ['enabled: true', 'override: true']]]);
  expect(await noticesOf(client, () => client.say('remote: override: true'))).toEqual([]);
  expect(other.messages.length).toBe(since);
});

test('identify shows a mark until it is taken away, or until its connection has gone', async () => {
  const { connect, player } = await createHyperDeckServer();
  const client = await connect();
  await client.say('identify: enable: true');
  await expect.poll(() => player.view().overlay).toEqual(['HERE', 'cuedeck', '192.0.2.7', '2001:db8::7']);
  // A released client says it so.
  await client.say('identify');
  await expect.poll(() => player.view().overlay[0]).not.toBe('HERE');
  await client.say('identify: enable: true');
  await expect.poll(() => player.view().overlay[0]).toBe('HERE');
  await client.close();
  await expect.poll(() => player.view().overlay[0]).not.toBe('HERE');
});

test('the watchdog ends a silent connection, any command keeps it, 0 turns it off', async () => {
  const { connect } = await createHyperDeckServer();
  const [silent, talking, off] = [await connect(), await connect(), await connect()];
  const begin = performance.now();
  for (const client of [silent, talking, off]) expect(await client.say('watchdog: period: 1')).toBe('200 ok');
  await off.say('watchdog: period: 0');
  const beat = setInterval(() => talking.send('transport info\r\n'), 100);
  await silent.closed;
  expect(performance.now() - begin).toBeGreaterThan(950);
  clearInterval(beat);
  expect(await off.say('ping')).toBe('200 ok');
  expect(await talking.say('ping')).toBe('200 ok');
});

test('a client that reads nothing is dropped at the cap, and the others notice nothing', async () => {
  const clips = Array.from({ length: 2000 }, (_, index) => videoClip(`clip ${index}`));
  const { connect, deck } = await createHyperDeckServer({ clips });
  const [slow, other] = [await connect(), await connect()];
  await slow.say('notify: clips: true');
  slow.socket.pause();
  let longest = 0;
  let isDropped = false;
  void slow.closed.then(() => {
    isDropped = true;
  });
  for (let edit = 0; edit < 60 && !isDropped; edit += 1) {
    await deck.clips.update(1, { name: `name ${edit}`, inSeconds: 0, outSeconds: 1 + edit / 25, loop: false });
    const begin = performance.now();
    await other.say('transport info');
    longest = Math.max(longest, performance.now() - begin);
  }
  // The kernel keeps what it has taken; reading it on, the client finds the end.
  slow.socket.resume();
  await slow.closed;
  // The slow one is given up after 30 s.
  expect(longest).toBeLessThan(5000);
  expect(await other.say('ping')).toBe('200 ok');
});

test('512 with each new count of dropped frames, and none when the play that lost them is over', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const client = await connect();
  await client.say('notify: dropped frames: true');
  const lose = (framesDropped: number) => async () =>
    deck.setLosses({
      ...{ framesDropped, framesDroppedByDecoder: 0, framesDroppedByOutput: framesDropped },
      ...{ framesLate: 0, bottleneck: 'output' },
    });
  const [notice, ...others] = await noticesOf(client, lose(7));
  expect([notice?.code, valuesOf(notice ?? expect.fail()), others]).toEqual([512, { 'dropped frames': '7' }, []]);
  expect(await noticesOf(client, lose(7))).toEqual([]);
  expect(await noticesOf(client, async () => deck.setLosses(undefined))).toEqual([]);
  expect((await noticesOf(client, lose(7))).map(({ code }) => code)).toEqual([512]);
});
