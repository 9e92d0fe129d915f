// What the operator lays over the picture, as it is on screens of every shape: a real mpv on a real X server.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { FULL_LEVELS } from '../../src/deck/master/levels.ts';
import { ROTATIONS } from '../../src/deck/output.ts';
import { NO_LINES } from '../../src/deck/overlay/overlay-lines.ts';
import type { Media } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { writeScript } from '../fixtures/script.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { startVirtualScreen } from './virtual-screen.ts';

const MAX_GROWTH_MIB = 64;
const BLACK: Media = { kind: 'screen', path: 'clips/black.png' };
const LONG = {
  'wide letters without a space': 'W'.repeat(200),
  'narrow letters': 'i'.repeat(200),
  words: 'The service begins at half past seven. '.repeat(5),
  'letters of other scripts': '会議は七時半に始まります'.repeat(16).slice(0, 200),
  'codes of drawings': '{\\an7\\pos(0,0)\\fs900\\p1}m 0 0 l 9000 0 9000 9000\\N{\\r}'.repeat(3),
} as const;

const open = async (width: number, height: number) => {
  const screen = await startVirtualScreen({ size: [width, height] });
  onTestFinished(() => screen.stop());
  const folder = await temporaryFolder();
  const real = await createRealPlayer(folder, {
    program: await writeScript(folder, 'mpv', `DISPLAY=${screen.display} exec mpv "$@"`),
    extraArguments: ['--vo=x11', '--ao=null'],
  });
  onTestFinished(() => real.dispose());
  await when(real.player, ({ running }) => running);
  const show = (picture: Media, playing = false): Promise<void> =>
    real.player.perform({
      ...{ do: 'load', atSeconds: 0, playing, speed: 1, why: 'test' },
      cue: { picture, section: { inSeconds: 0, outSeconds: 4, loop: true, toEnd: false }, sound: FULL_SOUND },
    });
  const bounds = () => screen.bounds(100);
  return { screen, real, show, bounds };
};

test.each([
  ['1080p', 960, 540],
  ['a portrait screen', 300, 800],
  ['4:3', 640, 480],
  ['three screens beside each other', 1440, 270],
])('every text fits %s, in the middle, however the picture is turned', async (_name, width, height) => {
  const { real, show, bounds } = await open(width, height);
  await show(BLACK);
  for (const rotationDegrees of ROTATIONS) {
    await real.player.perform({ do: 'output', output: { rotationDegrees }, why: 'test' });
    for (const [name, text] of Object.entries(LONG)) {
      for (const time of ['', '100:00:00']) {
        real.player.setOverlay(NO_LINES);
        await expect.poll(bounds).toEqual([width, height, 0, 0]);
        real.player.setOverlay({ text: text.slice(0, 200), time });
        await expect.poll(() => bounds()[2]).toBeGreaterThan(0);
        const [left, top, right, bottom] = bounds();
        const said = `${name} at ${rotationDegrees}°: ${[left, top, right, bottom]}`;
        expect(Math.min(left, width - 1 - right), said).toBeGreaterThan(width * 0.01);
        expect(Math.min(top, height - 1 - bottom), said).toBeGreaterThan(height * 0.01);
        expect(Math.abs((left + right - width) / 2), said).toBeLessThan(width * 0.03);
        expect(Math.abs((top + bottom - height) / 2), said).toBeLessThan(height * 0.08);
      }
    }
  }
});

const peakMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('it lies over what is loaded, what ends and an mpv that follows, and a fade to black hides it', async () => {
  const { screen, real, show, bounds } = await open(960, 540);
  await show(BLACK);
  const before = peakMiB(await real.pid());
  real.player.setOverlay({ text: 'Back soon', time: '10:00' });
  const isSeen = () => expect.poll(() => bounds()[2]).toBeGreaterThan(480);
  const isHidden = () => expect.poll(() => screen.brightest()).toBe(0);
  await isSeen();
  real.player.setLevels({ ...FULL_LEVELS, picture: 0 });
  await isHidden();
  real.player.setOverlay({ text: 'Back soon', time: '9:59' });
  await show(BLACK);
  await isHidden();
  const gone = when(real.player, ({ running }) => !running);
  await real.kill();
  await gone;
  await when(real.player, ({ running }) => running);
  await show(BLACK);
  await isHidden();
  real.player.setLevels(FULL_LEVELS);
  await isSeen();
  expect(peakMiB(await real.pid()) - before).toBeLessThan(MAX_GROWTH_MIB);
  await show({ kind: 'still', path: media('still.jpg') }, true);
  await show({ kind: 'video', path: media('short-25.mp4') }, true);
  await show(BLACK);
  await isSeen();
  real.player.setOverlay(NO_LINES);
  await isHidden();
});
