// What is heard of a clip that is matched: a real mpv plays it into a file, and ffmpeg measures that file.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toMatch } from '../../src/deck/clips/loudness-match.ts';
import { measureLoudness } from '../../src/library/loudness/measure-loudness.ts';
import { makeClip, sine } from '../library/loudness/sounds.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';

const SECONDS = 3;

const measure = async (path: string) => {
  const file = await open(path);
  try {
    const sound = await measureLoudness(file, SECONDS, { priority: 'normal', signal: new AbortController().signal });
    if (sound === undefined) throw new Error(`${path} has no sound`);
    return sound.figures;
  } finally {
    await file.close();
  }
};

test.each([
  ['far too loud', [sine(-6, SECONDS)], -23],
  ['a little too loud', [sine(-21, SECONDS)], -23],
  ['too quiet', [sine(-30, SECONDS)], -30],
])('a clip that is %s is heard at its match', async (_name, sounds, heard) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-matched-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = makeClip(folder, 'clip.mkv', ...sounds);
  const { volumePercent } = toMatch(await measure(path));
  const recording = join(folder, 'heard.wav');
  const real = await createRealPlayer(folder, { extraArguments: ['--ao=pcm', `--ao-pcm-file=${recording}`] });
  await expect.poll(() => real.player.view().running).toBe(true);
  await real.player.perform({
    ...{ do: 'load', atSeconds: 0, playing: true, speed: 1, why: 'test' },
    cue: {
      picture: { kind: 'video', path },
      section: { inSeconds: 0, outSeconds: SECONDS, loop: false, toEnd: true },
      sound: { volumePercent, muted: false },
    },
  });
  await expect.poll(() => real.player.view().ended, { timeout: 20_000 }).toBe(true);
  await real.dispose();
  // ffmpeg is not let read a WAV file here.
  const heardClip = join(folder, 'heard.mkv');
  execFileSync('ffmpeg', ['-v', 'error', '-i', recording, '-c:a', 'copy', heardClip]);
  const { integratedLufs } = await measure(heardClip);
  expect(Math.abs(integratedLufs - heard)).toBeLessThanOrEqual(0.2);
});
