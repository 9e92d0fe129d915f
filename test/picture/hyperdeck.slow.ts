// What HyperDeck commands put on the screen, frame by frame: real mpv, real X server, read from its frame buffer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DaemonWithClips,
  type ListedMedia,
  startDaemonWithClips,
  type Trim,
} from '../hyperdeck/daemon-with-clips.ts';
import { valuesOf, type WireClient } from '../hyperdeck/wire-client.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

interface Section {
  readonly media: ListedMedia;
  readonly trim: Trim;
  /** First frame, and the first that no longer belongs to it. */
  readonly frames: readonly [first: number, out: number];
}

const SECTIONS: readonly Section[] = [
  { media: 'numbered-25.mp4', trim: [1, 3], frames: [25, 75] },
  { media: 'numbered-50.mp4', trim: [2, 4], frames: [100, 200] },
  { media: 'numbered-2997.mp4', trim: [1, 3], frames: [30, 90] },
  { media: 'numbered-5994.mp4', trim: [4, 5.5], frames: [240, 330] },
];

let screen: VirtualScreen;
let fixture: DaemonWithClips;
let client: WireClient;

beforeAll(async () => {
  screen = await startVirtualScreen();
  fixture = await startDaemonWithClips(
    SECTIONS.map(({ media, trim }) => ({ media, file: media, trim })),
    { DISPLAY: screen.display, CUEDECK_MPV_ARGS: '--ao=null --vo=x11' },
  );
  client = await fixture.connect();
});
afterAll(async () => {
  await fixture?.daemon.dispose();
  await screen?.stop();
});

const settled = async (number: number): Promise<number> => {
  const latest = performance.now() + 10_000;
  while (screen.frameNumber() !== number && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return screen.frameNumber();
};

/** Every picture that is seen until the condition holds: frame numbers in their order, and the darkest of all. */
const watchUntil = async (isOver: () => boolean): Promise<{ readonly numbers: number[]; readonly darkest: number }> => {
  const numbers: number[] = [];
  let darkest = 255;
  const latest = performance.now() + 60_000;
  while (!isOver() && performance.now() < latest) {
    darkest = Math.min(darkest, screen.brightness());
    const number = screen.frameNumber();
    if (number >= 0 && number !== numbers.at(-1)) numbers.push(number);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { numbers, darkest };
};

const isStopped = (): boolean =>
  valuesOf(client.messages.at(-1) ?? { code: 0, title: '', lines: [], at: 0 }).status === 'stopped';

test('goto and jog put the very frame on the screen, at every rate', async () => {
  for (const [index, { media, frames }] of SECTIONS.entries()) {
    for (const frame of [0, 1, 13, 49]) {
      await client.say(`goto: clip id: ${index + 1} clip: ${frame}`);
      expect([media, frame, await settled(frames[0] + frame)]).toEqual([media, frame, frames[0] + frame]);
    }
    await client.say('goto: clip: end');
    expect([media, 'end', await settled(frames[1] - 1)]).toEqual([media, 'end', frames[1] - 1]);
    await client.say('jog: timecode: -00:00:00:01');
    expect([media, 'one back', await settled(frames[1] - 2)]).toEqual([media, 'one back', frames[1] - 2]);
  }
});

test('the timeline shows only frames of the sections, in their order, never black, and holds the last', async () => {
  await client.say('goto: timeline: start');
  // The answer comes when the frame is decoded; the X server draws it a moment later.
  await settled(SECTIONS[0]?.frames[0] ?? 0);
  await client.say('notify: transport: true');
  await client.say('play');
  const { numbers, darkest } = await watchUntil(isStopped);
  const sectionOf = (number: number): number =>
    SECTIONS.findIndex(({ frames: [first, out] }) => number >= first && number < out);
  // Frame numbers of neighbouring sections do not overlap, but those of the third lie in the first: told apart by order.
  let section = 0;
  const wrong: (readonly [number, number])[] = [];
  for (const number of numbers) {
    const { frames = [0, 0] } = SECTIONS[section] ?? {};
    const isInside = number >= frames[0] && number < frames[1];
    if (isInside) continue;
    section += 1;
    const [first = 0, out = 0] = SECTIONS[section]?.frames ?? [];
    if (number < first || number >= out) wrong.push([section, number]);
  }
  expect([wrong, sectionOf(screen.frameNumber()), await settled(329)]).toEqual([[], 3, 329]);
  expect(numbers.length).toBeGreaterThan(200);
  expect(darkest).toBeGreaterThan(40);
  await client.say('notify: transport: false');
});

test('the whole timeline loops without a black picture', async () => {
  await client.say('play: timeline: 250 loop: true');
  let passes = 0;
  let before = 0;
  const { darkest } = await watchUntil(() => {
    const number = screen.frameNumber();
    if (number >= 0) {
      if (before >= 240 && number < 75) passes += 1;
      before = number;
    }
    return passes >= 3;
  });
  expect(passes).toBe(3);
  expect(darkest).toBeGreaterThan(40);
});

test('shuttle backwards shows earlier and earlier frames', async () => {
  await client.say('goto: clip id: 2 clip: end');
  await client.say('stop');
  await client.say('goto: clip id: 2 clip: end');
  await settled(199);
  await client.say('shuttle: speed: -100');
  const { numbers } = await watchUntil(() => {
    const number = screen.frameNumber();
    return number >= 0 && number <= 140;
  });
  await client.say('stop');
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.every((number, at) => at === 0 || number < (numbers[at - 1] ?? 0))).toBe(true);
});
