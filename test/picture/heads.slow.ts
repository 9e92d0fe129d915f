// A clip that begins with its head, on the screen frame by frame: nothing is left out or shown twice where the head ends.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDaemonFolder } from '../e2e/daemon.ts';
import { hasNewerMpv } from '../mpv/real-mpv.ts';
import { startDaemonWithHeads } from './daemon-with-heads.ts';
import { film, h264, tone } from './numbered-films.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const RATES = {
  '24000/1001': 24000 / 1001,
  '25': 25,
  '30000/1001': 30000 / 1001,
  '50': 50,
  '60000/1001': 60000 / 1001,
};
const [FROM, KEY, LAST] = [31, 60, 80];
/** A head is H.264, whatever its clip is. In Matroska the picture of a clip with sound may begin late, and then there is no head. */
const OTHER_CODINGS = {
  'hevc.mp4': [
    '-c:v',
    'libx265',
    '-x265-params',
    `keyint=${KEY}:min-keyint=${KEY}:scenecut=0:open-gop=0:log-level=error`,
  ],
  'mpeg4.mkv': ['-c:v', 'mpeg4', '-q:v', '2', '-g', String(KEY), '-sc_threshold', '1000000000', '-bf', '0', '-an'],
};
/** After a change of the speed mpv leaves out frames until the sound that it already has is through, of every clip. */
const STEADY = KEY - 12;
/** So slow that a busy machine leaves out no frame. */
const SPEED = 0.2;
/** A machine that is busy holds up single pictures; what is missing in each pass is the head's. */
const PASSES = 8;

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe.runIf(hasNewerMpv)('with a head', () => {
  let screen: VirtualScreen;
  let player: Awaited<ReturnType<typeof startDaemonWithHeads>>;
  const nameOf = (rate: string): string => `film-${rate.replace('/', '-')}.mp4`;
  const make = (rate: string, path: string, ...coding: readonly string[]): void => {
    const [picture, filter] = [film(rate, 4).slice(0, 4), film(rate, 4).slice(4)];
    execFileSync('ffmpeg', ['-v', 'error', ...picture, ...tone(4), ...filter, ...coding, path]);
  };

  beforeAll(async () => {
    screen = await startVirtualScreen({ scale: 1 });
    const folder = createDaemonFolder();
    for (const rate of Object.keys(RATES)) {
      make(rate, join(folder, 'clips', nameOf(rate)), ...h264(KEY, 3), '-sc_threshold', '0', '-c:a', 'aac');
    }
    for (const [name, coding] of Object.entries(OTHER_CODINGS)) make('25', join(folder, 'clips', name), ...coding);
    player = await startDaemonWithHeads(folder, screen.display);
  });
  afterAll(async () => {
    await player.daemon.dispose();
    await screen.stop();
  });

  const whenShown = (number: number) =>
    expect.poll(() => screen.frameNumber(), { timeout: 20_000, interval: 2 }).toBe(number);
  const cueWithHead = async (name: string, perSecond: number): Promise<string> => {
    const clipId = await player.idOf(name);
    const at = (frame: number): number => toMilliseconds(frame / perSecond);
    await player.ask('PATCH', `/clips/${clipId}`, { inSeconds: at(FROM), outSeconds: at(LAST), endAction: 'hold' });
    await player.whenHeadIsReady(clipId);
    await player.verb('cue', { clipId });
    await whenShown(FROM);
    expect(await player.isHeaded()).toBe(true);
    return clipId;
  };
  /** The numbers that follow one another on the screen until the last one is there. */
  const watch = async (): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (const begun = performance.now(); performance.now() - begun < 60_000; await sleep(1)) {
      const number = screen.frameNumber();
      if (number >= 0 && number !== seen.at(-1)) seen.push(number);
      if (number === LAST - 1) break;
    }
    return seen;
  };

  test.each([
    ...Object.entries(RATES).map(([rate, perSecond]) => [nameOf(rate), perSecond] as const),
    ...Object.keys(OTHER_CODINGS).map((name) => [name, 25] as const),
  ])('every frame of %s comes once, and each place is found', async (name, perSecond) => {
    const clipId = await cueWithHead(name, perSecond);
    for (const frame of [KEY, KEY - 1, FROM, KEY + 1, LAST - 1, FROM + 1, KEY - 1]) {
      await player.verb('goto', { seconds: toMilliseconds(frame / perSecond) });
      await whenShown(frame);
    }
    await player.verb('cue', { clipId });
    await whenShown(FROM);
    await player.verb('speed', { factor: SPEED });
    await player.verb('play');
    const seen = await watch();
    const steady = seen.slice(Math.max(0, seen.indexOf(STEADY)));
    expect(steady).toEqual(numbers(STEADY, LAST));
  });

  test.each(['25', '60000/1001'] as const)(
    'at normal speed no frame is missing, repeated or goes back over the join, at %s',
    async (rate) => {
      const clipId = await cueWithHead(nameOf(rate), RATES[rate]);
      let missing: readonly number[] | undefined;
      for (let pass = 0; pass < PASSES && missing?.length !== 0; pass += 1) {
        await player.verb('cue', { clipId });
        await whenShown(FROM);
        await player.verb('play');
        const seen = await watch();
        // None comes again, and none before an earlier one: of no pass.
        expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
        missing = numbers(FROM, LAST).filter((number) => !seen.includes(number));
        expect(await player.isHeaded()).toBe(true);
      }
      expect(missing).toEqual([]);
    },
  );
});
