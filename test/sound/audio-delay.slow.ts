// What is heard of the sound's delay: a real mpv plays a clip with one short tone into a file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL_SOUND, type Section } from '../../src/deck/clips/clip.ts';
import type { Cue } from '../../src/deck/ports.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { readWindows } from './recording.ts';

const WINDOW_SECONDS = 0.02;
const TONE = { startSeconds: 2, endSeconds: 2.2 } as const;
const LENGTH_SECONDS = 4;
const AUDIBLE_DECIBELS = -40;
/** Of what is heard: two windows, and what mpv lets begin a little late. */
const TOLERANCE_SECONDS = 0.05;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-delay-'));
  const { startSeconds, endSeconds } = TONE;
  const tone = `aevalsrc='if(between(t,${startSeconds},${endSeconds}),0.5*sin(2*PI*440*t),0)':d=${LENGTH_SECONDS}:s=48000`;
  execFileSync('ffmpeg', [
    ...[
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `color=c=gray:s=192x108:r=25:d=${LENGTH_SECONDS}`,
      '-f',
      'lavfi',
      '-i',
      tone,
    ],
    ...['-c:v', 'libx264', '-g', '25', '-c:a', 'pcm_f32le', join(folder, 'tone.mkv')],
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MPVS: readonly (readonly [string, string])[] = [
  ['of this system', 'mpv'],
  ...(hasNewerMpv ? ([['of a later release', NEWER_MPV]] as const) : []),
];

const start = async (program: string) => {
  const recording = join(folder, `${crypto.randomUUID()}.wav`);
  const home = mkdtempSync(join(folder, 'mpv-'));
  const extraArguments = ['--ao=pcm', `--ao-pcm-file=${recording}`, '--gapless-audio=yes'];
  const real = await createRealPlayer(home, { program, extraArguments });
  await expect.poll(() => real.player.view().running).toBe(true);
  const delay = (audioDelayMilliseconds: number): Promise<void> =>
    real.player.perform({ do: 'output', output: { rotationDegrees: 0, audioDelayMilliseconds }, why: 'test' });
  const play = (section: Partial<Section> = {}): Promise<void> => {
    const cue: Cue = {
      picture: { kind: 'video', path: join(folder, 'tone.mkv') },
      section: { inSeconds: 1, outSeconds: 3.5, loop: false, toEnd: false, ...section },
      sound: FULL_SOUND,
    };
    return real.player.perform({
      ...{ do: 'load', cue, atSeconds: cue.section.inSeconds, playing: true, speed: 1, why: 'test' },
    });
  };
  return {
    ...{ real, delay, play },
    /** When each tone begins and how long it is, in seconds from the first sample. */
    hear: async (): Promise<{ readonly tones: readonly (readonly [number, number])[]; readonly seconds: number }> => {
      await real.dispose();
      const windows = readWindows(recording);
      const tones: [number, number][] = [];
      let wasAudible = false;
      for (const [index, decibels] of windows.entries()) {
        const isAudible = decibels > AUDIBLE_DECIBELS;
        const last = tones.at(-1);
        if (isAudible && !wasAudible) tones.push([index * WINDOW_SECONDS, WINDOW_SECONDS]);
        else if (isAudible && last !== undefined) last[1] += WINDOW_SECONDS;
        wasAudible = isAudible;
      }
      return { tones, seconds: windows.length * WINDOW_SECONDS };
    },
  };
};

const isNear = (heard: number | undefined, wanted: number, tolerance = TOLERANCE_SECONDS): void => {
  expect(Math.abs((heard ?? -1) - wanted), `${heard} instead of ${wanted}`).toBeLessThan(tolerance);
};

describe.each(MPVS)('mpv %s', (_name, program) => {
  test.each([0, 40, 300, 1200, -300, -500])('by %i ms: from the in point to the out point', async (milliseconds) => {
    const { real, delay, play, hear } = await start(program);
    await delay(milliseconds);
    await play();
    const begun = performance.now();
    const positions: number[] = [];
    await expect
      .poll(
        () => {
          const { positionSeconds, ended } = real.player.view();
          positions.push(positionSeconds);
          return ended;
        },
        { interval: 10 },
      )
      .toBe(true);
    // The picture is not held up, and its time never goes back.
    expect(performance.now() - begun).toBeLessThan(2500 + 1000);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const { tones } = await hear();
    expect(tones).toHaveLength(1);
    isNear(tones[0]?.[0], TONE.startSeconds - 1 + milliseconds / 1000);
    isNear(tones[0]?.[1], 0.2);
  });

  test('a clip that plays to the end of its file ends with its picture', async () => {
    const { real, delay, play, hear } = await start(program);
    await delay(1500);
    await play({ inSeconds: 0, outSeconds: LENGTH_SECONDS, toEnd: true });
    await expect.poll(() => real.player.view().ended).toBe(true);
    expect(real.player.view().positionSeconds).toBeLessThan(LENGTH_SECONDS + 0.05);
    const { tones, seconds } = await hear();
    isNear(tones[0]?.[0], TONE.startSeconds + 1.5);
    expect(seconds).toBeLessThan(LENGTH_SECONDS + 0.1);
  });

  test('it is taken up at each turn of a loop', async () => {
    const { real, delay, play, hear } = await start(program);
    await delay(400);
    await play({ inSeconds: 1.5, outSeconds: 3, loop: true });
    let turns = 0;
    let last = 0;
    real.player.subscribe(({ positionSeconds }) => {
      if (positionSeconds < last - 0.5) turns += 1;
      last = positionSeconds;
    });
    await expect.poll(() => turns).toBeGreaterThanOrEqual(2);
    const { tones } = await hear();
    expect(tones.length).toBeGreaterThanOrEqual(2);
    isNear(tones[0]?.[0], 0.9);
    // mpv leaves a little of the sound out where it turns.
    isNear(tones[1]?.[0], 0.9 + 1.5, 0.1);
  });
});
