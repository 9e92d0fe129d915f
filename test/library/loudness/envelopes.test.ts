// The envelopes of the clips: made with the loudness, by a real ffmpeg, kept beside it, and gone with the clip.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createLoudness, WAIT, withSound } from './loudness-under-test.ts';
import { makeClip, silence, sine } from './sounds.ts';

const clip = withSound('a');

/** A player that has measured the clip. */
const measured = async (folder: string) => {
  const player = await createLoudness(folder);
  player.loudness.follow([clip]);
  await player.loudness.start();
  await player.ended(clip);
  return player;
};

/** Peaks in dBFS, a channel after the other. */
const read = (path: string | undefined): readonly (readonly number[])[] => {
  const [low = 0, high = 0, channels = 0, ...bytes] = readFileSync(path ?? '');
  expect(low + 256 * high).toBe(1);
  return Array.from({ length: channels }, (_, channel) =>
    bytes.filter((_byte, index) => index % channels === channel).map((byte) => byte / 2 - 100),
  );
};

const namesIn = (folder: string): readonly string[] => readdirSync(join(folder, 'envelopes'));

test('a sine of known level has that level in each channel within half a decibel, all along', async () => {
  const folder = await temporaryFolder();
  const left = (decibels: number) => `${10 ** (decibels / 20)}*sin(2*PI*1000*t)`;
  const twoLevels = `aevalsrc=${left(-12)}|${left(-30)}:s=48000:d=3:c=stereo`;
  makeClip(folder, 'a.mkv', `${twoLevels},afade=d=0.05,afade=t=out:st=2.95:d=0.05`, silence(2));
  const { loudness } = await measured(folder);
  const channels = read(loudness.envelopeOf(clip));
  expect(channels.map(({ length }) => length)).toEqual([50, 50]);
  for (const [channel, level] of [-12, -30].entries()) {
    const peaks = channels[channel] ?? [];
    for (const peak of peaks.slice(1, 29)) expect(Math.abs(peak - level)).toBeLessThanOrEqual(0.5);
    for (const peak of peaks.slice(31)) expect(peak).toBe(-100);
  }
});

test.each(['mpegts', 'matroska'])('sound that begins after the picture is at its own time: %s', async (format) => {
  const folder = await temporaryFolder();
  const picture = ['-f', 'lavfi', '-i', 'color=c=gray:s=64x64:r=25:d=6'];
  const sound = ['-itsoffset', '2', '-f', 'lavfi', '-i', sine(-20, 3)];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'mp2', '-f', format];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, ...coding, join(folder, 'a.mkv')]);
  const { loudness } = await measured(folder);
  const [peaks = []] = read(loudness.envelopeOf(clip));
  expect(Math.abs(peaks.findIndex((peak) => peak > -30) - 20)).toBeLessThanOrEqual(1);
  expect(Math.abs(peaks.length - 50)).toBeLessThanOrEqual(1);
});

test('it is kept for the next start, and made anew when the file changes', async () => {
  const folder = await temporaryFolder();
  makeClip(folder, 'a.mkv', sine(-23, 1));
  const first = await measured(folder);
  const version = first.loudness.of(clip)?.envelope;
  await first.dispose();
  const second = await measured(folder);
  expect([second.loudness.of(clip)?.envelope, second.runs]).toEqual([version, []]);
  await second.dispose();
  makeClip(folder, 'b.mkv', sine(-33, 2));
  renameSync(join(folder, 'b.mkv'), join(folder, 'a.mkv'));
  const third = await measured(folder);
  await vi.waitFor(() => expect(third.loudness.of(clip)?.envelope).toEqual(expect.stringMatching(/^\d+-\d+$/)), WAIT);
  expect(third.loudness.of(clip)?.envelope).not.toBe(version);
  await vi.waitFor(() => expect(namesIn(folder)).toHaveLength(1), WAIT);
  expect(read(third.loudness.envelopeOf(clip))[0]).toHaveLength(20);
});

test('a clip that is removed takes it with it, and what belongs to no clip goes at the start', async () => {
  const folder = await temporaryFolder();
  makeClip(folder, 'a.mkv', sine(-23, 1));
  copyFileSync(join(folder, 'a.mkv'), join(folder, 'gone.mkv'));
  const gone = withSound('gone');
  const first = await createLoudness(folder);
  first.loudness.follow([clip, gone]);
  await first.loudness.start();
  await first.ended(clip);
  await first.ended(gone);
  expect(namesIn(folder)).toHaveLength(2);
  first.loudness.follow([clip]);
  await vi.waitFor(() => expect(namesIn(folder)).toEqual([expect.stringMatching(/^a\./)]), WAIT);
  await first.dispose();
  writeFileSync(join(folder, 'envelopes', 'left.1-1.peaks'), '');
  await measured(folder);
  await vi.waitFor(() => expect(namesIn(folder)).toEqual([expect.stringMatching(/^a\./)]), WAIT);
});

test('what was measured before there were envelopes keeps its figures, and gets one', async () => {
  const folder = await temporaryFolder();
  makeClip(folder, 'a.mkv', sine(-23, 1));
  const first = await measured(folder);
  await first.dispose();
  rmSync(join(folder, 'envelopes'), { recursive: true });
  const second = await createLoudness(folder);
  second.idleQueue.setPlaying(true);
  second.loudness.follow([clip]);
  await second.loudness.start();
  expect(second.loudness.of(clip)).toMatchObject({ state: 'measured', integratedLufs: expect.any(Number) });
  expect([second.loudness.of(clip)?.envelope, second.loudness.envelopeOf(clip)]).toEqual([undefined, undefined]);
  second.idleQueue.setPlaying(false);
  await vi.waitFor(() => expect(second.loudness.envelopeOf(clip)).toEqual(expect.any(String)), WAIT);
});

test('where it cannot be written there are figures all the same, one warning, and no further try before a start', async () => {
  const folder = await temporaryFolder();
  makeClip(folder, 'a.mkv', sine(-23, 1));
  writeFileSync(join(folder, 'envelopes'), 'no folder');
  const other = withSound('other');
  makeClip(folder, 'other.mkv', sine(-23, 1));
  const player = await createLoudness(folder, { recheckSeconds: 0.02 });
  player.loudness.follow([clip]);
  await player.loudness.start();
  await player.ended(clip);
  // Until another clip is measured the first one is looked at many times.
  player.loudness.follow([clip, other]);
  await player.ended(other);
  expect(player.loudness.of(clip)).toMatchObject({ state: 'measured' });
  expect(player.loudness.envelopeOf(clip)).toBeUndefined();
  expect(player.runs).toEqual(['a.loudness', 'other.loudness']);
  expect(player.warnings()).toEqual([
    expect.stringMatching(/^The levels for the page's sound meter cannot be read or saved: .+\.$/),
  ]);
});
