// From bytes to commands with their values: the pure part, without a deck.
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/hyperdeck/ethernet/commands.ts';
import { createParser } from '../../../src/hyperdeck/ethernet/parser.ts';
import { createRequestReader, type Incoming } from '../../../src/hyperdeck/ethernet/request-reader.ts';
import { CommandError } from '../../../src/hyperdeck/response-codes.ts';

const parse = createParser(COMMANDS);

const read = (chunks: readonly (string | Buffer)[]): readonly Incoming[] => {
  const found: Incoming[] = [];
  const take = createRequestReader((incoming) => found.push(incoming));
  for (const chunk of chunks) take(Buffer.from(chunk));
  return found;
};

/** Name of the command and its values, or the number it is refused with. */
const understand = (text: string): readonly unknown[] =>
  read([text]).map((incoming) => {
    try {
      const { form, values } = parse(incoming);
      return [form.name, Object.fromEntries(values)];
    } catch (error) {
      return error instanceof CommandError ? error.code : error;
    }
  });

describe('a line', () => {
  test.each<readonly [string, unknown]>([
    ['ping', ['ping', {}]],
    ['  PING  ', ['ping', {}]],
    ['play: speed: 100', ['play', { speed: '100' }]],
    ['play: Single Clip: true Loop: false', ['play', { 'single clip': 'true', loop: 'false' }]],
    ['play: clip id: 2 timecode: +00:00:05:00', ['play', { 'clip id': '2', timecode: '+00:00:05:00' }]],
    ['goto: clip id: +1', ['goto', { 'clip id': '+1' }]],
    ['goto: clip id: 2 clip: 7', ['goto', { 'clip id': '2', clip: '7' }]],
    ['goto: timecode: 01:02:03;04', ['goto', { timecode: '01:02:03;04' }]],
    ['clips add: name: Take 4: the end.mp4', ['clips add', { name: 'Take 4: the end.mp4' }]],
    [
      'clips add: in: 00:00:01:00 out: 00:00:02:00 name: in: out: x.mp4',
      ['clips add', { in: '00:00:01:00', out: '00:00:02:00', name: 'in: out: x.mp4' }],
    ],
    ['playrange set: clip id: 5 count: 7', ['playrange set', { 'clip id': '5', count: '7' }]],
    [
      'configuration: record prefix: My show video input: SDI',
      ['configuration', { 'record prefix': 'My show', 'video input': 'SDI' }],
    ],
    ['configuration: record prefix: a: b', ['configuration', { 'record prefix': 'a: b' }]],
    [
      'configuration: record prefix: Act 2: dusk video input: SDI',
      ['configuration', { 'record prefix': 'Act 2: dusk', 'video input': 'SDI' }],
    ],
    // As written by hand in places
    ['play: speed:50', ['play', { speed: '50' }]],
    ['play on startup: enable true', ['play on startup', { enable: 'true' }]],
    ['record: spill: slot id: 2', ['record', {}]],
    ['play:  speed:   50   loop:  true', ['play', { speed: '50', loop: 'true' }]],
    ['playrange', ['playrange', {}]],
    ['plays', 100],
    ['play speed', 100],
    ['play: speed: 1 speed: 2', 100],
    ['play: pace: 1', 101],
    ['ping: x: 1', 101],
    // What is told to others again may not end their line.
    ['configuration: record prefix: b.mp4\r.mp4', 102],
    ['configuration: record prefix: b\u0000c', 102],
  ])('%s', (line, understood) => {
    expect(understand(`${line}\n`)).toEqual([understood]);
    expect(understand(`${line}\r\n`)).toEqual([understood]);
  });
});

describe('a block', () => {
  test.each<readonly [string, unknown]>([
    ['play:\r\nspeed: 100\r\nsingle clip: true\r\n\r\n', ['play', { speed: '100', 'single clip': 'true' }]],
    ['play:\nspeed:100\n\n', ['play', { speed: '100' }]],
    ['PLAY:\r\nSpeed: 50\n\r\n', ['play', { speed: '50' }]],
    ['clips add:\r\nname: in: a: b.mp4\r\n\r\n', ['clips add', { name: 'in: a: b.mp4' }]],
    ['play:\r\n\r\n', ['play', {}]],
    ['play:\r\npace: 1\r\n\r\n', 101],
    ['play:\r\nfast\r\n\r\n', 100],
    ['fly:\r\nspeed: 1\r\n\r\n', 100],
    ['configuration:\r\nrecord prefix: b\r.mp4\r\n\r\n', 102],
  ])('%j', (block, understood) => {
    expect(understand(block)).toEqual([understood]);
  });
});

test('every command of the table is read in either shape, whatever its parameters are called', () => {
  for (const { name, parameters = [], run } of COMMANDS) {
    if (run === undefined) continue;
    const values = parameters.map((parameter, index) => [parameter, `0${index}:00:00:00`] as const);
    const wanted = [[name, Object.fromEntries(values)]];
    const line = values.map(([parameter, value]) => `${parameter}: ${value}`).join(' ');
    expect(understand(`${name}${line === '' ? '' : `: ${line}`}\n`)).toEqual(wanted);
    const lines = values.map(([parameter, value]) => `${parameter}: ${value}\r\n`).join('');
    if (values.length > 0) expect(understand(`${name}:\r\n${lines}\r\n`)).toEqual(wanted);
    // And byte by byte, which makes no other requests of them.
    const bytes = [...Buffer.from(`${name}${line === '' ? '' : `: ${line}`}\r\n`)].map((byte) => Buffer.from([byte]));
    expect(read(bytes)).toEqual(read([Buffer.concat(bytes)]));
  }
});

test('however a stream is cut, the same requests come out', () => {
  const stream = Buffer.from('ping\r\nplay:\r\nspeed: 50\n\r\nclips add: name: Über.mp4\n\r\nx\r\nnotify:\n\nquit\r\n');
  const whole = read([stream]);
  expect(whole).toHaveLength(6);
  for (let cut = 0; cut <= stream.length; cut += 1) {
    expect(read([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(whole);
  }
  expect(read([...stream].map((byte) => Buffer.from([byte])))).toEqual(whole);
});

test('a line over 64 KiB is skipped wherever it is cut; what follows is read', () => {
  const long = `${'a'.repeat(64 * 1024 + 1)}\r\nping\r\n`;
  for (const size of [1000, 65_536, 200_000]) {
    const chunks = Array.from({ length: Math.ceil(long.length / size) }, (_, n) =>
      long.slice(n * size, (n + 1) * size),
    );
    expect(read(chunks)).toEqual([{ kind: 'too-long' }, { kind: 'line', text: 'ping' }]);
  }
  const block = `play:\r\n${'speed: 100\r\n'.repeat(10_000)}\r\nping\r\n`;
  expect(read([block])).toEqual([{ kind: 'too-long' }, { kind: 'line', text: 'ping' }]);
});
