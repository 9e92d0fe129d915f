// A clip's own fades as they are on the screen: every picture is on the line of its position, and nothing flashes where clips meet.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { playersOf } from '../e2e/recovery.ts';
import { type MediaName, media } from '../media/media.ts';
import { type Look, watchScreen } from './screen-watch.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const NAMES = ['white-25.mp4', 'white.png', 'numbered-25.mp4', 'variable-rate.mkv'] as const satisfies MediaName[];
const [WHITE, STILL, NUMBERED, VARIABLE] = NAMES;
const FRAMES_PER_SECOND = 25;
/** Of 255. */
const MAX_BESIDE_THE_LINE = 4;
const MAX_STEP = 12;

let screen: VirtualScreen;
let daemon: Daemon;
let ids: ReadonlyMap<string, string>;
const folder = createDaemonFolder();

interface Transport {
  readonly state: string;
  readonly positionSeconds: number;
  readonly itemId: string | null;
}

const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${daemon.url}/api/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
};
const verb = (name: string, body: object = {}): Promise<Transport> => call('POST', `/transport/${name}`, body);
const transport = (): Promise<Transport> => call('GET', '/transport');
const idOf = (name: string): string => ids.get(name) ?? '';
const edit = (name: string, change: object): Promise<unknown> => call('PATCH', `/clips/${idOf(name)}`, change);
const until = (state: string): Promise<unknown> =>
  expect.poll(async () => (await transport().catch(() => undefined))?.state, { timeout: 20_000 }).toBe(state);

beforeAll(async () => {
  screen = await startVirtualScreen();
  for (const name of NAMES) copyFileSync(media(name), join(folder, 'clips', name));
  daemon = await startDaemon({
    folder,
    environment: { DISPLAY: screen.display, CUEDECK_MPV_ARGS: '--vo=x11 --ao=null' },
  });
  const examined = async (): Promise<number> => {
    const clips = await call<{ id: string; file: string; examining?: boolean }[]>('GET', '/clips');
    const ready = clips.filter(({ examining }) => !examining);
    ids = new Map(ready.map(({ id, file }) => [file, id]));
    return ready.length;
  };
  await vi.waitFor(async () => expect(await examined()).toBe(5), { timeout: 30_000 });
});
afterAll(async () => {
  await daemon?.dispose();
  await screen.stop();
});

const FADED = { inSeconds: 0, outSeconds: 5, fadeInSeconds: 2, fadeOutSeconds: 2, endAction: 'hold' };
beforeEach(async () => {
  await verb('cue', { clipId: 'splash' });
  await edit(WHITE, FADED);
  await edit(STILL, FADED);
  await edit(NUMBERED, { endAction: 'hold' });
});

/** Brightness of a white frame that begins at a position of a clip of 5 s. */
const onLine = (seconds: number): number => {
  const lastFrame = 5 - 1 / FRAMES_PER_SECOND;
  return 255 * Math.max(0, Math.min(1, seconds / 2, (lastFrame - seconds) / (lastFrame - 3)));
};
const LINE = Array.from({ length: 5 * FRAMES_PER_SECOND }, (_, frame) => onLine(frame / FRAMES_PER_SECOND));

/** What was seen, without what was seen twice in a row. A look may come while a picture is being drawn: what was not seen twice is none. */
const picturesOf = (looks: readonly Look[]): readonly number[] =>
  looks
    .map(({ brightness }) => brightness)
    .filter((brightness, index, all) => brightness === all[index + 1] || index === all.length - 1)
    .filter((brightness, index, all) => brightness !== all[index - 1]);

/** Each picture is one of the line's, in the line's order, which may begin again. @returns how often it began */
const followLine = (pictures: readonly number[]): number => {
  let [at, passes] = [0, 1];
  for (const brightness of pictures) {
    const isIt = (level: number): boolean => Math.abs(level - brightness) <= MAX_BESIDE_THE_LINE;
    const later = LINE.findIndex((level, frame) => frame >= at && isIt(level));
    const found = later >= 0 ? later : LINE.findIndex(isIt);
    if (found < 0) throw new Error(`${brightness} is not on the line`);
    if (later < 0) passes += 1;
    at = found;
  }
  return passes;
};

const stepsOf = (pictures: readonly number[]): readonly number[] =>
  pictures.slice(1).map((brightness, index) => Math.abs(brightness - (pictures[index] ?? 0)));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const brightest = (looks: readonly Look[]): number => Math.max(...looks.map(({ brightness }) => brightness));

test.each([WHITE, STILL])(
  '%s fades in and out along a straight line, with its first and last frame black',
  async (name) => {
    await verb('cue', { clipId: idOf(name) });
    await expect.poll(() => screen.brightness()).toBe(0);
    const looks = await watchScreen(screen, async () => {
      await verb('play');
      await until('ended');
      await sleep(200);
    });
    const pictures = picturesOf(looks);
    expect(followLine(pictures)).toBe(1);
    expect([pictures[0], Math.max(...pictures), pictures.at(-1)]).toEqual([0, 255, 0]);
    // Of 100 faded frames a busy machine drops some.
    expect(median(stepsOf(pictures))).toBeLessThanOrEqual(MAX_STEP);
    expect(pictures.length).toBeGreaterThan(30);
  },
);

test('every single frame of both fades is on the line, without a step of more than 12', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  await expect.poll(() => screen.brightness()).toBe(0);
  for (const first of [0, 74]) {
    const seen: number[] = [];
    for (let frame = first; frame <= first + 50; frame += 1) {
      await verb('goto', { seconds: frame / FRAMES_PER_SECOND });
      const beside = () => Math.abs(screen.brightness() - (LINE[frame] ?? 0));
      await expect.poll(beside, { interval: 5, message: `frame ${frame}` }).toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
      seen.push(screen.brightness());
    }
    expect(Math.max(...stepsOf(seen))).toBeLessThanOrEqual(MAX_STEP);
    expect([seen[0], seen.at(-1)]).toEqual(first === 0 ? [0, 255] : [255, 0]);
  }
});

test('a clip that stands is as bright as its position, wherever it is sought', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  for (const seconds of [0.04, 1, 2.5, 3.52, 4.48, 4.96, 0]) {
    await verb('goto', { seconds });
    await expect
      .poll(() => Math.abs(screen.brightness() - onLine(seconds)), { message: `at ${seconds} s` })
      .toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
  }
});

test('speed changes nothing of the line', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  await expect.poll(() => screen.brightness()).toBe(0);
  await verb('speed', { factor: 0.5 });
  const looks = await watchScreen(screen, async () => {
    await verb('play');
    await sleep(1500);
    await verb('speed', { factor: 2 });
    await until('ended');
  });
  expect(followLine(picturesOf(looks))).toBe(1);
});

test('a loop goes through black at its seam', async () => {
  await edit(WHITE, { endAction: 'loop' });
  await verb('cue', { clipId: idOf(WHITE) });
  await expect.poll(() => screen.brightness()).toBe(0);
  const looks = await watchScreen(screen, async () => {
    await verb('play');
    await sleep(12_000);
  });
  const pictures = picturesOf(looks);
  expect(followLine(pictures)).toBeGreaterThan(1);
  expect(median(stepsOf(pictures))).toBeLessThanOrEqual(MAX_STEP);
});

test('a clip whose last frame lasts long is black when it has ended, and not when it is played again', async () => {
  // Frames last 40 or 80 ms; the last one before this lasts 80.
  await edit(VARIABLE, { inSeconds: 5, outSeconds: 5.92, fadeOutSeconds: 0.5 });
  await verb('fire', { clipId: idOf(VARIABLE) });
  await until('ended');
  await expect.poll(() => screen.brightness()).toBe(0);
  await verb('goto', { seconds: 5.2 });
  await expect.poll(() => screen.brightness()).toBeGreaterThan(50);
});

/** What white bars spell. */
const WHITE_NUMBER = 4095;

/** Looks at the numbers and the brightness until the frame of this number is there. */
const watchFrames = async (last: number, action: () => Promise<unknown>) => {
  const seen: { readonly frame: number; readonly brightness: number }[] = [];
  const isThere = async (): Promise<void> => {
    await action();
    const latest = performance.now() + 20_000;
    const isLast = (frame = -1): boolean => frame >= last && frame !== WHITE_NUMBER;
    while (!isLast(seen.at(-1)?.frame) && performance.now() < latest) await sleep(5);
  };
  let isRunning = true;
  const looking = (async () => {
    while (isRunning) {
      seen.push({ frame: screen.frameNumber(), brightness: screen.brightness() });
      await sleep(2);
    }
  })();
  await isThere();
  isRunning = false;
  await looking;
  return seen;
};

const NUMBERED_BRIGHTNESS = 200;
const AFTER_BLACK: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['fired after it has ended', () => verb('fire', { clipId: idOf(NUMBERED) })],
  [
    'cued, then played',
    async () => {
      await verb('cue', { clipId: idOf(NUMBERED) });
      await sleep(300);
      await verb('play');
    },
  ],
];

test.each(AFTER_BLACK)(
  'after a fade out the next clip comes with its first frame, and nothing flashes: %s',
  async (_how, take) => {
    await edit(WHITE, { outSeconds: 1, fadeInSeconds: 0, fadeOutSeconds: 0.5 });
    await verb('fire', { clipId: idOf(WHITE) });
    await until('ended');
    await expect.poll(() => screen.brightness()).toBe(0);
    const seen = await watchFrames(10, take);
    // Black spells the number 0, too, where the lower half is not looked at.
    const first = seen.findIndex(({ brightness }) => brightness > 20);
    expect(Math.max(...seen.map(({ brightness }) => brightness))).toBeLessThan(NUMBERED_BRIGHTNESS);
    expect(seen[first]?.frame).toBeLessThanOrEqual(1);
    expect(seen.slice(first).some(({ brightness }) => brightness < 20)).toBe(false);
  },
);

test('a clip that follows without a gap comes with its first frame after the last, black one', async () => {
  await edit(WHITE, { outSeconds: 2, fadeInSeconds: 0.5, fadeOutSeconds: 0.5, endAction: 'next' });
  await call('POST', `/clips/${idOf(WHITE)}/move`, { number: 1 });
  await call('POST', `/clips/${idOf(NUMBERED)}/move`, { number: 2 });
  await verb('cue', { clipId: idOf(WHITE) });
  await expect.poll(() => screen.brightness()).toBe(0);
  await verb('play');
  await expect.poll(() => screen.brightness()).toBe(255);
  const seen = await watchFrames(10, () => Promise.resolve());
  const dark = seen.findIndex(({ brightness }) => brightness === 0);
  expect(dark).toBeGreaterThan(0);
  const after = seen.slice(dark);
  const first = after.findIndex(({ brightness }) => brightness > 20);
  expect(after[first]?.frame).toBeLessThanOrEqual(1);
  expect(Math.max(...after.map(({ brightness }) => brightness))).toBeLessThan(NUMBERED_BRIGHTNESS);
});

test('a clip that is fired while another fades is not seen brighter than either', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  await verb('play');
  await expect.poll(() => screen.brightness()).toBeGreaterThan(60);
  await verb('pause');
  const { positionSeconds } = await transport();
  const looks = await watchScreen(screen, async () => {
    await verb('fire', { clipId: idOf(STILL) });
    await sleep(300);
  });
  expect(brightest(looks)).toBeLessThanOrEqual(onLine(positionSeconds) + MAX_BESIDE_THE_LINE);
});

test('when mpv dies in a fade, the clip is back at the level of its position', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  await verb('goto', { seconds: 0.6 });
  const level = onLine(0.6);
  await expect.poll(() => Math.abs(screen.brightness() - level)).toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
  const [mpv = 0] = playersOf(daemon.socketPath);
  const looks = await watchScreen(screen, async () => {
    process.kill(mpv, 'SIGKILL');
    await expect.poll(() => playersOf(daemon.socketPath).filter((pid) => pid !== mpv).length).toBe(1);
    await expect.poll(() => screen.brightness(), { timeout: 20_000 }).toBe(0);
    await expect
      .poll(() => Math.abs(screen.brightness() - level), { timeout: 20_000 })
      .toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
    await sleep(300);
  });
  expect(brightest(looks)).toBeLessThanOrEqual(level + MAX_BESIDE_THE_LINE);
});

test('an edit of the fades is on the screen at once, without a flash', async () => {
  await verb('cue', { clipId: idOf(WHITE) });
  await verb('goto', { seconds: 1 });
  const isAt = (level: number) =>
    expect.poll(() => Math.abs(screen.brightness() - level)).toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
  await isAt(127.5);
  const looks = await watchScreen(screen, async () => {
    await edit(WHITE, { fadeInSeconds: 4 });
    await isAt(63.75);
    await edit(WHITE, { inSeconds: 0.5, fadeInSeconds: 2 });
    await isAt(63.75);
  });
  expect(brightest(looks)).toBeLessThanOrEqual(127.5 + MAX_BESIDE_THE_LINE);
  await edit(WHITE, { inSeconds: 0, fadeInSeconds: 0, fadeOutSeconds: 0 });
  await isAt(255);
  await edit(WHITE, { fadeInSeconds: 2 });
  await isAt(127.5);
});

test('an item’s own fades are taken, whatever the clip’s are, and the master’s go on top', async () => {
  const [none, short] = [{ fadeInSeconds: 0, fadeOutSeconds: 0 }, { fadeInSeconds: 4 }];
  const items = [none, short].map((fades) => ({ clipId: idOf(WHITE), ...fades }));
  const { id } = await call<{ id: string }>('POST', '/lists', { name: 'Evening', items });
  await verb('activate', { listId: id });
  await verb('next');
  await expect.poll(() => screen.brightness()).toBe(255);
  await verb('next');
  await verb('goto', { seconds: 2 });
  const isAt = (level: number) =>
    expect.poll(() => Math.abs(screen.brightness() - level)).toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
  await isAt(127.5);
  await verb('fade', { to: 'black', seconds: 0 });
  await isAt(0);
  await verb('fade', { to: 'picture', seconds: 0 });
  await isAt(127.5);
  await call('DELETE', `/lists/${id}`);
});

test('black after an item is a cut to black', async () => {
  const items = [{ clipId: idOf(WHITE), follow: 'black', fadeInSeconds: 0, fadeOutSeconds: 0 }];
  const { id } = await call<{ id: string }>('POST', '/lists', { name: 'Evening', items });
  await edit(WHITE, { outSeconds: 1 });
  await verb('activate', { listId: id });
  await verb('go');
  await expect.poll(() => screen.brightness()).toBe(255);
  await expect.poll(() => screen.brightness()).toBe(0);
  await until('stopped');
  await call('DELETE', `/lists/${id}`);
});
