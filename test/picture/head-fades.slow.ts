// The fades of a clip that begins with its head, on the screen: in the head, over its end, and after it.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDaemonFolder } from '../e2e/daemon.ts';
import { hasNewerMpv } from '../mpv/real-mpv.ts';
import { startDaemonWithHeads } from './daemon-with-heads.ts';
import { h264 } from './numbered-films.ts';
import { watchScreen } from './screen-watch.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const FRAMES_PER_SECOND = 25;
const [FROM, KEY, LAST] = [31, 60, 125];
const FADE_FRAMES = 40;
const [IN, OUT, FADE] = [FROM / FRAMES_PER_SECOND, LAST / FRAMES_PER_SECOND, FADE_FRAMES / FRAMES_PER_SECOND];
/** Its own words are a track beside that of the fades, and must not be seen. */
const CLIP = 'white.mkv';
/** Of 255. */
const MAX_BESIDE_THE_LINE = 4;

/** Brightness of a white frame of the clip. */
const onLine = (frame: number): number =>
  255 * Math.max(0, Math.min(1, (frame - FROM) / FADE_FRAMES, (LAST - 1 - frame) / (FADE_FRAMES - 1)));

describe.runIf(hasNewerMpv)('with a head', () => {
  let screen: VirtualScreen;
  let player: Awaited<ReturnType<typeof startDaemonWithHeads>>;
  let clipId: string;

  beforeAll(async () => {
    screen = await startVirtualScreen({ scale: 1 });
    const folder = createDaemonFolder();
    const picture = ['-f', 'lavfi', '-i', `color=c=white:s=192x108:r=${FRAMES_PER_SECOND}:d=6`];
    const words = join(folder, 'words.srt');
    writeFileSync(words, '1\n00:00:00,000 --> 00:00:06,000\nMMMMMMMM\n');
    const coding = [...h264(KEY, 3), '-sc_threshold', '0', '-c:s', 'srt', '-disposition:s:0', 'default'];
    execFileSync('ffmpeg', ['-v', 'error', ...picture, '-i', words, ...coding, join(folder, 'clips', CLIP)]);
    player = await startDaemonWithHeads(folder, screen.display);
    clipId = await player.idOf(CLIP);
    await player.ask('PATCH', `/clips/${clipId}`, { inSeconds: IN, outSeconds: OUT, endAction: 'hold' });
    await player.whenHeadIsReady(clipId);
  });
  afterAll(async () => {
    await player.daemon.dispose();
    await screen.stop();
  });
  beforeEach(async () => {
    await player.verb('cue', { clipId: 'splash' });
    await player.ask('PATCH', `/clips/${clipId}`, { fadeInSeconds: FADE, fadeOutSeconds: FADE });
  });

  const isAt = (level: number, message?: string) =>
    expect
      .poll(() => Math.abs(screen.brightness() - level), { interval: 5, timeout: 10_000, ...(message && { message }) })
      .toBeLessThanOrEqual(MAX_BESIDE_THE_LINE);
  const goTo = async (frame: number): Promise<void> => {
    await player.verb('goto', { seconds: frame / FRAMES_PER_SECOND });
  };

  test('every frame of a fade in and of a fade out has the brightness of its position', async () => {
    await player.verb('cue', { clipId });
    await isAt(0);
    for (let frame = FROM; frame < LAST; frame += 1) {
      await goTo(frame);
      await isAt(onLine(frame), `frame ${frame}`);
    }
    expect(await player.isHeaded()).toBe(true);
  });

  test('played through, the picture is on the line and never flashes', async () => {
    const line = Array.from({ length: LAST - FROM }, (_, index) => onLine(FROM + index));
    await player.verb('cue', { clipId });
    await isAt(0);
    const looks = await watchScreen(screen, async () => {
      await player.verb('play');
      await expect
        .poll(async () => (await player.ask<{ state: string }>('GET', '/transport')).state, { timeout: 20_000 })
        .toBe('ended');
      await isAt(0);
    });
    let at = 0;
    for (const { brightness } of looks.filter(({ isTorn }) => !isTorn)) {
      const next = line.findIndex((level, index) => index >= at && Math.abs(level - brightness) <= MAX_BESIDE_THE_LINE);
      expect(next, `${brightness} after frame ${FROM + at}`).toBeGreaterThanOrEqual(0);
      at = next;
    }
    expect(Math.max(...looks.map(({ brightness }) => brightness))).toBe(255);
    expect(await player.isHeaded()).toBe(true);
  });

  test('an edit of the fades is on the screen at once', async () => {
    await player.verb('cue', { clipId });
    for (const frame of [FROM + 10, KEY + 10]) {
      await goTo(frame);
      await isAt(onLine(frame));
      await player.ask('PATCH', `/clips/${clipId}`, { fadeInSeconds: 0 });
      await isAt(255);
      await player.ask('PATCH', `/clips/${clipId}`, { fadeInSeconds: FADE });
      await isAt(onLine(frame));
    }
    expect(await player.isHeaded()).toBe(true);
  });

  test('an item’s own fades are taken, and those of the master go on top', async () => {
    const items = [{ clipId, fadeInSeconds: FADE * 2, fadeOutSeconds: 0 }];
    const { id } = await player.ask<{ id: string }>('POST', '/lists', { name: 'Evening', items });
    await player.verb('activate', { listId: id });
    await player.verb('go');
    expect(await player.isHeaded()).toBe(true);
    await player.verb('pause');
    for (const frame of [FROM, KEY - 1, KEY, KEY + 20]) {
      await goTo(frame);
      await isAt(((frame - FROM) / FADE_FRAMES / 2) * 255, `frame ${frame}`);
      await player.verb('fade', { to: 'black', seconds: 0 });
      await isAt(0);
      await player.verb('fade', { to: 'picture', seconds: 0 });
    }
    await player.ask('DELETE', `/lists/${id}`);
  });

  test('a fade to black holds over the end of the head, and the picture comes back', async () => {
    await player.ask('PATCH', `/clips/${clipId}`, { fadeInSeconds: 0, fadeOutSeconds: 0 });
    await player.verb('fade', { to: 'black', seconds: 0 });
    await isAt(0);
    const looks = await watchScreen(screen, async () => {
      await player.verb('fire', { clipId });
      expect(await player.isHeaded()).toBe(true);
      const position = async (): Promise<number> =>
        (await player.ask<{ positionSeconds: number }>('GET', '/transport')).positionSeconds;
      await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan((KEY + 12) / FRAMES_PER_SECOND);
      await player.verb('pause');
    });
    expect(Math.max(...looks.map(({ brightness }) => brightness))).toBe(0);
    await player.verb('fade', { to: 'picture', seconds: 0.5 });
    await isAt(255);
  });
});
