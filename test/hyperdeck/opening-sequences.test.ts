// What Companion and an ATEM send first, in both shapes, replayed against the running daemon.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DaemonWithClips, startDaemonWithClips } from './daemon-with-clips.ts';
import { toBlockRequest, valueIn, valuesOf, type WireClient } from './wire-client.ts';

let fixture: DaemonWithClips;

beforeAll(async () => {
  fixture = await startDaemonWithClips([
    { media: 'numbered-25.mp4', file: 'one.mp4', trim: [1, 5] },
    { media: 'numbered-50.mp4', file: 'two.mp4' },
  ]);
});
afterAll(() => fixture.daemon.dispose());

type Step = readonly [command: string, parameters: readonly (readonly [string, string])[], code: number];

const NOTIFY_ALL: Step = [
  'notify',
  [
    ...(['remote', 'transport', 'slot', 'configuration', 'dropped frames'] as const),
    ...(['display timecode', 'timeline position', 'playrange', 'cache', 'dynamic range'] as const),
  ].map((key) => [key, 'true'] as const),
  200,
];

/** Companion aborts its connect, and tries again for ever, when one of these is refused or answered with another number. */
const COMPANION: readonly Step[] = [
  ['watchdog', [['period', '6']], 200],
  NOTIFY_ALL,
  ['notify', [], 209],
  ['device info', [], 204],
  ['slot info', [['slot id', '1']], 202],
  ['slot info', [['slot id', '2']], 202],
  ['transport info', [], 208],
  ['configuration', [], 211],
  ['remote', [], 210],
  ['remote', [['enable', 'true']], 200],
  ['clips get', [], 205],
  ['clips count', [], 214],
  ['ping', [], 200],
];

/** An ATEM drops the connection, and comes back every two seconds, when `clips count` is refused. */
const ATEM: readonly Step[] = [
  ['device info', [], 204],
  ['remote', [['enable', 'true']], 200],
  NOTIFY_ALL,
  ['slot info', [['slot id', '1']], 202],
  ['slot info', [['slot id', '2']], 202],
  ['transport info', [], 208],
  ['clips count', [], 214],
  [
    'clips get',
    [
      ['clip id', '1'],
      ['count', '2'],
    ],
    205,
  ],
  ['preview', [['enable', 'false']], 200],
  ['goto', [['clip id', '1']], 200],
  ['play', [['single clip', 'true']], 200],
  ['stop', [], 200],
  ['ping', [], 200],
];

const toLine = ([command, parameters]: Step): string =>
  parameters.length === 0 ? command : `${command}: ${parameters.map(([name, value]) => `${name}: ${value}`).join(' ')}`;
const toBlock = ([command, parameters]: Step): string =>
  parameters.length === 0 ? command : toBlockRequest(command, parameters);

const replay = async (client: WireClient, steps: readonly Step[], write: (step: Step) => string): Promise<unknown> => {
  const codes: unknown[] = [];
  for (const step of steps) codes.push([step[0], (await client.ask(write(step))).code]);
  return codes;
};

test.each([
  ['Companion, a line each', COMPANION, toLine],
  ['Companion, blocks', COMPANION, toBlock],
  ['ATEM, a line each', ATEM, toLine],
  ['ATEM, blocks', ATEM, toBlock],
] as const)('%s', async (_who, steps, write) => {
  const client = await fixture.connect();
  expect(await replay(client, steps, write)).toEqual(steps.map(([command, , code]) => [command, code]));
  await client.close();
});

test('everything that controllers read is there, in the form they read it', async () => {
  const client = await fixture.connect();
  await client.say('goto: clip id: 1');
  const transport = valuesOf(await client.ask('transport info'));
  expect(transport).toMatchObject({
    status: 'stopped',
    speed: '0',
    'slot id': '1',
    'clip id': '1',
    'single clip': expect.stringMatching(/^(true|false)$/),
    'display timecode': '00:00:00:00',
    timecode: '00:00:00:00',
    'video format': '1080p25',
    loop: 'false',
    timeline: '0',
  });
  const configuration = await client.ask('configuration');
  expect(['audio input', 'video input', 'file format'].map((key) => valueIn(configuration, key))).toEqual([
    'embedded',
    'SDI',
    'QuickTimeProResHQ',
  ]);
  expect((await client.ask('clips get')).lines?.slice(1)).toEqual([
    '1: one.mp4 00:00:00:00 00:00:04:00',
    '2: two.mp4 00:00:04:00 00:00:06:00',
  ]);
  await client.close();
});
