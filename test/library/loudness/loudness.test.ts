// Loudness: measured by a real ffmpeg while nothing plays, kept, and measured again when the file changes.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createLoudness as create, WAIT, withSound } from './loudness-under-test.ts';
import { makeClip, silence, sine } from './sounds.ts';

/** What is measured of a file with these sounds. */
const measure = async (...sounds: readonly string[]) => {
  const folder = await temporaryFolder();
  makeClip(folder, 'a.mkv', ...sounds);
  const { loudness, ended } = await create(folder);
  const clip = withSound('a');
  loudness.follow([clip]);
  await loudness.start();
  await ended(clip);
  return loudness.of(clip);
};

test.each([
  ['−23 LUFS', [sine(-23, 20)], -23],
  ['−33 LUFS', [sine(-33, 20)], -33],
  ['−23 LUFS between quieter parts', [sine(-36, 10), sine(-23, 60), sine(-36, 10)], -23],
  ['−23 LUFS after a minute of silence', [silence(60), sine(-23, 20)], -23],
])('a sine of %s is measured as that within 0.2 LU', async (_name, sounds, lufs) => {
  const facts = await measure(...sounds);
  expect(facts?.state).toBe('measured');
  expect(Math.abs((facts?.integratedLufs ?? 0) - lufs)).toBeLessThanOrEqual(0.2);
});

test('the loudness range of two levels is what lies between them', async () => {
  const facts = await measure(sine(-20, 20), sine(-30, 20));
  expect(Math.abs((facts?.rangeLu ?? 0) - 10)).toBeLessThanOrEqual(1);
});

test('the true peak is found between the samples', async () => {
  // No sample of it is over −9 dBFS. A sound that begins at once has a higher peak there.
  const facts = await measure(`${sine(-6, 5, 12_000, Math.PI / 4)},afade=d=1,afade=t=out:st=4:d=1`);
  expect(facts?.truePeakDbtp).toBeGreaterThanOrEqual(-6.4);
  expect(facts?.truePeakDbtp).toBeLessThanOrEqual(-5.8);
});

test('what has no loudness says so in plain words', async () => {
  expect(await measure(silence(3))).toMatchObject({ state: 'silent', message: 'It is silent.' });
  expect(await measure(sine(-23, 0.2))).toMatchObject({
    state: 'too-short',
    message: 'Its sound is too short or too quiet to measure.',
  });
  expect(await measure()).toMatchObject({ state: 'no-sound', message: 'It has no sound.' });
});

test('of a file without sound it is known at once, a picture has none, and nothing is run for either', async () => {
  const { loudness, runs } = await create(await temporaryFolder());
  const mute = videoClip('mute');
  const still = { ...withSound('still'), kind: 'still' } as const;
  loudness.follow([mute, still]);
  await loudness.start();
  expect(loudness.of(mute)).toEqual({ state: 'no-sound', message: 'It has no sound.' });
  expect(loudness.of(still)).toBeUndefined();
  expect(runs).toEqual([]);
});

test('of several sound tracks the one that plays is measured', async () => {
  const folder = await temporaryFolder();
  const inputs = ['color=c=gray:s=64x64:r=25:d=1', sine(-40, 5), sine(-23, 5)];
  execFileSync('ffmpeg', [
    ...['-v', 'error', ...inputs.flatMap((source) => ['-f', 'lavfi', '-i', source])],
    ...['-map', '0', '-map', '1', '-map', '2', '-c:a', 'pcm_f32le'],
    ...['-disposition:a:0', '0', '-disposition:a:1', 'default', join(folder, 'a.mkv')],
  ]);
  const { loudness, ended } = await create(folder);
  const clip = withSound('a');
  loudness.follow([clip]);
  await loudness.start();
  await ended(clip);
  expect(loudness.of(clip)?.integratedLufs).toBeCloseTo(-23, 1);
});

test('it is kept for the next start, told once, and measured anew when the file changes', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  makeClip(folder, 'a.mkv', sine(-23, 5));
  const first = await create(folder);
  first.loudness.follow([clip]);
  await first.loudness.start();
  await first.ended(clip);
  expect(first.told).toEqual(['a']);
  const facts = first.loudness.of(clip);
  expect(facts).toEqual({
    ...{ state: 'measured', integratedLufs: expect.any(Number), truePeakDbtp: expect.any(Number) },
    ...{ rangeLu: expect.any(Number), measuredAt: expect.stringMatching(/^\d{4}-/) },
    match: { volumePercent: 100, lufs: -23 },
    envelope: expect.any(String),
  });
  await first.dispose();

  const second = await create(folder);
  second.loudness.follow([clip]);
  await second.loudness.start();
  expect([second.loudness.of(clip), second.runs]).toEqual([facts, []]);
  await second.dispose();

  makeClip(folder, 'a.mkv', sine(-33, 5));
  const third = await create(folder);
  third.loudness.follow([clip]);
  await third.loudness.start();
  await vi.waitFor(() => expect(third.loudness.of(clip)?.integratedLufs).toBeCloseTo(-33, 1), WAIT);
  await third.dispose();
});

test('what is measured of a file that says it is from before 1970 is kept for the next start', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  utimesSync(makeClip(folder, 'a.mkv', sine(-23, 1)), new Date(-1e9), new Date(-1e9));
  const first = await create(folder);
  first.loudness.follow([clip]);
  await first.loudness.start();
  await first.ended(clip);
  await first.dispose();
  const second = await create(folder);
  second.loudness.follow([clip]);
  await second.loudness.start();
  expect([second.loudness.of(clip)?.state, second.runs, second.warnings()]).toEqual(['measured', [], []]);
});

test('another file under the same clip is measured while the player runs, as after a conversion', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  makeClip(folder, 'a.mkv', sine(-23, 5));
  makeClip(folder, 'b.mkv', sine(-33, 5));
  const { loudness, ended } = await create(folder);
  loudness.follow([clip]);
  await loudness.start();
  await ended(clip);
  loudness.follow([{ ...clip, file: 'b.mkv' }]);
  await vi.waitFor(() => expect(loudness.of(clip)?.integratedLufs).toBeCloseTo(-33, 1), WAIT);
});

test('a file that somebody replaces under its name is measured anew while the player runs, and once', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  makeClip(folder, 'a.mkv', sine(-23, 5));
  const { loudness, runs, ended } = await create(folder, { recheckSeconds: 0.02 });
  loudness.follow([clip]);
  await loudness.start();
  await ended(clip);
  makeClip(folder, 'b.mkv', sine(-33, 5));
  renameSync(join(folder, 'b.mkv'), join(folder, 'a.mkv'));
  await vi.waitFor(() => expect(loudness.of(clip)?.integratedLufs).toBeCloseTo(-33, 1), WAIT);
  expect(runs).toHaveLength(2);
});

test('a file that is replaced while it is measured, or waits for it, leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const [clip, other] = [withSound('a'), withSound('other')];
  makeClip(folder, 'a.mkv', sine(-23, 60));
  makeClip(folder, 'other.mkv', sine(-23, 60));
  makeClip(folder, 'b.mkv', sine(-33, 5));
  const { loudness, runs } = await create(folder, { retrySeconds: 1000 });
  loudness.follow([clip, other]);
  await loudness.start();
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  rmSync(join(folder, 'a.mkv'));
  rmSync(join(folder, 'other.mkv'));
  copyFileSync(join(folder, 'b.mkv'), join(folder, 'c.mkv'));
  loudness.follow([
    { ...clip, file: 'b.mkv' },
    { ...other, file: 'c.mkv' },
  ]);
  for (const each of [clip, other])
    await vi.waitFor(() => expect(loudness.of(each)?.integratedLufs).toBeCloseTo(-33, 1), WAIT);
});

test('a file that is replaced while the list is looked at is the one that is measured', async () => {
  const folder = await temporaryFolder();
  const [known, clip] = [withSound('known'), withSound('a')];
  makeClip(folder, 'known.mkv', sine(-23, 1));
  makeClip(folder, 'b.mkv', sine(-33, 5));
  const first = await create(folder);
  first.loudness.follow([known]);
  await first.loudness.start();
  await first.ended(known);
  await first.dispose();
  const onPath = ({ id }: Clip): void => {
    if (id === known.id) second.loudness.follow([known, { ...clip, file: 'b.mkv' }]);
  };
  const second = await create(folder, { retrySeconds: 1000, onPath });
  second.idleQueue.setPlaying(true);
  second.loudness.follow([known, clip]);
  await second.loudness.start();
  second.idleQueue.setPlaying(false);
  await second.ended(clip);
  expect(second.loudness.of(clip)?.integratedLufs).toBeCloseTo(-33, 1);
});

test('a long list is looked at between whatever else is to be done', async () => {
  const { loudness, idleQueue } = await create(await temporaryFolder());
  idleQueue.setPlaying(true);
  loudness.follow(Array.from({ length: 300 }, (_, index) => withSound(`clip-${index}`)));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await loudness.start();
  isOver = true;
  expect(turns).toBeGreaterThan(200);
});

test('a clip that is removed takes its loudness with it', async () => {
  const folder = await temporaryFolder();
  const [gone, stays] = [withSound('gone'), withSound('stays')];
  makeClip(folder, 'gone.mkv', sine(-23, 1));
  copyFileSync(join(folder, 'gone.mkv'), join(folder, 'stays.mkv'));
  const { loudness, ended, dispose } = await create(folder);
  loudness.follow([gone, stays]);
  await loudness.start();
  await ended(gone);
  await ended(stays);
  loudness.follow([stays]);
  await dispose();
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'loudness.json'), 'utf8')).clips)).toEqual(['stays']);
});

test('nothing is measured while something plays, and a start interrupts it', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  makeClip(folder, 'a.mkv', sine(-23, 60));
  const { loudness, idleQueue, runs, ended } = await create(folder);
  idleQueue.setPlaying(true);
  loudness.follow([clip]);
  await loudness.start();
  expect(runs).toEqual([]);
  idleQueue.setPlaying(false);
  await vi.waitFor(() => expect(runs).toHaveLength(1), WAIT);
  idleQueue.setPlaying(true);
  idleQueue.setPlaying(false);
  await vi.waitFor(() => expect(runs).toHaveLength(2), WAIT);
  await ended(clip);
  expect(loudness.of(clip)?.integratedLufs).toBeCloseTo(-23, 1);
});

test('short clips come first, and a picture that is wanted does not wait for a long one', async () => {
  const folder = await temporaryFolder();
  const long = { ...withSound('long'), durationSeconds: 600 };
  const short = withSound('short');
  makeClip(folder, 'long.mkv', sine(-23, 60));
  makeClip(folder, 'short.mkv', sine(-23, 1));
  const { loudness, idleQueue, runs, ended } = await create(folder);
  loudness.follow([short, long]);
  await loudness.start();
  await vi.waitFor(() => expect(runs).toEqual(['short.loudness', 'long.loudness']), WAIT);
  idleQueue.add({ key: 'picture', rank: 2, run: async () => undefined, fail: () => undefined });
  await ended(long);
  expect(runs).toEqual(['short.loudness', 'long.loudness', 'picture', 'long.loudness']);
});

test('a file that cannot be measured is one line in the log, and is tried again by another version only', async () => {
  const folder = await temporaryFolder();
  const clip = withSound('a');
  makeClip(folder, 'a.mkv', sine(-23, 1));
  const whole = readFileSync(join(folder, 'a.mkv'));
  writeFileSync(join(folder, 'a.mkv'), 'no video at all');
  const first = await create(folder);
  first.loudness.follow([clip]);
  await first.loudness.start();
  await first.ended(clip);
  expect(first.loudness.of(clip)).toMatchObject({ state: 'failed', message: expect.stringMatching(/^\S.*\.$/) });
  expect(first.warnings()).toEqual([expect.stringMatching(/^The loudness of a\.mp4 is unknown\. .+\.$/)]);
  await first.dispose();

  const second = await create(folder);
  second.loudness.follow([clip]);
  await second.loudness.start();
  expect([second.loudness.of(clip)?.state, second.runs, second.warnings()]).toEqual(['failed', [], []]);
  await second.dispose();

  const third = await create(folder, { version: '2' });
  third.loudness.follow([clip]);
  await third.loudness.start();
  await vi.waitFor(() => expect(third.runs).toHaveLength(1), WAIT);
  await third.dispose();

  writeFileSync(join(folder, 'a.mkv'), whole);
  const fourth = await create(folder, { version: '2' });
  fourth.loudness.follow([clip]);
  await fourth.loudness.start();
  await vi.waitFor(() => expect(fourth.loudness.of(clip)?.state).toBe('measured'), WAIT);
});

test('without ffmpeg there is one line for all clips, and after some tries no more', async () => {
  const folder = await temporaryFolder();
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const name of ['sh', 'chrt', 'ionice', 'renice', 'setpriv'])
    symlinkSync(`/usr/bin/${name}`, join(programs, name));
  makeClip(folder, 'a.mkv', sine(-23, 1));
  copyFileSync(join(folder, 'a.mkv'), join(folder, 'b.mkv'));
  vi.stubEnv('PATH', programs);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { loudness, runs, warnings } = await create(folder, { retrySeconds: 0.01 });
  loudness.follow([withSound('a'), withSound('b')]);
  await loudness.start();
  await vi.waitFor(() => expect(runs).toHaveLength(8), WAIT);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(runs).toHaveLength(8);
  expect(warnings()).toEqual([
    expect.stringMatching(/^The loudness of [ab]\.mp4 is unknown\. ffprobe could not be run: .+\.$/),
  ]);
  expect(loudness.of(withSound('a'))?.state).toBe('waiting');
});

test('a file that is away is not a failure: it keeps its loudness, and is measured when it is back', async () => {
  const folder = await temporaryFolder();
  const [known, away] = [withSound('known'), withSound('away')];
  makeClip(folder, 'known.mkv', sine(-23, 1));
  const whole = readFileSync(join(folder, 'known.mkv'));
  const first = await create(folder);
  first.loudness.follow([known]);
  await first.loudness.start();
  await first.ended(known);
  await first.dispose();
  rmSync(join(folder, 'known.mkv'));
  const second = await create(folder, { retrySeconds: 0.01 });
  second.loudness.follow([known, away]);
  await second.loudness.start();
  await vi.waitFor(() => expect(second.runs.length).toBeGreaterThan(5), WAIT);
  expect([second.loudness.of(known)?.state, second.warnings()]).toEqual(['measured', []]);
  writeFileSync(join(folder, 'away.mkv'), whole);
  await second.ended(away);
  expect(second.loudness.of(away)?.state).toBe('measured');
});
