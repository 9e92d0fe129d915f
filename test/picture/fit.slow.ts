// How pictures of every shape fit the screen: a real mpv on a real X server, read from its frame buffer.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { FITS, type Fit, type LiveOutput, ROTATIONS } from '../../src/deck/output.ts';
import type { Media } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { writeScript } from '../fixtures/script.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const SCREEN = { width: 640, height: 360 } as const;
/** Pixels, and a share: a picture is cut and scaled to whole, even sides, and its edges are blurred by coding and scaling. */
const TOLERANCE = { pixels: 5, share: 0.025 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Shape extends Size {
  /** Width of a pixel, in its heights. */
  readonly aspect: number;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  '4:3': { width: 320, height: 240, aspect: 1 },
  '16:9': { width: 320, height: 180, aspect: 1 },
  '21:9': { width: 420, height: 180, aspect: 1 },
  portrait: { width: 180, height: 320, aspect: 1 },
  anamorphic: { width: 240, height: 240, aspect: 2 },
};

let folder: string;
let screen: VirtualScreen;
let real: Awaited<ReturnType<typeof createRealPlayer>>;
let output: LiveOutput = { rotationDegrees: 0 };

/** On screen. */
const toShown = ({ width, height, aspect }: Shape): Size => ({ width: width * aspect, height });
/** Side of the grey square in the middle of the white picture, in its own pixels on screen. */
const toSide = (shape: Shape): number => Math.min(...Object.values(toShown(shape))) / 2;

const pathOf = (name: string, kind: 'mp4' | 'png'): string => join(folder, `${name.replace(':', '-')}.${kind}`);

const make = (name: string, shape: Shape): void => {
  const side = toSide(shape);
  const across = side / shape.aspect;
  const box = `drawbox=x=(iw-${across})/2:y=(ih-${side})/2:w=${across}:h=${side}:color=gray:t=fill`;
  const picture = ['-f', 'lavfi', '-i', `color=c=white:s=${shape.width}x${shape.height}:r=25:d=4`];
  const filter = ['-vf', `${box},setsar=${shape.aspect}`];
  const video = [...filter, '-c:v', 'libx264', '-crf', '12', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...video, pathOf(name, 'mp4')]);
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...filter, '-frames:v', '1', pathOf(name, 'png')]);
};

beforeAll(async () => {
  screen = await startVirtualScreen({ size: [SCREEN.width, SCREEN.height] });
  folder = await temporaryFolder(afterAll);
  for (const [name, shape] of Object.entries(SHAPES)) make(name, shape);
  real = await createRealPlayer(folder, {
    program: await writeScript(folder, 'mpv', `DISPLAY=${screen.display} exec mpv "$@"`),
    extraArguments: ['--vo=x11', '--ao=null'],
  });
  await when(real.player, ({ running }) => running);
});
afterAll(async () => {
  await real.dispose();
  await screen.stop();
});

const change = async (next: LiveOutput): Promise<void> => {
  await real.player.perform({ do: 'output', output: next, why: 'test' });
  output = next;
};

const show = (picture: Media, playing = false): Promise<void> =>
  real.player.perform({
    ...{ do: 'load', atSeconds: 0, playing, speed: 1, why: 'test' },
    cue: { picture, section: { inSeconds: 0, outSeconds: 3, loop: true, toEnd: false }, sound: FULL_SOUND },
  });

/** How many pixels in a row around the middle are as wanted. */
const extent = (length: number, is: (at: number) => boolean): number => {
  const middle = length / 2;
  let [low, high] = [middle, middle];
  while (low > 0 && is(low - 1)) low -= 1;
  while (high < length && is(high)) high += 1;
  return high - low;
};

const measure = (is: (brightness: number) => boolean): Size => ({
  width: extent(SCREEN.width, (x) => is(screen.pixel(x, SCREEN.height / 2))),
  height: extent(SCREEN.height, (y) => is(screen.pixel(SCREEN.width / 2, y))),
});

/** What is on the screen: the picture, and the square in it. */
const see = (): readonly Size[] => [
  measure((brightness) => brightness > 60),
  measure((brightness) => brightness > 60 && brightness < 190),
];

const toExpected = (shape: Shape, { fit = 'contain', rotationDegrees }: LiveOutput): readonly Size[] => {
  const upright = toShown(shape);
  const { width, height } = rotationDegrees % 180 === 0 ? upright : { width: upright.height, height: upright.width };
  const [across, down] = [SCREEN.width / width, SCREEN.height / height];
  const scales: Readonly<Record<Fit, readonly [number, number]>> = {
    contain: [Math.min(across, down), Math.min(across, down)],
    cover: [Math.max(across, down), Math.max(across, down)],
    stretch: [across, down],
  };
  const [x, y] = scales[fit];
  const side = toSide(shape);
  return [
    { width: Math.min(SCREEN.width, width * x), height: Math.min(SCREEN.height, height * y) },
    { width: Math.min(SCREEN.width, side * x), height: Math.min(SCREEN.height, side * y) },
  ];
};

const isClose = (seen: number, expected: number): boolean =>
  Math.abs(seen - expected) <= Math.max(TOLERANCE.pixels, TOLERANCE.share * expected);

const isNear = (seen: readonly Size[], expected: readonly Size[]): boolean =>
  expected.every(({ width, height }, index) => {
    const { width: across = 0, height: down = 0 } = seen[index] ?? {};
    return isClose(across, width) && isClose(down, height);
  });

const isShown = async (shape: Shape): Promise<void> => {
  const expected = toExpected(shape, output);
  await expect
    .poll(() => {
      const seen = see();
      return isNear(seen, expected) ? expected : seen;
    })
    .toEqual(expected);
};

const CASES = Object.entries(SHAPES).flatMap(([name, shape]) =>
  ROTATIONS.flatMap((rotationDegrees) => FITS.map((fit) => [name, rotationDegrees, fit, shape] as const)).filter(
    // On this output mpv (0.35 and 0.40) turns such a picture without its pixels.
    ([, degrees, fit]) => shape.aspect === 1 || fit === 'stretch' || degrees % 180 === 0,
  ),
);

test.each(CASES)('a video of %s, turned by %i°, %s', async (name, rotationDegrees, fit, shape) => {
  await change({ rotationDegrees, fit });
  await show({ kind: 'video', path: pathOf(name, 'mp4') });
  await isShown(shape);
});

const KINDS: readonly (readonly [string, (name: string) => Media, boolean])[] = [
  ['a video that plays', (name) => ({ kind: 'video', path: pathOf(name, 'mp4') }), true],
  ['a video that stands', (name) => ({ kind: 'video', path: pathOf(name, 'mp4') }), false],
  ['a still', (name) => ({ kind: 'still', path: pathOf(name, 'png') }), true],
  ['a still that is paused', (name) => ({ kind: 'still', path: pathOf(name, 'png') }), false],
  ['the splash screen', (name) => ({ kind: 'screen', path: pathOf(name, 'png') }), false],
  [
    'a reel',
    (name) => {
      const part = { path: pathOf(name, 'mp4'), inSeconds: 0, outSeconds: 1.5 };
      return { kind: 'reel', parts: [part, part] };
    },
    true,
  ],
];

test.each(KINDS)('%s changes at once, and the next one is shown so, too', async (_, of, playing) => {
  const [first, second] = [SHAPES['4:3'], SHAPES['21:9']];
  if (first === undefined || second === undefined) throw new Error('there are no shapes');
  await change({ rotationDegrees: 0 });
  await show(of('4:3'), playing);
  for (const fit of [...FITS, 'contain'] as const) {
    await change({ rotationDegrees: 0, fit });
    await isShown(first);
  }
  await change({ rotationDegrees: 0, fit: 'cover' });
  await show(of('21:9'), playing);
  await isShown(second);
});

test('an mpv that takes the place of one that died is given the fit before it shows anything', async () => {
  const shape = SHAPES['4:3'];
  if (shape === undefined) throw new Error('there is no shape');
  const gone = when(real.player, ({ running }) => !running);
  await real.kill();
  await gone;
  await when(real.player, ({ running }) => running);
  await change({ rotationDegrees: 0, fit: 'stretch' });
  await show({ kind: 'video', path: pathOf('4:3', 'mp4') });
  await isShown(shape);
});
