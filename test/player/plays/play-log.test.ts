import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOrigin } from '../../../src/base/origin.ts';
import type { Play } from '../../../src/deck/plays/play.ts';
import { PlayRecorder } from '../../../src/deck/plays/play-recorder.ts';
import { openPlayFile } from '../../../src/player/plays/play-file.ts';
import { PlayLog } from '../../../src/player/plays/play-log.ts';
import { createDeck } from '../../deck/deck-under-test.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const playAt = (number: number, change: Partial<Play> = {}): Play => ({
  startedAt: new Date(number * 1000).toISOString(),
  endedAt: new Date(number * 1000 + 500).toISOString(),
  ...{ clipId: 'a', clip: `é ${number}`, inSeconds: 0, outSeconds: 10 },
  by: { door: 'http', from: '127.0.0.1' },
  ended: 'end',
  ...{ framesDue: 12, framesDropped: 0, framesDroppedByDecoder: 0, framesDroppedByOutput: 0, framesLate: 0 },
  ...change,
});

const all = async (plays: AsyncGenerator<Play>): Promise<readonly Play[]> => {
  const found: Play[] = [];
  for await (const play of plays) found.push(play);
  return found;
};

const createLog = async (folder: string) => {
  const fixture = await createDeck();
  const recorder = new PlayRecorder(fixture);
  const log = createRecordingLog();
  const playLog = await PlayLog.open({ folder, recorder, clock: fixture.clock, log });
  const path = join(folder, 'plays.jsonl');
  const fire = (index: number) =>
    asOrigin({ door: 'http', from: '127.0.0.1' }, () =>
      fixture.deck.cue((clips) => clips[index] ?? expect.fail(), { playing: true }),
    );
  const clipIds = async () => (await playLog.read({ limit: 100 })).map(({ clipId, ended }) => [clipId, ended]);
  return { ...fixture, recorder, log, playLog, path, fire, clipIds };
};

test('plays are read newest first, over any number of chunks, the later line of a play only', async () => {
  const path = join(await temporaryFolder(), 'plays.jsonl');
  const file = openPlayFile({ path, kept: 5000 });
  expect(await all(file.newestFirst())).toEqual([]);
  const plays = Array.from({ length: 1500 }, (_none, number) => playAt(number));
  await file.append([playAt(1499, { ended: null })]);
  await file.append(plays);
  expect(await all(file.newestFirst())).toEqual(plays.reverse());
});

test('what a power cut left of a line spoils no other', async () => {
  const path = join(await temporaryFolder(), 'plays.jsonl');
  await openPlayFile({ path, kept: 10 }).append([playAt(1), playAt(2)]);
  await appendFile(path, '{"startedAt":"20');
  const file = openPlayFile({ path, kept: 10 });
  await file.append([playAt(3)]);
  expect(await all(file.newestFirst())).toEqual([playAt(3), playAt(2), playAt(1)]);
});

test('the file is shortened to the newest plays, and never holds fewer', async () => {
  const path = join(await temporaryFolder(), 'plays.jsonl');
  const file = openPlayFile({ path, kept: 10 });
  for (let number = 0; number < 100; number += 1) {
    await file.append([playAt(number)]);
    const plays = await all(file.newestFirst());
    expect(plays.length).toBeGreaterThanOrEqual(Math.min(number + 1, 10));
    expect(plays.length).toBeLessThanOrEqual(20);
    expect(plays[0]).toEqual(playAt(number));
  }
});

test('a minute after the first change the plays are on the disk, and not before', async () => {
  const { fire, playLog, path, clock, clipIds, deck } = await createLog(await temporaryFolder());
  await fire(1);
  await fire(2);
  expect(await clipIds()).toEqual([['a', 'other-clip']]);
  clock.advance(59);
  await expect(readFile(path, 'utf8')).rejects.toThrow('ENOENT');
  clock.advance(1);
  expect(await clipIds()).toEqual([['a', 'other-clip']]);
  expect((await readFile(path, 'utf8')).split('\n')).toEqual([
    expect.stringContaining('"clipId":"a"'),
    expect.stringContaining('"ended":null'),
    '',
  ]);
  await deck.stop();
  expect(await clipIds()).toEqual([
    ['b', 'stop'],
    ['a', 'other-clip'],
  ]);
  await playLog.stop();
});

test('a play that ends during a write is in the next one', async () => {
  const { fire, playLog, clock, clipIds, deck } = await createLog(await temporaryFolder());
  await fire(1);
  await fire(2);
  clock.advance(60);
  // Nothing of the file system has answered until this is done.
  await fire(3);
  await deck.stop();
  const all = [
    ['c', 'stop'],
    ['b', 'other-clip'],
    ['a', 'other-clip'],
  ];
  expect(await clipIds()).toEqual(all);
  await playLog.stop();
  expect(await clipIds()).toEqual(all);
});

test('a player at rest writes nothing and has no timer', async () => {
  const { clock, playLog, path } = await createLog(await temporaryFolder());
  expect(clock.running()).toEqual([]);
  await playLog.stop();
  await expect(readFile(path, 'utf8')).rejects.toThrow('ENOENT');
});

test('a stop writes what is left, and the next player knows it', async () => {
  const folder = await temporaryFolder();
  const first = await createLog(folder);
  await first.fire(1);
  first.recorder.dispose();
  await first.playLog.stop();
  const second = await createLog(folder);
  expect(await second.clipIds()).toEqual([['a', 'stop']]);
});

test('a play that a kill ended is closed as a fault at the next start', async () => {
  const folder = await temporaryFolder();
  const killed = await createLog(folder);
  await killed.fire(1);
  killed.clock.advance(60);
  await killed.clipIds();
  const next = await createLog(folder);
  expect(await next.clipIds()).toEqual([['a', 'fault']]);
  const [play] = await next.playLog.read({ limit: 1 });
  expect(Date.parse(play?.endedAt ?? '') - Date.parse(play?.startedAt ?? '')).toBe(60_000);
});

test('plays before an instant and beyond the limit are left out', async () => {
  const folder = await temporaryFolder();
  await openPlayFile({ path: join(folder, 'plays.jsonl'), kept: 100 }).append([playAt(1), playAt(2), playAt(3)]);
  const { playLog } = await createLog(folder);
  expect(await playLog.read({ limit: 2 })).toEqual([playAt(3), playAt(2)]);
  expect(await playLog.read({ limit: 9, sinceSeconds: 2 })).toEqual([playAt(3), playAt(2)]);
});

test('a log that cannot be read or written is told of once, and plays go on', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'plays.jsonl'));
  const { fire, clock, log, playLog } = await createLog(folder);
  await fire(1);
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(60);
    await playLog.read({ limit: 1 }).catch(() => undefined);
  }
  expect(log.lines.map(({ text }) => text)).toEqual([
    expect.stringContaining('cannot read the play log'),
    expect.stringContaining('cannot save the play log'),
  ]);
});

test('a log of another form is left alone', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'plays.jsonl'), 'hello\n{}\n[1]\n');
  const { clipIds } = await createLog(folder);
  expect(await clipIds()).toEqual([]);
});

test.for([
  ['a folder', (path: string) => mkdir(path)],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
] as const)('%s in the place of the log is said, and neither start nor end wait for it', async ([, make]) => {
  const folder = await temporaryFolder();
  await make(join(folder, 'plays.jsonl'));
  const { playLog, log, fire, path } = await createLog(folder);
  await expect(playLog.read({ limit: 10 })).rejects.toMatchObject({
    code: 'storage-failed',
    message: 'Could not read the play log: it is no file.',
  });
  await fire(1);
  await playLog.stop();
  expect(log.lines.map(({ text }) => text)).toEqual([
    'cannot read the play log: it is no file',
    expect.stringMatching(/^cannot save the play log: (it is no file|a folder is in the place of a file \(EISDIR\))$/),
  ]);
  await rm(path, { recursive: true });
  expect(await playLog.read({ limit: 10 })).toEqual([]);
});

test('plays are read that began before an instant, written or not', async () => {
  const folder = await temporaryFolder();
  const file = openPlayFile({ path: join(folder, 'plays.jsonl'), kept: 100 });
  await file.append([playAt(1), playAt(2), playAt(3), playAt(4)]);
  const { playLog, fire, deck } = await createLog(folder);
  await fire(1);
  await deck.stop();
  const starts = async (options: Parameters<typeof playLog.read>[0]): Promise<readonly string[]> =>
    (await playLog.read(options)).map(({ clip }) => clip);
  expect(await starts({ untilSeconds: 4, limit: 2 })).toEqual(['é 3', 'é 2']);
  expect(await starts({ sinceSeconds: 2, untilSeconds: 4, limit: 10 })).toEqual(['é 3', 'é 2']);
  expect(await starts({ untilSeconds: 1, limit: 10 })).toEqual([]);
  expect(await starts({ limit: 10 })).toHaveLength(5);
});
