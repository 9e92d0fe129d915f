// What is really on the screen, frame by frame: daemon, real mpv, real X server, read from its frame buffer.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient, type Status } from '../e2e/client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from '../e2e/daemon.ts';
import { whenAnotherPlays } from '../e2e/recovery.ts';
import { type MediaName, media } from '../media/media.ts';
import { askMaintenance, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const CLIPS = {
  'numbered-23976.mp4': 24000 / 1001,
  'numbered-25-sound.mp4': 25,
  'numbered-2997.mp4': 30000 / 1001,
  'numbered-50.mp4': 50,
  'numbered-5994.mp4': 60000 / 1001,
  'long-gop-25.mp4': 25,
  'still.png': 0,
} as const satisfies Partial<Record<MediaName, number>>;
const NAMES = (Object.keys(CLIPS) as (keyof typeof CLIPS)[]).sort();
const VIDEOS = NAMES.filter((name) => CLIPS[name] > 0);

/** Only what never comes to the screen is ended by it. */
const SHOWN_MS = 10_000;

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const pictureProof = (name: string, settings: Readonly<Record<string, string>>): void => {
  describe(`on ${name}`, () => {
    let screen: VirtualScreen;
    let daemon: Daemon;
    let client: Client;
    let ids = new Map<string, number>();

    beforeAll(async () => {
      screen = await startVirtualScreen();
      const folder = createDaemonFolder();
      for (const clip of NAMES) copyFileSync(media(clip), join(folder, 'clips', clip));
      daemon = await startDaemon({ folder, environment: { DISPLAY: screen.display, ...settings } });
      client = createClient(daemon.url);
      const { CLIPS: clips } = await client.when((status) => status.CLIPS.length === NAMES.length + 1, 30);
      ids = new Map(clips.map(({ Filename }, index) => [Filename, index]));
    });
    afterAll(async () => {
      await daemon.dispose();
      await screen.stop();
    });
    beforeEach(async () => {
      for (const [index, clip] of (await client.status()).CLIPS.entries()) {
        if (index > 0) await trim(clip.Filename as MediaName, 0, clip.Duration === 0 ? 10 : clip.Duration, false);
      }
    });

    const idOf = (clip: string): number => ids.get(clip) ?? -1;
    const trim = async (clip: MediaName, startat: number, endat: number, loop: boolean): Promise<void> => {
      const answer = await client.get('/update_clip', { id: idOf(clip), name: clip, startat, endat, loop });
      expect(answer.status).toBe(200);
    };
    const select = async (clip: MediaName): Promise<void> => {
      expect((await client.get('/select_clip', { id: idOf(clip) })).status).toBe(200);
    };
    /** Looks at the screen for as long as an action runs, every turn of the event loop. */
    const watch = async <Seen>(look: () => Seen, action: () => Promise<unknown>): Promise<Seen[]> => {
      const seen: Seen[] = [];
      let isRunning = true;
      const looking = (async () => {
        while (isRunning) {
          seen.push(look());
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      await action();
      isRunning = false;
      await looking;
      return seen;
    };
    /** mpv has confirmed the frame; X may take a moment to put it into memory. */
    const settled = async (number: number): Promise<number> => {
      const latest = performance.now() + SHOWN_MS;
      while (screen.frameNumber() !== number && performance.now() < latest)
        await new Promise((resolve) => setTimeout(resolve, 2));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return screen.frameNumber();
    };

    test('select shows exactly the StartAt frame, at every rate', async () => {
      for (const clip of VIDEOS) {
        for (const frame of [0, 1, 37, 100]) {
          await trim(clip, toMilliseconds(frame / CLIPS[clip]), 5, false);
          await select(clip);
          expect([clip, await settled(frame)]).toEqual([clip, frame]);
        }
      }
    });

    test('goto lands on the asked frame, at every rate', async () => {
      for (const clip of VIDEOS) {
        await select(clip);
        for (const frame of [90, 3, 61, 60, 119, 0]) {
          const { body } = await client.get('/goto_secs', { secs: toMilliseconds(frame / CLIPS[clip]) });
          expect([clip, await settled(frame), Math.round(body.TIMECODE * CLIPS[clip])]).toEqual([clip, frame, frame]);
        }
      }
    });

    test('goto beyond EndAt shows the last frame before it, with sound and without', async () => {
      for (const clip of VIDEOS) {
        await trim(clip, 0, toMilliseconds(60 / CLIPS[clip]), false);
        await select(clip);
        await client.get('/goto_secs', { secs: 5 });
        expect([clip, await settled(59)]).toEqual([clip, 59]);
      }
    });

    test('a clip stops on the last frame before EndAt and never shows one after it', async () => {
      for (const clip of VIDEOS) {
        const [first, out] = [20, 33];
        await trim(clip, toMilliseconds(first / CLIPS[clip]), toMilliseconds(out / CLIPS[clip]), false);
        await select(clip);
        expect(await settled(first)).toBe(first);
        let end: Status | undefined;
        const seen = await watch(screen.frameNumber, async () => {
          await client.get('/play');
          end = await client.when(({ PLAY }) => !PLAY);
          await settled(out - 1);
        });
        const numbers = seen.filter((number) => number >= 0);
        expect([clip, Math.min(...numbers), Math.max(...numbers), screen.frameNumber()]).toEqual([
          clip,
          first,
          out - 1,
          out - 1,
        ]);
        expect(Math.abs((end?.TIMECODE ?? 0) - out / CLIPS[clip])).toBeLessThanOrEqual(1.01 / CLIPS[clip]);
      }
    });

    test('200 passes of a trimmed loop show only frames inside it', async () => {
      const [first, out] = [60, 66];
      await trim('numbered-50.mp4', first / 50, out / 50, true);
      await select('numbered-50.mp4');
      expect(await settled(first)).toBe(first);
      let passes = 0;
      let before = first;
      const outside = new Set<number>();
      await client.get('/play');
      const latest = performance.now() + 200_000;
      while (passes < 200 && performance.now() < latest) {
        const number = screen.frameNumber();
        if (number >= 0) {
          if (number < first || number >= out) outside.add(number);
          if (number < before) passes += 1;
          before = number;
        }
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      expect([passes, [...outside]]).toEqual([200, []]);
      expect((await client.status()).PLAY).toBe(true);
    });

    test('100 switches between clips of every kind never show a black or empty screen', async () => {
      await select('numbered-50.mp4');
      await client.get('/play');
      expect(await settledNear(1)).toBe(true);
      const seen = await watch(screen.brightness, async () => {
        for (let turn = 0; turn < 100; turn += 1) {
          await select(NAMES[turn % NAMES.length] ?? 'still.png');
          if (turn % 3 === 0) await client.get('/play');
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      });
      expect(seen.length).toBeGreaterThan(1000);
      // Half of every picture is mid grey; the splash is not among them.
      expect(Math.min(...seen)).toBeGreaterThan(40);
    });

    test('a broken file among good ones never shows a black screen either', async () => {
      await select('numbered-25-sound.mp4');
      await client.get('/play');
      const file = join(daemon.clipsDir, 'numbered-50.mp4');
      const good = readFileSync(file);
      writeFileSync(file, Buffer.alloc(good.length, 'junk'));
      const seen = await watch(screen.brightness, async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          expect((await client.get('/select_clip', { id: idOf('numbered-50.mp4') })).status).toBe(409);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
      writeFileSync(file, good);
      expect(Math.min(...seen)).toBeGreaterThan(40);
      expect((await client.status()).PLAY).toBe(true);
    });

    test('a mpv that is killed comes back with the same clip, running, at most half a second back', async () => {
      await select('long-gop-25.mp4');
      await client.get('/play');
      await client.when(({ TIMECODE }) => TIMECODE > 1);
      const pid = Number(await askMaintenance(daemon.socketPath, ['get_property', 'pid']));
      const askedAt = performance.now();
      const before = (await client.status()).TIMECODE;
      const playedOnSeconds = (performance.now() - askedAt) / 1000;
      process.kill(pid, 'SIGKILL');
      const { status: after, playedSeconds } = await whenAnotherPlays(daemon, client, pid);
      expect(Math.abs(after.TIMECODE - before) - playedOnSeconds - playedSeconds).toBeLessThan(0.5);
      expect(await settledNear(after.TIMECODE * 25)).toBe(true);
    });

    /** Whether a frame from there on comes to the screen. */
    const settledNear = async (frame: number): Promise<boolean> => {
      const latest = performance.now() + SHOWN_MS;
      while (performance.now() < latest) {
        const number = screen.frameNumber();
        if (number >= frame - 1 && number < frame + 50) return true;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return false;
    };
  });
};

pictureProof('the mpv of this system', { CUEDECK_MPV_ARGS: '--ao=null --vo=x11' });
describe.runIf(hasNewerMpv)('with the mpv of a later release', () => {
  pictureProof('mpv 0.40', {
    CUEDECK_MPV: NEWER_MPV,
    CUEDECK_MPV_ARGS: '--ao=null --vo=gpu-next --gpu-context=x11egl --gpu-sw=yes',
  });
});
