// What is heard of a clip's own fades: a real mpv plays a tone into a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { type ClipFade, levelAt, toClipFades } from '../../src/deck/playback/clip-fades.ts';
import type { Cue } from '../../src/deck/ports.ts';
import { media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { largestStep, readWindows } from './recording.ts';

const WINDOW_SECONDS = 0.02;
const MAX_DECIBELS_BESIDE_THE_LINE = 0.7;
/** Below this level one window of a straight line on the cubic scale is more than a decibel. */
const STEEP_LEVEL = 0.3;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuedeck-sound-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Decibels of the 20 ms that begin at each position of the cue, as heard. */
const hear = async (cue: Cue, program: string): Promise<readonly number[]> => {
  const recording = join(folder, 'heard.wav');
  const extraArguments = ['--ao=pcm', `--ao-pcm-file=${recording}`, '--gapless-audio=yes'];
  const real = await createRealPlayer(folder, { program, extraArguments });
  await expect.poll(() => real.player.view().running).toBe(true);
  await real.player.perform({ do: 'load', cue, atSeconds: 0, playing: true, speed: 1, why: 'test' });
  await expect.poll(() => real.player.view().ended, { timeout: 20_000 }).toBe(true);
  await real.dispose();
  return readWindows(recording);
};

const TONE = media('pure-tone-25.mkv');
const toCue = (picture: Cue['picture'], outSeconds: number, fades: readonly ClipFade[]): Cue => ({
  picture,
  section: { inSeconds: 0, outSeconds, loop: false, toEnd: false },
  sound: FULL_SOUND,
  fades,
});

const expectLine = (heard: readonly number[], fades: readonly ClipFade[], seconds: number): void => {
  const full = Math.max(...heard);
  const levels = heard.map((_, index) => levelAt(fades, (index + 0.5) * WINDOW_SECONDS));
  const beside = heard.flatMap((decibels, index) => {
    const level = levels[index] ?? 0;
    return level < 0.1 ? [] : [Math.abs(decibels - full - 60 * Math.log10(level))];
  });
  expect(Math.max(...beside)).toBeLessThan(MAX_DECIBELS_BESIDE_THE_LINE);
  const smooth = heard.filter((_, index) => (levels[index] ?? 0) > STEEP_LEVEL);
  expect(smooth.length).toBeGreaterThan(100);
  expect(heard.length * WINDOW_SECONDS).toBeCloseTo(seconds, 0);
};

const MPVS: readonly (readonly [string, string])[] = [
  ['of this system', 'mpv'],
  ...(hasNewerMpv ? ([['of a later release', NEWER_MPV]] as const) : []),
];

test.each(MPVS)(
  'the sound goes along the cubic scale with the picture, to silence at both ends: mpv %s',
  async (_name, program) => {
    const fades = toClipFades({ fadeInSeconds: 2, fadeOutSeconds: 2 }, { inSeconds: 0, outSeconds: 5 });
    const heard = await hear(toCue({ kind: 'video', path: TONE }, 5, fades), program);
    expectLine(heard, fades, 5);
    const full = Math.max(...heard);
    expect(Math.max(heard[0] ?? 0, heard.at(-1) ?? 0)).toBeLessThan(full - 60);
    // From 0.6 s, where the line is at 0.3, to 4.3 s.
    expect(largestStep(heard.slice(31, 215))).toBeLessThan(1);
  },
);

test('of clips that are loaded as one, each fades at its own place', async () => {
  const parts = [0, 1].map(() => ({ path: TONE, inSeconds: 1, outSeconds: 3 }));
  const at = (startSeconds: number) => ({ startSeconds: startSeconds - 0.002, endSeconds: startSeconds + 1.998 });
  const out = toClipFades({ fadeInSeconds: 0, fadeOutSeconds: 1 }, { inSeconds: 0, outSeconds: 2 }, at(0));
  const into = toClipFades({ fadeInSeconds: 1, fadeOutSeconds: 0 }, { inSeconds: 2, outSeconds: 4 }, at(2));
  const fades = [...out, ...into];
  const heard = await hear(toCue({ kind: 'reel', parts }, 4, fades), 'mpv');
  expectLine(heard, fades, 4);
  const full = Math.max(...heard);
  expect(Math.max(...heard.slice(98, 102))).toBeLessThan(full - 60);
});
