// What `transport info` says is what mpv does, asked by an independent client on the maintenance socket; and the countdown is right.
import Timecode from 'smpte-timecode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askMaintenance } from '../mpv/real-mpv.ts';
import {
  type DaemonWithClips,
  type ListedMedia,
  openWitness,
  startDaemonWithClips,
  type Trim,
  type Witness,
} from './daemon-with-clips.ts';
import { valuesOf, type WireClient } from './wire-client.ts';

interface TrimmedClip {
  readonly name: ListedMedia;
  readonly trim: Trim;
  readonly rate: number;
  readonly nominal: 25 | 29.97 | 50 | 59.94;
}

const CLIPS: readonly TrimmedClip[] = [
  { name: 'numbered-25.mp4', trim: [1, 5], rate: 25, nominal: 25 },
  { name: 'numbered-2997.mp4', trim: [0.5, 3.5], rate: 30000 / 1001, nominal: 29.97 },
  { name: 'numbered-50.mp4', trim: [2, 4.5], rate: 50, nominal: 50 },
  { name: 'numbered-5994.mp4', trim: [1, 3], rate: 60000 / 1001, nominal: 59.94 },
];

let fixture: DaemonWithClips;
let witness: Witness;
let client: WireClient;

beforeAll(async () => {
  fixture = await startDaemonWithClips(CLIPS.map(({ name, trim }) => ({ media: name, file: name, trim })));
  witness = await openWitness(fixture.daemon.socketPath);
  client = await fixture.connect();
});
afterAll(async () => {
  witness?.close();
  await fixture?.daemon.dispose();
});

interface Shown {
  readonly status: string;
  readonly speed: number;
  readonly index: number;
  readonly frame: number;
}

/** First frame of each clip on the timeline, and its number of frames. */
const layout = (): readonly { readonly start: number; readonly frames: number; readonly inFrame: number }[] => {
  let start = 0;
  return CLIPS.map(({ trim: [from, to], rate }) => {
    const [inFrame, outFrame] = [Math.ceil(from * rate - 0.01), Math.ceil(to * rate - 0.01)];
    const part = { start, frames: outFrame - inFrame, inFrame };
    start += part.frames;
    return part;
  });
};

const shown = async (): Promise<Shown> => {
  const { status = '', speed, 'clip id': id, timeline } = valuesOf(await client.ask('transport info'));
  const index = Number(id) - 1;
  return { status, speed: Number(speed), index, frame: Number(timeline) - (layout()[index]?.start ?? 0) };
};

/** The same from mpv: whether it runs, how fast, which file and which frame of it. */
const truth = async (): Promise<Omit<Shown, 'status'>> => {
  const [paused, ended, speed, time, path] = await Promise.all(
    ['pause', 'eof-reached', 'speed', 'time-pos', 'path'].map(witness.property),
  );
  const seconds = Number(time);
  const runs = paused === false && ended !== true;
  const place = String(path).startsWith('edl://') ? onReel(seconds) : inFile(String(path), seconds);
  return { speed: runs ? Math.round(Number(speed) * 100) : 0, ...place };
};

/** A reel is the clips' parts one after another, on a time scale from 0. */
const onReel = (seconds: number): { readonly index: number; readonly frame: number } => {
  let offset = 0;
  for (const [index, { trim, rate }] of CLIPS.entries()) {
    const length = trim[1] - trim[0];
    if (seconds < offset + length - 0.004 || index === CLIPS.length - 1)
      return { index, frame: Math.round((seconds - offset) * rate) };
    offset += length;
  }
  throw new Error('no clip');
};

const inFile = (path: string, seconds: number): { readonly index: number; readonly frame: number } => {
  const index = CLIPS.findIndex(({ name }) => path.endsWith(name));
  return { index, frame: Math.round(seconds * (CLIPS[index]?.rate ?? 25)) - (layout()[index]?.inFrame ?? 0) };
};

const STANDING: readonly string[] = [
  'goto: clip id: 1',
  'goto: clip id: 3',
  'goto: clip: 60',
  'goto: clip: end',
  'goto: clip id: 2 clip: 33',
  'goto: timeline: 150',
  'goto: timeline: end',
  'goto: timecode: 00:00:05:00',
  'goto: clip id: -1',
  'jog: timecode: +00:00:00:07',
  'jog: timecode: -00:00:01:00',
  'jog: timecode: 00:00:00:00',
  'stop',
  'playrange set: clip id: 2',
  'goto: clip id: 4 clip: 10',
  'playrange clear',
];

const RUNNING: readonly string[] = [
  'play',
  'play: speed: 50',
  'play: clip id: 2 single clip: true loop: true',
  'play: clip id: 3 loop: true speed: 75',
  'goto: clip id: 4',
  'play: timeline: 20',
  'shuttle: speed: 200',
  'play: clip id: 2 timecode: +00:00:01:00 single clip: true',
];

test('after every command that stands, mpv stands on that very frame', async () => {
  for (const command of STANDING) {
    expect([command, await client.say(command)]).toEqual([command, '200 ok']);
    const { status: _word, ...said } = await shown();
    expect([command, said]).toEqual([command, await truth()]);
  }
});

test('the timecode that the list gives a clip leads to its first frame from any other, at mixed rates', async () => {
  const starts = (await client.ask('clips get')).lines?.slice(1).map((line) => line.split(' ').at(-2)) ?? [];
  for (const from of [1, 2, 3, 4]) {
    for (const [index, startT] of starts.entries()) {
      await client.say(`goto: clip id: ${from}`);
      await client.say(`goto: timecode: ${startT}`);
      expect([from, startT, await truth()]).toEqual([from, startT, { speed: 0, index, frame: 0 }]);
    }
  }
});

test('after every command that runs, mpv runs at that speed where it is said to be', async () => {
  await client.say('goto: clip id: 1');
  for (const command of RUNNING) {
    expect([command, await client.say(command)]).toEqual([command, '200 ok']);
    const [said, real] = [await shown(), await truth()];
    expect([command, real.speed, real.index]).toEqual([command, said.speed, said.index]);
    // The picture has moved on since it was asked, and what is said is never ahead of it but follows at once.
    expect([command, real.frame]).toEqual([command, Math.max(real.frame, said.frame - 1)]);
    await expect
      .poll(async () => (await shown()).frame, { timeout: 30_000, interval: 2 })
      .toBeGreaterThanOrEqual(real.frame - 1);
    await client.say('stop');
    const { status: _word, ...stopped } = await shown();
    expect([command, stopped]).toEqual([command, await truth()]);
  }
});

test('somebody pauses mpv itself: transport info says so', async () => {
  await client.say('play: clip id: 1 loop: true');
  await client.say('notify: transport: true');
  const since = client.messages.length;
  await askMaintenance(fixture.daemon.socketPath, ['set_property', 'pause', true]);
  await client.until((message) => message.code === 508 && valuesOf(message).status === 'stopped', since);
  const { status: _word, ...said } = await shown();
  expect(said).toEqual(await truth());
  await client.say('notify: transport: false');
});

/** The control API, at one moment with what mpv says. */
const statusAndTruth = async () => {
  const [{ PLAY, SPEED, CLIP_ID, TIMECODE }, real] = [await fixture.client.status(), await truth()];
  return { PLAY, SPEED, CLIP_ID, TIMECODE, real };
};

test('what plays without being on the timeline is told as no clip of it, in its own frame rate', async () => {
  await client.say('goto: clip id: 2');
  await client.say('play: single clip: true loop: true');
  expect(await client.say('slot select: video format: 1080p25')).toBe('200 ok');
  const before = await statusAndTruth();
  const info = valuesOf(await client.ask('transport info'));
  const after = await statusAndTruth();
  expect(info).toMatchObject({ status: 'play', speed: '100', 'clip id': 'none', 'video format': '1080p2997' });
  expect([before.CLIP_ID, after.CLIP_ID, before.real.speed]).toEqual([2, 2, 100]);
  const told = Number(info.timeline) / (30000 / 1001);
  const isBetween = before.TIMECODE <= after.TIMECODE ? told > before.TIMECODE - 0.05 : true;
  expect([isBetween, info.timecode?.includes(';')]).toEqual([true, true]);
  await client.say('stop');
  const { TIMECODE } = await fixture.client.status();
  expect(Number(valuesOf(await client.ask('transport info')).timeline)).toBe(Math.round((TIMECODE * 30000) / 1001));
  await client.say('clips rebuild');
  expect(valuesOf(await client.ask('transport info'))).toMatchObject({ 'clip id': '2', status: 'stopped' });
});

test('the speed of a shuttle is over when it is at the end: mpv plays at its own again, by any door', async () => {
  await client.say('goto: clip id: 1');
  await client.say('shuttle: speed: 1600');
  await expect.poll(async () => (await shown()).status, { timeout: 15_000 }).toBe('stopped');
  expect(await fixture.client.status()).toMatchObject({ PLAY: false, SPEED: 1 });
  expect((await fixture.client.get('/play')).body).toMatchObject({ PLAY: true, SPEED: 1 });
  expect(await witness.property('speed')).toBe(1);
  await client.say('stop');
});

test('the control API says how the picture runs backwards', async () => {
  await client.say('goto: clip id: 1 clip: 90');
  await client.say('play: speed: -100');
  const first = await fixture.client.status();
  expect(first).toMatchObject({ PLAY: true, SPEED: -1 });
  await expect.poll(async () => (await fixture.client.status()).TIMECODE).toBeLessThan(first.TIMECODE);
  expect((await fixture.client.get('/play')).body).toMatchObject({ PLAY: false, SPEED: 1 });
  const { TIMECODE } = await fixture.client.status();
  const { inFrame = 0 } = layout()[0] ?? {};
  expect((await truth()).frame + inFrame).toBe(Math.round(TIMECODE * 25));
});

describe("Companion's countdown: duration - (display timecode - startT)", () => {
  /** As Companion computes it, in frames. */
  const remaining = (
    shownTimecode: string,
    startT: string,
    duration: string,
    nominal: TrimmedClip['nominal'],
  ): number => {
    const toFrames = (text: string): number => Timecode(text, nominal, text.includes(';')).frameCount;
    return toFrames(duration) - (toFrames(shownTimecode) - toFrames(startT));
  };

  test.each(['timeline', 'clip'])('is right to a frame at every rate, with timecode output %s', async (output) => {
    await client.say('stop');
    await client.say(`configuration: timecode output: ${output}`);
    const lines = (await client.ask('clips get')).lines?.slice(1) ?? [];
    for (const [index, { nominal, rate, trim, name }] of CLIPS.entries()) {
      const [, startT = '', duration = ''] = /\S+ (\S+) (\S+)$/.exec(lines[index] ?? '') ?? [];
      for (const frame of [0, 1, 29, 60]) {
        await client.say(`goto: clip id: ${index + 1} clip: ${frame}`);
        const { 'display timecode': timecode = '' } = valuesOf(await client.ask('transport info'));
        const real = await truth();
        const trueRemaining = (trim[1] - trim[0]) * rate - real.frame;
        const counted = remaining(timecode, startT, duration, nominal);
        expect([name, frame, Math.abs(counted - trueRemaining) <= 1, counted, trueRemaining].slice(0, 3)).toEqual([
          name,
          frame,
          true,
        ]);
      }
    }
    await client.say('configuration: timecode output: timeline');
  });
});
