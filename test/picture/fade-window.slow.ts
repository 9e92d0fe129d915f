// A fade covers a screen of any shape to its last pixel, and takes little memory for it.
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { FULL_LEVELS } from '../../src/deck/master/levels.ts';
import { when } from '../contracts/player-contract.ts';
import { writeScript } from '../fixtures/script.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { startVirtualScreen } from './virtual-screen.ts';

/** A Pi has 1 GiB for everything. */
const MAX_GROWTH_MIB = 64;

const peakMiB = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.each([
  ['1080p', 1920, 1080],
  ['a portrait screen', 600, 1600],
  ['4:3', 640, 480],
  ['three screens beside each other', 2880, 540],
])('on %s', async (_name, width, height) => {
  const screen = await startVirtualScreen({ size: [width, height] });
  onTestFinished(() => screen.stop());
  const folder = await temporaryFolder();
  const real = await createRealPlayer(folder, {
    program: await writeScript(folder, 'mpv', `DISPLAY=${screen.display} exec mpv "$@"`),
    extraArguments: ['--vo=x11', '--ao=null', '--keepaspect=no'],
  });
  onTestFinished(() => real.dispose());
  await when(real.player, ({ running }) => running);
  await real.player.perform({
    ...{ do: 'load', atSeconds: 0, playing: false, speed: 1, why: 'test' },
    cue: {
      picture: { kind: 'screen', path: media('white.png') },
      section: { inSeconds: 0, outSeconds: 20, loop: false, toEnd: true },
      sound: { volumePercent: 100, muted: false },
    },
  });
  await expect.poll(() => screen.brightness()).toBe(255);
  const before = peakMiB(await real.pid());
  for (const picture of [0.9, 0.5, 0.1]) {
    real.player.setLevels({ ...FULL_LEVELS, picture });
    await expect.poll(() => Math.abs(screen.brightest() - picture * 255)).toBeLessThan(4);
  }
  real.player.setLevels({ ...FULL_LEVELS, picture: 0 });
  await expect.poll(() => screen.brightest()).toBe(0);
  expect(peakMiB(await real.pid()) - before).toBeLessThan(MAX_GROWTH_MIB);
});
