// Every refusal of the protocol that a playback deck can give, each for its own reason, on one line without a colon.
import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES } from '../../src/base/errors.ts';
import type { Command } from '../../src/hyperdeck/ethernet/command.ts';
import { ANSWERED, COMMANDS } from '../../src/hyperdeck/ethernet/commands.ts';
import { FAILURES, toCommandError } from '../../src/hyperdeck/response-codes.ts';
import { createHyperDeckServer } from './server-under-test.ts';

const REFUSED: readonly (readonly [request: string, answer: string])[] = [
  // unknown, or not to be read
  ['nonsense', '100 syntax error'],
  ['play speed', '100 syntax error'],
  ['play: fast', '100 syntax error'],
  ['goto', '100 syntax error'],
  ['goto:\r\n', '100 syntax error'],
  ['shuttle', '100 syntax error'],
  ['jog', '100 syntax error'],
  ['watchdog', '100 syntax error'],
  ['preview', '100 syntax error'],
  ['playrange set', '100 syntax error'],
  ['playrange set: in: 00:00:01:00', '100 syntax error'],
  ['play: speed: 50 speed: 60', '100 syntax error'],
  ['goto: timeline: 5 timecode: 00:00:01:00', '100 syntax error'],
  // one place or the other
  ['playrange set: clip id: 1 timeline in: 3 timeline out: 9', '100 syntax error'],
  ['playrange set: in: 00:00:01:00 out: 00:00:02:00 timeline in: 3 timeline out: 9', '100 syntax error'],
  ['playrange set: count: 2 in: 00:00:01:00 out: 00:00:02:00', '100 syntax error'],
  ['clips add: in: 00:00:01:00 out: 00:00:02:00 frame in: 3 frame out: 9 name: a.mp4', '100 syntax error'],
  // the command has no such parameter
  ['play: tempo: 50', '101 unsupported parameter'],
  ['play: speed: 50 tempo: 50', '101 unsupported parameter'],
  ['play:\r\nspeed: 50\r\ntempo: 50\r\n', '101 unsupported parameter'],
  ['ping: loud: true', '101 unsupported parameter'],
  ['notify: weather: true', '101 unsupported parameter'],
  ['configuration: colour: red', '101 unsupported parameter'],
  ['slot info: device: usb', '101 unsupported parameter'],
  // the parameter can't be that
  ['play: speed: fast', '102 invalid value'],
  ['play: speed: 5001', '102 invalid value'],
  ['play: speed: 1.5', '102 invalid value'],
  ['play: loop: maybe', '102 invalid value'],
  ['play: speed:', '102 invalid value'],
  ['shuttle: speed: -5001', '102 invalid value'],
  ['goto: clip id: two', '102 invalid value'],
  ['goto: timecode: 1:2:3', '102 invalid value'],
  ['goto: timecode: 00:00:00:25', '102 invalid value'],
  ['jog: timecode: 5', '102 invalid value'],
  ['slot info: slot id: 3', '102 invalid value'],
  ['slot select: slot id: 0', '102 invalid value'],
  ['slot select: video format: 1080p33', '102 invalid value'],
  ['clips get: version: 4', '102 invalid value'],
  ['clips get: count: -1', '102 invalid value'],
  ['playrange set: timeline in: 9 timeline out: 9', '102 invalid value'],
  ['play option: stop mode: fade', '102 invalid value'],
  ['notify: transport: yes', '102 invalid value'],
  ['remote: enable: 1', '102 invalid value'],
  ['watchdog: period: soon', '102 invalid value'],
  ['configuration: video input: VGA', '102 invalid value'],
  ['configuration: timecode output: wall', '102 invalid value'],
  ['connection protocol: response version: 3', '102 invalid value'],
  ['clips add: in: 00:00:02:00 out: 00:00:01:00 name: a.mp4', '102 invalid value'],
  // no disk in the second slot
  ['slot select: slot id: 2', '105 no disk'],
  ['disk list: slot id: 2', '105 no disk'],
  ['goto: slot id: 2', '105 no disk'],
  // outside
  ['playrange set: timeline in: 150 timeline out: 160', '109 out of range'],
  ['clips add: frame in: 250 frame out: 260 name: a.mp4', '109 out of range'],
  // no such clip
  ['goto: clip id: 4', '112 clip not found'],
  ['goto: clip id: 0', '112 clip not found'],
  ['play: clip id: 4', '112 clip not found'],
  ['clips get: clip id: 4', '112 clip not found'],
  ['clips remove: clip id: 4', '112 clip not found'],
  ['clips add: name: none.mp4', '112 clip not found'],
  ['clips add: name: splash.png', '112 clip not found'],
  ['playrange set: clip id: 4', '112 clip not found'],
];

test('each request that is refused gets its own number on one line, and changes nothing', async () => {
  const { connect, deck } = await createHyperDeckServer();
  const before = deck.state();
  const client = await connect();
  const answers: (readonly [string, string])[] = [];
  for (const [request] of REFUSED) answers.push([request, await client.say(request)]);
  expect(answers).toEqual(REFUSED);
  expect(await client.say('ping')).toBe('200 ok');
  // The greeting, and one answer each.
  expect(client.messages).toHaveLength(REFUSED.length + 2);
  expect(deck.state()).toEqual(before);
});

test('what help sends of each command is plain ASCII on one line, as clients read it', () => {
  const isPlain = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
  expect(COMMANDS.filter(({ name, summary }) => !isPlain(name) || !isPlain(summary))).toEqual([]);
});

const LACKING = COMMANDS.filter(({ run }) => run === undefined).map(({ name }) => name);

test('what is not of a playback deck is answered 103, whatever comes with it', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  for (const name of LACKING) {
    for (const request of [name, `${name}: slot id: 1 what: ever`, `${name}:\r\nname: x\r\nwhat: ever\r\n`]) {
      expect([request, await client.say(request)]).toEqual([request, '103 unsupported']);
    }
  }
});

test('what a recorder is asked is among what is lacking', () => {
  expect(LACKING).toEqual(expect.arrayContaining(['record', 'record spill', 'format', 'nas list', 'slate clips']));
});

describe('states of the deck', () => {
  test('107 on an empty timeline, while the count says 0', async () => {
    const { connect } = await createHyperDeckServer({ clips: [] });
    const client = await connect();
    for (const request of [
      'clips get',
      'play',
      'goto: clip id: 1',
      'jog: timecode: 00:00:01:00',
      'shuttle: speed: 50',
    ]) {
      expect([request, await client.say(request)]).toEqual([request, '107 timeline empty']);
    }
    expect((await client.ask('clips count')).lines).toEqual(['clip count: 0']);
    expect((await client.ask('transport info')).lines).toContain('clip id: none');
    expect(await client.say('stop')).toBe('200 ok');
  });

  const CHANGES = [
    'play',
    'stop',
    'goto: clip id: 1',
    'jog: timecode: 00:00:01:00',
    'shuttle: speed: 50',
    'preview: enable: true',
    'playrange set: clip id: 1',
    'playrange clear',
    'play option: stop mode: black',
    'play on startup: enable: true',
    'slot select: slot id: 1',
    'slot unblock',
    'clips add: name: a.mp4',
    'clips remove: clip id: 1',
    'clips clear',
    'clips rebuild',
    'configuration: video input: HDMI',
  ];
  const HARMLESS = [
    ...['ping', 'help', '?', 'commands', 'device info', 'uptime', 'transport info', 'clips count', 'clips get'],
    ...['disk list', 'slot info', 'configuration', 'remote', 'notify', 'playrange', 'play option', 'play on startup'],
    ...['notify: transport: true', 'watchdog: period: 60', 'identify: enable: true', 'identify: enable: false'],
    ...['connection protocol: response version: 2', 'remote info'],
  ];

  test('CHANGES and HARMLESS name each command, and a setting both: with a parameter and without', () => {
    const namesOf = (requests: readonly string[]) => [...new Set(requests.map((each) => each.split(':')[0]))].sort();
    const named = (how: (changes: Command['changes']) => boolean) =>
      ANSWERED.flatMap(({ name, changes }) => (how(changes) && name !== 'quit' ? name : [])).sort();
    expect(namesOf(CHANGES), 'CHANGES').toEqual(named((changes) => changes !== false));
    expect(namesOf(HARMLESS), 'HARMLESS').toEqual(named((changes) => changes !== true));
  });

  test('111 for whatever changes something while remote is disabled, but not for questions', async () => {
    const { connect, deck } = await createHyperDeckServer();
    const [one, other] = [await connect(), await connect()];
    expect(await one.say('remote: enable: false')).toBe('200 ok');
    const before = deck.state();
    for (const request of CHANGES) {
      expect([request, await other.say(request)]).toEqual([request, '111 remote control disabled']);
    }
    expect(deck.state()).toEqual(before);
    for (const request of HARMLESS) expect([request, (await other.ask(request)).code < 200]).toEqual([request, false]);
    expect((await other.ask('remote')).lines).toEqual(['enabled: false', 'override: false']);
  });

  test('an override holds for its own connection, and goes with it', async () => {
    const { connect } = await createHyperDeckServer();
    const [one, other] = [await connect(), await connect()];
    await one.say('remote: enable: false');
    expect(await other.say('remote: override: true')).toBe('200 ok');
    expect((await other.ask('remote')).lines).toEqual(['enabled: false', 'override: true']);
    expect((await one.ask('remote')).lines).toEqual(['enabled: false', 'override: false']);
    expect([await one.say('play'), await other.say('play')]).toEqual(['111 remote control disabled', '200 ok']);
    await other.close();
    expect(await (await connect()).say('stop')).toBe('111 remote control disabled');
    expect(await one.say('remote: enable: true')).toBe('200 ok');
    expect(await one.say('stop')).toBe('200 ok');
  });

  test('151 for a file that cannot be played; what was on stays', async () => {
    const { connect, unplayable, deck } = await createHyperDeckServer();
    const client = await connect();
    unplayable.add('/clips/c.mp4');
    expect(await client.say('goto: clip id: 1')).toBe('200 ok');
    expect(await client.say('goto: clip id: 3')).toBe('151 invalid codec');
    expect(deck.state().selectedId).toBe('a');
    expect((await client.ask('transport info')).lines).toContain('clip id: 1');
  });
});

test('no text of a refusal has a colon', () => {
  expect(Object.values(FAILURES).filter((text) => text.includes(':'))).toEqual([]);
});

test('whatever goes wrong in the deck has its number: 104 for a full disk, 150 while the player is away', () => {
  const codes = ERROR_CODES.map((code) => [code, toCommandError(new AppError(code, 'Why.')).code]);
  expect(Object.fromEntries(codes)).toMatchObject({
    'no-space': 104,
    'storage-failed': 106,
    'file-missing': 106,
    'clip-not-found': 112,
    'player-unavailable': 150,
    busy: 150,
    unplayable: 151,
    internal: 108,
  });
  expect(toCommandError(new TypeError('unforeseen')).code).toBe(108);
});
