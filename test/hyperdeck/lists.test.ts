// The lists: clips on the timeline, clips on the disk, slots; and the timeline that is put together apart from the library.
import { describe, expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

const rate = (numerator: number, denominator = 1) => ({
  media: {
    container: 'mov,mp4',
    videoCodec: 'h264',
    width: 1920,
    height: 1080,
    interlaced: false,
    frameRate: { numerator, denominator },
  },
});

const linesOf = async (client: WireClient, request: string): Promise<readonly string[] | string> => {
  const { code, title, lines } = await client.ask(request);
  return lines ?? `${code} ${title}`;
};

describe('clips get', () => {
  test('counts the timeline without the splash screen, and lists it in each version', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 3']);
    expect(await linesOf(client, 'clips get')).toEqual([
      'clip count: 3',
      '1: a.mp4 00:00:00:00 00:00:02:00',
      '2: b.mp4 00:00:02:00 00:00:02:00',
      '3: c.mp4 00:00:04:00 00:00:02:00',
    ]);
    expect(await linesOf(client, 'clips get: clip id: 2')).toEqual([
      'clip count: 3',
      '2: b.mp4 00:00:02:00 00:00:02:00',
    ]);
    expect(await linesOf(client, 'clips get: clip id: 2 count: 9 version: 2')).toEqual([
      'clip count: 3',
      '2: 00:00:02:00 00:00:02:00 00:00:00:00 00:00:02:00 b.mp4',
      '3: 00:00:04:00 00:00:02:00 00:00:04:00 00:00:06:00 c.mp4',
    ]);
    expect(await linesOf(client, 'clips get: count: 1 version: 3')).toEqual([
      'clip count: 3',
      '1: 00:00:00:00 00:00:02:00 00:00:01:00 00:00:03:00 a.mp4',
    ]);
  });

  test('startT follows `timecode output`, as the display timecode does', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('configuration: timecode output: clip');
    expect(await linesOf(client, 'clips get: clip id: 3')).toEqual([
      'clip count: 3',
      '3: c.mp4 00:00:04:00 00:00:02:00',
    ]);
    await client.say('goto: clip id: 1 clip: 5');
    const { 'display timecode': shown, timecode } = valuesOf(await client.ask('transport info'));
    expect([shown, timecode]).toEqual(['00:00:01:05', '00:00:00:05']);
  });

  test('drop-frame where the rate has it, unless the configuration says no', async () => {
    const { connect } = await createHyperDeckServer({
      clips: [
        videoClip('long', { ...rate(30000, 1001), durationSeconds: 70, outSeconds: 70 }),
        videoClip('next', { ...rate(30000, 1001), outSeconds: 2 }),
      ],
    });
    const client = await connect();
    expect(await linesOf(client, 'clips get')).toEqual([
      'clip count: 2',
      '1: long.mp4 00:00:00;00 00:01:10;00',
      '2: next.mp4 00:01:10;00 00:00:02;00',
    ]);
    await client.say('configuration: timecode preference: nondropframe');
    expect(await linesOf(client, 'clips get')).toEqual([
      'clip count: 2',
      '1: long.mp4 00:00:00:00 00:01:09:28',
      '2: next.mp4 00:01:09:28 00:00:02:00',
    ]);
  });

  test('the timecode that a list gives a clip leads to it from any other, whatever their rates', async () => {
    const { connect } = await createHyperDeckServer({
      // Looping clips are files of their own to the player; the fake one has frames of 40 ms all along a reel.
      clips: [
        videoClip('a', { ...rate(25), outSeconds: 3.2, loop: true }),
        videoClip('b', { ...rate(60000, 1001), outSeconds: 2, loop: true }),
        videoClip('c', { ...rate(50), inSeconds: 1, outSeconds: 4.3, loop: true }),
        videoClip('d', { ...rate(30000, 1001), outSeconds: 5, loop: true }),
        videoClip('e', { ...rate(24), outSeconds: 1, loop: true }),
      ],
    });
    const client = await connect();
    const lines = (await client.ask('clips get')).lines?.slice(1) ?? [];
    const seen: string[] = [];
    for (const from of [1, 2, 3, 4, 5]) {
      for (const [index, line] of lines.entries()) {
        const startT = line.split(' ').at(-2) ?? '';
        await client.say(`goto: clip id: ${from}`);
        await client.say(`goto: timecode: ${startT}`);
        const info = valuesOf(await client.ask('transport info'));
        if (info['clip id'] !== String(index + 1) || info['display timecode'] !== startT)
          seen.push(`${from} to ${line}`);
      }
    }
    expect(seen).toEqual([]);
    // And so does the timecode of any frame.
    await client.say('goto: clip id: 3 clip: 40');
    const { timecode, timeline } = valuesOf(await client.ask('transport info'));
    await client.say('goto: clip id: 1');
    await client.say(`goto: timecode: ${timecode}`);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({ timecode, timeline, 'clip id': '3' });
  });

  test('names keep their spaces, colons and accents; a line end in one becomes an underscore', async () => {
    const { connect } = await createHyperDeckServer({
      clips: [videoClip('x', { file: 'Szene 1: Überfahrt (neu).mp4' }), videoClip('y', { file: 'bad\r\nname.mp4' })],
    });
    const client = await connect();
    expect(await linesOf(client, 'clips get')).toEqual([
      'clip count: 2',
      '1: Szene 1: Überfahrt (neu).mp4 00:00:00:00 00:00:10:00',
      '2: bad__name.mp4 00:00:10:00 00:00:10:00',
    ]);
  });
});

describe('the timeline is kept apart from the library', () => {
  test('add, insert, add a part, remove, clear and rebuild, while the clips stay', async () => {
    const { connect, deck } = await createHyperDeckServer();
    const client = await connect();
    const before = deck.state().document;
    const names = async (): Promise<readonly string[] | string> => {
      const lines = await linesOf(client, 'clips get: version: 2');
      return typeof lines === 'string' ? lines : lines.slice(1).map((line) => line.replace(/^\d+: \S+ /, ''));
    };
    expect(await client.say('clips clear')).toBe('200 ok');
    expect(await names()).toBe('107 timeline empty');
    expect(await client.say('clips add: name: c.mp4')).toBe('200 ok');
    expect(await client.say('clips add: clip id: 1 name: /a.mp4')).toBe('200 ok');
    expect(await client.say('clips add: in: 00:00:01:00 out: 00:00:01:10 name: b.mp4')).toBe('200 ok');
    expect(await client.say('clips add:\r\nframe in: 5\r\nframe out: 8\r\nname: b.mp4\r\n')).toBe('200 ok');
    expect(await names()).toEqual([
      '00:00:02:00 00:00:01:00 00:00:03:00 a.mp4',
      '00:00:02:00 00:00:04:00 00:00:06:00 c.mp4',
      '00:00:00:10 00:00:01:00 00:00:01:10 b.mp4',
      '00:00:00:03 00:00:00:05 00:00:00:08 b.mp4',
    ]);
    expect(await client.say('clips remove: clip id: 2')).toBe('200 ok');
    expect(await client.say('goto: clip id: 3 clip: end')).toBe('200 ok');
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({ 'clip id': '3', timeline: '62' });
    expect(deck.state().positionSeconds).toBeCloseTo(7 / 25, 3);
    expect(await linesOf(client, 'disk list')).toHaveLength(4);
    expect(await client.say('clips rebuild')).toBe('200 ok');
    expect(await names()).toHaveLength(3);
    expect(deck.state().document).toEqual(before);
  });

  test('a clip whose file is gone is left out, also of the count', async () => {
    const { connect, store, deck } = await createHyperDeckServer();
    const client = await connect();
    store.missing.add('b.mp4');
    await deck.clips.update(3, { name: 'c', inSeconds: 4, outSeconds: 5, loop: false });
    expect(await linesOf(client, 'clips get')).toEqual([
      'clip count: 2',
      '1: a.mp4 00:00:00:00 00:00:02:00',
      '2: c.mp4 00:00:02:00 00:00:01:00',
    ]);
  });

  test('clips rebuild looks which files are there', async () => {
    const { connect, store } = await createHyperDeckServer();
    const client = await connect();
    store.missing.add('b.mp4');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 3']);
    await client.say('clips rebuild');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 2']);
    store.missing.clear();
    await client.say('clips rebuild');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 3']);
  });

  test.each(['slot select: slot id: 1', 'goto: slot id: 1'])('%s brings all clips back', async (request) => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    await client.say('slot select: video format: 1080p24');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 0']);
    expect(await client.say(request)).toBe('200 ok');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 3']);
    await client.say('clips clear');
    expect(await client.say(request)).toBe('200 ok');
    expect(await linesOf(client, 'clips count')).toEqual(['clip count: 3']);
  });

  test('slot select by video format leaves the clips of that format', async () => {
    const { connect } = await createHyperDeckServer({
      clips: [videoClip('a', rate(25)), videoClip('b', rate(50)), videoClip('c', rate(25))],
    });
    const client = await connect();
    expect(await client.say('slot select: slot id: 1 video format: 1080p50')).toBe('200 ok');
    expect(await linesOf(client, 'clips get')).toEqual(['clip count: 1', '1: b.mp4 00:00:00:00 00:00:10:00']);
  });
});

describe('slots and disk', () => {
  test('slot 1 has the clips, slot 2 is empty and still answers', async () => {
    const { connect } = await createHyperDeckServer();
    const client = await connect();
    const full = await client.ask('slot info');
    expect(full.lines).toEqual((await client.ask('slot info: slot id: 1')).lines);
    expect(valuesOf(full)).toEqual({
      'slot id': '1',
      'slot name': 'CueDeck',
      status: 'mounted',
      'volume name': 'CueDeck',
      'recording time': '0',
      'video format': '1080p25',
      blocked: 'false',
      'remaining size': '1000000000',
      'total size': '4000000000',
    });
    expect(valuesOf(await client.ask('slot info: slot id: 2'))).toMatchObject({
      'slot id': '2',
      status: 'empty',
      'recording time': '0',
      'video format': 'none',
    });
  });

  test('disk list has name, codec, format and length, in either response version of the connection', async () => {
    const { connect } = await createHyperDeckServer({
      clips: [videoClip('a b', rate(30000, 1001)), videoClip('c', rate(50))],
    });
    const client = await connect();
    expect(await linesOf(client, 'disk list: slot id: 1')).toEqual([
      'slot id: 1',
      '1: a b.mp4 H264 1080p2997 00:00:10:00',
      '2: c.mp4 H264 1080p50 00:00:10:00',
    ]);
    expect(await client.say('connection protocol: response version: 2')).toBe('200 ok');
    expect(await linesOf(client, 'disk list')).toEqual([
      'slot id: 1',
      '1: H264 1080p2997 00:00:10:00 a b.mp4',
      '2: H264 1080p50 00:00:10:00 c.mp4',
    ]);
    expect(await linesOf(client, 'clips get: clip id: 2')).toEqual([
      'clip count: 2',
      '2: 00:00:10:01 00:00:10:00 00:00:00:00 00:00:10:00 c.mp4',
    ]);
    // The other connections keep theirs.
    expect(await linesOf(await connect(), 'clips get: clip id: 2')).toEqual([
      'clip count: 2',
      '2: c.mp4 00:00:10:01 00:00:10:00',
    ]);
  });
});

test('device info, uptime, help and commands', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  expect(await linesOf(client, 'device info')).toEqual([
    'protocol version: 1.11',
    'model: HyperDeck Studio Mini',
    'unique id: 0123456789abcdef',
    'slot count: 2',
    'software version: 0.1.0',
    'name: cuedeck',
  ]);
  expect(valuesOf(await client.ask('uptime'))).toEqual({ uptime: '0' });
  const [help, question, commands] = [await client.ask('help'), await client.ask('?'), await client.ask('commands')];
  expect([help.code, help.lines]).toEqual([201, question.lines]);
  expect(help.lines).toContain('shuttle [speed] - Runs through the timeline at a speed, also backwards.');
  expect(commands.code).toBe(212);
  expect(commands.lines).toContain('     <command name="shuttle"><parameter name="speed"/></command>');
  expect(commands.lines?.join('')).not.toContain('record spill');
});
