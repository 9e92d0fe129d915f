// Fades as they are on the screen: a real mpv on a real X server, read from its frame buffer.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { createMaster, type Master } from '../../src/deck/master/master.ts';
import type { Media } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { type Look, watchScreen } from './screen-watch.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const FADE_SECONDS = 2;
/** Of 255. */
const MAX_BESIDE_THE_LINE = 4;
const MAX_STEP = 12;
let folder: string;
let screen: VirtualScreen;
let real: Awaited<ReturnType<typeof createRealPlayer>>;
let master: Master;
/** What mpv was given, and when. */
const given: { readonly atMs: number; readonly level: number }[] = [];

beforeAll(async () => {
  screen = await startVirtualScreen();
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-fade-'));
  const program = join(folder, 'mpv');
  writeFileSync(program, `#!/bin/sh\nDISPLAY=${screen.display} exec mpv "$@"\n`);
  chmodSync(program, 0o755);
  real = await createRealPlayer(folder, { program, extraArguments: ['--vo=x11', '--ao=null'] });
  master = createMaster({
    player: {
      setLevels: (levels) => {
        given.push({ atMs: performance.now(), level: levels.picture * 255 });
        real.player.setLevels(levels);
      },
    },
    clock: createSystemClock(),
    ...{ sound: FULL_SOUND, savedSound: FULL_SOUND, fadedTo: 'picture' },
    onChange: () => undefined,
    save: async () => undefined,
  });
  await when(real.player, ({ running }) => running);
});
afterAll(async () => {
  await master.dispose();
  await real.dispose();
  await screen.stop();
  rmSync(folder, { recursive: true, force: true });
});

const show = (picture: Media, playing: boolean): Promise<void> =>
  real.player.perform({
    ...{ do: 'load', atSeconds: 0, playing, speed: 1, why: 'test' },
    cue: { picture, section: { inSeconds: 0, outSeconds: 20, loop: false, toEnd: true }, sound: FULL_SOUND },
  });

const isAllWhite = (): Promise<unknown> => expect.poll(() => screen.brightness()).toBe(255);

/** Each look is a level that mpv was given, in the order in which it was given them; returns how long after, in ms. */
const followLine = (looks: readonly Look[]): readonly number[] => {
  let at = 0;
  return looks.map(({ atMs, brightness }) => {
    const found = given.findIndex(
      ({ level }, index) => index >= at && Math.abs(level - brightness) <= MAX_BESIDE_THE_LINE,
    );
    if (found === -1) throw new Error(`${brightness} is on no line after ${given[at]?.level}`);
    at = found;
    // While the line is near it, it is on the line.
    const last = given.findLast(
      (entry) => entry.atMs <= atMs && Math.abs(entry.level - brightness) <= MAX_BESIDE_THE_LINE,
    );
    return last === undefined ? 0 : atMs - last.atMs;
  });
};

/** Steps between pictures that came one after the other. */
const stepsOf = (looks: readonly Look[]): readonly number[] => {
  const changes = looks.filter(({ brightness }, index) => brightness !== looks[index - 1]?.brightness);
  return changes.slice(1).map(({ brightness }, index) => Math.abs(brightness - (changes[index]?.brightness ?? 0)));
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const PICTURES: readonly (readonly [string, Media, boolean])[] = [
  ['a video that plays', { kind: 'video', path: media('white-25.mp4') }, true],
  ['a video that stands', { kind: 'video', path: media('white-25.mp4') }, false],
  ['a still', { kind: 'still', path: media('white.png') }, true],
  ['the splash screen', { kind: 'screen', path: media('white.png') }, false],
];

/** A machine that is busy holds up single pictures; what is uneven each time is the fade's own. */
const TRIES = 12;

interface Evenness {
  readonly largestStep: number;
  readonly medianLagMs: number;
}

/** Checks what must hold at each try; how even the fade was is for the best of them to show. */
const fadeOnce = async (to: 'black' | 'picture'): Promise<Evenness> => {
  given.length = 0;
  const looks = await watchScreen(screen, async () => {
    master.fade(to, FADE_SECONDS);
    await sleep(FADE_SECONDS * 1000);
    await expect.poll(() => screen.brightness()).toBe(to === 'black' ? 0 : 255);
  });
  const whole = looks.filter(({ isTorn }) => !isTorn);
  return { largestStep: Math.max(...stepsOf(whole)), medianLagMs: quantile(followLine(whole), 0.5) };
};

const isEven = ({ largestStep, medianLagMs }: Evenness): boolean => largestStep <= MAX_STEP && medianLagMs < 150;

test.each(PICTURES)('%s fades along a straight line to true black, and back', async (_name, picture, playing) => {
  const tried: Record<'black' | 'picture', Evenness[]> = { black: [], picture: [] };
  const isMissing = (): boolean => !Object.values(tried).every((tries) => tries.some(isEven));
  for (let tries = 0; tries < TRIES && isMissing(); tries += 1) {
    master.fade('picture', 0);
    await show(picture, playing);
    await isAllWhite();
    tried.black.push(await fadeOnce('black'));
    tried.picture.push(await fadeOnce('picture'));
  }
  expect(isMissing(), JSON.stringify(tried)).toBe(false);
});

test('what runs under the black runs on, and nothing of it is seen, whatever is done', async () => {
  master.fade('picture', 0);
  await show({ kind: 'video', path: media('white-25.mp4') }, true);
  await isAllWhite();
  master.fade('black', 0);
  await expect.poll(() => screen.brightness()).toBe(0);
  const before = real.player.view().positionSeconds;
  const looks = await watchScreen(screen, async () => {
    await expect.poll(() => real.player.view().positionSeconds).toBeGreaterThan(before + 0.3);
    await real.player.perform({ do: 'seek', toSeconds: 5, why: 'test' });
    await real.player.perform({ do: 'pause', why: 'test' });
    await show({ kind: 'still', path: media('white.png') }, true);
    await show({ kind: 'video', path: media('white-25.mp4') }, true);
    const gone = when(real.player, ({ running }) => !running);
    await real.kill();
    await gone;
    await expect.poll(() => real.player.view().running).toBe(true);
    await show({ kind: 'video', path: media('white-25.mp4') }, true);
    await sleep(500);
  });
  expect(Math.max(...looks.map(({ brightness }) => brightness))).toBe(0);
  master.fade('picture', 0);
  await isAllWhite();
});
