// Playability: clips are measured in the background by a real mpv, kept, and measured again after an update.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { type DecodingMeter, NEVER_SILENT, type PartSpeed } from '../../../src/deck/clips/playability.ts';
import { toClipPicture } from '../../../src/deck/playback/desired-state.ts';
import { Playability } from '../../../src/library/playability/playability.ts';
import { createPlayabilityFile } from '../../../src/library/playability/playability-file.ts';
import { IdleQueue } from '../../../src/library/thumbnails/idle-queue.ts';
import { SOFTWARE } from '../../../src/mpv/decoding/decoding-way.ts';
import { createDecodingMeter } from '../../../src/mpv/measuring/decoding-meter.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { media } from '../../media/media.ts';

const SECONDS = 120_000;

const warningsOf = (log: Log): readonly string[] =>
  log.recent().flatMap(({ level, text }) => (level === 'warning' ? [text] : []));

/** Without regard to what else runs on the machine of the test. */
const realMeter = (): DecodingMeter => {
  const meter = createDecodingMeter({
    program: 'mpv',
    extraArguments: [],
    priority: 'normal',
    wayOf: () => SOFTWARE,
    screen: async () => ({ output: 'x11', width: 640, height: 360, rotationDegrees: 0 }),
  });
  return {
    ...meter,
    run: (picture, seconds, signal, measure) =>
      meter.run(picture, seconds, signal, (file) =>
        measure({ ...file, decode: async (part) => ({ ...(await file.decode(part)), othersSeconds: 0 }) }),
      ),
  };
};

/** A meter that finds a given factor; it runs when it is let. */
const fakeMeter = (
  factor: () => number,
  more: { readonly gate?: () => Promise<void>; readonly others?: number } = {},
) => {
  let runs = 0;
  let decoded = 0;
  const speed = (): PartSpeed => ({
    ...{ mediaSeconds: 1, wallSeconds: 1 / factor(), cpuSeconds: 0.1, othersSeconds: more.others ?? 0 },
    worstSecondFactor: factor(),
  });
  const meter: DecodingMeter = {
    setting: () => 'no',
    run: async (_, _duration, signal, measure) => {
      runs += 1;
      return measure({
        decoder: 'no',
        decode: async () => {
          decoded += 1;
          await more.gate?.();
          signal.throwIfAborted();
          return speed();
        },
        jump: async () => 0.2,
      });
    },
  };
  return { meter, runs: () => runs, decoded: () => decoded };
};

const create = async (deps: {
  readonly folder: string;
  readonly meter: DecodingMeter;
  readonly basis?: string;
  readonly path?: string;
  readonly retrySeconds?: number;
}) => {
  const log = createRecordingLog();
  const idleQueue = new IdleQueue();
  const path = deps.path ?? media('numbered-25.mp4');
  const playability = new Playability({
    ...{ idleQueue, file: createPlayabilityFile({ stateDir: deps.folder, log }), meter: deps.meter, log, board: '' },
    firstDecoder: () => 'no',
    pictureOf: (clip) => toClipPicture(clip, path),
    pathOf: () => path,
    basis: async () => deps.basis ?? 'CueDeck 1',
    ...(deps.retrySeconds !== undefined && { retrySeconds: deps.retrySeconds }),
  });
  let isDone = false;
  const dispose = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await idleQueue.dispose();
    await playability.dispose();
  };
  onTestFinished(dispose);
  const told: string[] = [];
  playability.subscribe(({ id }) => told.push(id));
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const measured = (clip: Clip) => until(() => playability.of(clip)?.measuredAt !== undefined);
  return { playability, idleQueue, log, told, until, measured, dispose };
};

test(
  'a clip has a verdict at once, and a measured one when the player has time; it is kept for the next start',
  async () => {
    const folder = await temporaryFolder();
    const first = await create({ folder, meter: realMeter() });
    const clip = videoClip('a');
    first.playability.follow([clip]);
    expect(first.playability.of(clip)).toEqual({ verdict: 'smooth', decoder: 'no', advice: [] });
    await first.playability.start();
    first.playability.settle();
    await first.measured(clip);
    const verdict = first.playability.of(clip);
    expect(verdict).toEqual({
      verdict: expect.stringMatching(/^(smooth|tight|too-slow)$/),
      ...{ decoder: 'no', realtimeFactor: expect.any(Number), worstSecondFactor: expect.any(Number) },
      ...{ longestJumpSeconds: expect.any(Number), measuredAt: expect.any(String), advice: expect.any(Array) },
    });
    expect(verdict?.worstSecondFactor).toBeLessThanOrEqual((verdict?.realtimeFactor ?? 0) * 1.01);
    expect(first.told).toEqual(['a']);
    await first.dispose();

    const { meter, runs } = fakeMeter(() => 5);
    const second = await create({ folder, meter });
    second.playability.follow([clip]);
    await second.playability.start();
    second.playability.settle();
    expect([second.playability.of(clip), runs()]).toEqual([verdict, 0]);
  },
  SECONDS,
);

test.each([
  'late.flv',
  'long-gop-25.ts',
  'variable-rate.mkv',
  'old.avi',
  'slides.mp4',
  'hdr.mp4',
  'short-25.mp4',
] as const)(
  'a real mpv measures %s',
  async (name) => {
    const fixture = await create({ folder: await temporaryFolder(), meter: realMeter(), path: media(name) });
    const clip = videoClip('a', {
      durationSeconds: { 'slides.mp4': 12, 'short-25.mp4': 1, 'hdr.mp4': 1 }[name as string] ?? 2,
    });
    fixture.playability.follow([clip]);
    await fixture.playability.start();
    fixture.playability.settle();
    await fixture.measured(clip);
    expect(fixture.playability.of(clip)?.worstSecondFactor).toBeGreaterThan(0);
  },
  SECONDS,
);

test('nothing is measured while a clip plays; what was decoded before is kept', async () => {
  const held: (() => void)[] = [];
  const gate = (): Promise<void> => new Promise((resolve) => held.push(resolve));
  const { meter, runs, decoded } = fakeMeter(() => 5, { gate });
  const { playability, idleQueue, measured, until } = await create({ folder: await temporaryFolder(), meter });
  const clip = videoClip('a');
  idleQueue.setPlaying(true);
  playability.follow([clip]);
  await playability.start();
  playability.settle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs()).toBe(0);
  idleQueue.setPlaying(false);
  const release = async (): Promise<void> => {
    await until(() => held.length > 0);
    held.pop()?.();
  };
  await release();
  await until(() => decoded() === 2);
  idleQueue.setPlaying(true);
  await release();
  idleQueue.setPlaying(false);
  await release();
  await measured(clip);
  expect([runs(), decoded()]).toEqual([2, 3]);
});

test('where something always plays, a clip says after an hour that it cannot be measured, until it is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { meter } = fakeMeter(() => 5);
  const { playability, idleQueue, measured, told } = await create({ folder: await temporaryFolder(), meter });
  const [clip, later] = [videoClip('a'), videoClip('b')];
  idleQueue.setPlaying(true);
  playability.follow([clip, later]);
  await playability.start();
  playability.settle();
  vi.advanceTimersByTime(59 * 60_000);
  expect([playability.of(clip)?.advice, told]).toEqual([[], []]);
  vi.advanceTimersByTime(60_000);
  expect([playability.of(clip)?.advice, told]).toEqual([[NEVER_SILENT], ['a', 'b']]);
  idleQueue.setPlaying(false);
  await measured(clip);
  await measured(later);
  expect(playability.of(clip)?.advice).toEqual([]);
});

test('a pause within the hour is time to measure', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { idleQueue, playability } = await create({
    folder: await temporaryFolder(),
    meter: fakeMeter(() => 5, { gate: () => new Promise(() => undefined) }).meter,
  });
  const clip = videoClip('a');
  idleQueue.setPlaying(true);
  playability.follow([clip]);
  await playability.start();
  playability.settle();
  vi.advanceTimersByTime(45 * 60_000);
  idleQueue.setPlaying(false);
  vi.advanceTimersByTime(10 * 60_000);
  idleQueue.setPlaying(true);
  vi.advanceTimersByTime(50 * 60_000);
  expect(playability.of(clip)?.advice).toEqual([]);
});

test('after an update it is measured again, and a clip that is not smooth any more is told once', async () => {
  const folder = await temporaryFolder();
  const clip = videoClip('a');
  const run = async (basis: string, factor: number) => {
    const fixture = await create({ folder, basis, meter: fakeMeter(() => factor).meter });
    fixture.playability.follow([clip]);
    await fixture.playability.start();
    fixture.playability.settle();
    await fixture.until(() => fixture.playability.of(clip)?.worstSecondFactor === factor);
    await fixture.dispose();
    return {
      warnings: warningsOf(fixture.log),
      verdict: fixture.playability.of(clip),
    };
  };
  expect((await run('CueDeck 1', 5)).warnings).toEqual([]);
  const worse = await run('CueDeck 2', 0.7);
  expect(worse.warnings).toEqual([
    'a.mp4 was smooth before CueDeck 2 and is too slow since: cuedeck doctor says what to do.',
  ]);
  expect(worse.verdict).toMatchObject({
    verdict: 'too-slow',
    advice: [
      'It was smooth before CueDeck 2.',
      'To go back to CueDeck 1: `sudo apt install --allow-downgrades ./cuedeck_1_all.deb`.',
      ...[expect.any(String), expect.any(String)],
    ],
  });
  const still = await run('CueDeck 3', 0.8);
  expect(still.warnings).toEqual([]);
  expect(still.verdict?.advice).toEqual(expect.arrayContaining(worse.verdict?.advice.slice(0, 2) ?? []));
  expect((await run('CueDeck 4', 5)).verdict).toMatchObject({ verdict: 'smooth', advice: [] });
});

test(
  'a clip is not called slow for busy neighbours: after some runs the verdict of its headers stays',
  async () => {
    const { meter, runs } = fakeMeter(() => 0.5, { others: 5 });
    const { playability, until, log } = await create({ folder: await temporaryFolder(), meter });
    const clip = videoClip('a');
    playability.follow([clip]);
    await playability.start();
    playability.settle();
    await until(() => log.lines.some(({ text }) => text.includes('could not be measured')));
    expect([runs(), playability.of(clip)]).toEqual([4, { verdict: 'smooth', decoder: 'no', advice: [] }]);
  },
  SECONDS,
);

test('a clip whose file is away for a while is measured when it is back; one that is no video is not tried again', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'film.mp4');
  const { meter, runs } = fakeMeter(() => 5);
  const parts = { folder, meter, path, retrySeconds: 0.05 };
  const { playability, measured, log, until, dispose } = await create(parts);
  const clip = videoClip('a');
  const failures = () => log.lines.filter(({ text }) => text.includes('could not be measured')).length;
  playability.follow([clip]);
  await playability.start();
  playability.settle();
  await until(() => failures() > 1);
  copyFileSync(media('numbered-25.mp4'), path);
  await measured(clip);
  expect(runs()).toBe(1);
  await dispose();

  writeFileSync(path, 'no video at all');
  const second = await create({ ...parts, basis: 'CueDeck 2' });
  second.playability.follow([clip]);
  await second.playability.start();
  second.playability.settle();
  await second.until(() => second.log.lines.some(({ text }) => text.includes('could not be measured')));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(second.log.lines.filter(({ text }) => text.includes('could not be measured'))).toHaveLength(1);
});

test('a replaced file is measured again, a removed clip is forgotten, a still has no verdict', async () => {
  const folder = await temporaryFolder();
  const { meter, runs } = fakeMeter(() => 5);
  const { playability, measured, dispose } = await create({ folder, meter });
  const clip = videoClip('a');
  playability.follow([clip]);
  await playability.start();
  playability.settle();
  await measured(clip);
  const other: Clip = { ...clip, durationSeconds: 7 };
  playability.follow([other]);
  await measured(other);
  expect(runs()).toBe(2);
  expect(playability.of({ ...clip, kind: 'still' })).toBeUndefined();
  playability.follow([]);
  await dispose();
  expect(JSON.parse(readFileSync(join(folder, 'playability.json'), 'utf8'))).toEqual({ version: 1, clips: {} });
});

test('a damaged record is moved aside, and everything is measured again', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'playability.json'), '{"version":1,"clips":{"a":{}}}');
  const { meter } = fakeMeter(() => 5);
  const { playability, measured, log } = await create({ folder, meter });
  const clip = videoClip('a');
  playability.follow([clip]);
  await playability.start();
  playability.settle();
  await measured(clip);
  expect(warningsOf(log)).toEqual([expect.stringContaining('playability.json')]);
});

test(
  'a file that mpv does not open stays with the verdict of its headers',
  async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.mp4');
    writeFileSync(path, 'no video at all');
    const { playability, log, until } = await create({ folder, meter: realMeter(), path });
    const clip = videoClip('a');
    playability.follow([clip]);
    await playability.start();
    playability.settle();
    await until(() => log.lines.some(({ text }) => text.includes('could not be measured')));
    expect(playability.of(clip)).toEqual({ verdict: 'smooth', decoder: 'no', advice: [] });
  },
  SECONDS,
);
