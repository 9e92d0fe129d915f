// What is on the screen while a decoder fails and the next one takes over: a real mpv, a real X server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Cue, Step } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { createFaultyMpv, hasDecoderShim, SHIMMED_WAYS } from '../fixtures/decoder-shim/faulty-mpv.ts';
import { media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const TIMES = 5;
/** The lower half of a numbered picture is grey. */
const MIN_BRIGHTNESS = 30;

const cue: Cue = {
  picture: {
    kind: 'video',
    path: media('numbered-25-sound.mp4'),
    coding: {
      ...{ videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p', width: 192, height: 108, interlaced: false },
      frameRate: { numerator: 25, denominator: 1 },
    },
  },
  section: { inSeconds: 0, outSeconds: 9, loop: true, toEnd: false },
  sound: { volumePercent: 100, muted: false },
};
const load = (atSeconds: number): Step => ({ do: 'load', cue, atSeconds, playing: true, speed: 1, why: 'test' });

const MPVS = [
  { name: 'mpv 0.35', mpv: 'mpv', exists: true },
  { name: 'mpv 0.40', mpv: NEWER_MPV, exists: hasNewerMpv },
].filter(({ exists }) => exists && hasDecoderShim);

describe.each(MPVS)('with $name', ({ mpv }) => {
  let screen: VirtualScreen;
  beforeAll(async () => {
    screen = await startVirtualScreen();
  });
  afterAll(() => screen.stop());

  test.each(['refused', 'hung', 'gone', 'slow', 'garbage'] as const)(
    `a decoder that is %s: never black, and the picture does not go back, ${TIMES} times`,
    async (fault) => {
      for (let time = 0; time < TIMES; time++) {
        vi.stubEnv('DISPLAY', screen.display);
        const folder = mkdtempSync(join(tmpdir(), 'cuedeck-fault-'));
        const { program, fail } = createFaultyMpv(folder, mpv);
        const extraArguments = ['--vo=x11', '--ao=null'];
        const decodingPlan = () => SHIMMED_WAYS;
        const { player, log, dispose } = await createRealPlayer(folder, { program, extraArguments, decodingPlan });
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        await when(player, ({ running }) => running);
        await player.perform(load(0));
        await expect.poll(screen.frameNumber).toBeGreaterThan(0);
        const seen: { readonly frame: number; readonly brightness: number }[] = [];
        const look = setInterval(() => seen.push({ frame: screen.frameNumber(), brightness: screen.brightness() }), 2);
        fail(fault);
        if (fault === 'refused' || fault === 'garbage') await player.perform(load(2));
        await expect.poll(() => log.lines.filter(({ level }) => level === 'warning').length).toBe(1);
        const { positionSeconds } = player.view();
        await when(player, (view) => view.positionSeconds > positionSeconds + 0.4);
        clearInterval(look);
        await dispose();

        expect(Math.min(...seen.map(({ brightness }) => brightness))).toBeGreaterThan(MIN_BRIGHTNESS);
        const frames = seen.map(({ frame }) => frame).filter((frame) => frame >= 0);
        const back = frames.slice(1).map((frame, index) => frame - (frames[index] ?? frame));
        // The next decoder begins at the picture that stood.
        expect(Math.min(...back)).toBeGreaterThanOrEqual(-1);
      }
    },
  );
});
