// What the deck relies on in a player. The same suite runs on the fake, on a socket that behaves like mpv 0.38 and on every real mpv.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FULL_SOUND, type Section } from '../../src/deck/clips/clip.ts';
import { FULL_LEVELS } from '../../src/deck/master/levels.ts';
import {
  type Cue,
  type ExitReason,
  type Player,
  type PlayerView,
  type Step,
  toEdlCut,
  toMediaName,
} from '../../src/deck/ports.ts';
import { media } from '../media/media.ts';

export interface PlayerUnderTest {
  readonly player: Player;
  /** Kills the player behind the port's back. */
  kill(): Promise<void> | void;
  /** What a property of the player really is; absent where there is nothing to ask. */
  property?(name: string): Promise<unknown>;
  dispose(): Promise<void>;
}

const video = (section: Partial<Section> = {}, name: Parameters<typeof media>[0] = 'numbered-25.mp4'): Cue => ({
  picture: { kind: 'video', path: media(name) },
  section: { inSeconds: 0, outSeconds: 10, loop: false, toEnd: false, ...section },
  sound: FULL_SOUND,
});

/** Of `long-gop-sound-25.ts`, whose sound begins so much earlier. */
const FIRST_FRAME_SECONDS = 0.0232;

const still = (section: Partial<Section> = {}): Cue => ({
  ...video(section),
  picture: { kind: 'still', path: media('still.png') },
});

const load = (cue: Cue, change: Partial<Step & { do: 'load' }> = {}): Step => ({
  do: 'load',
  cue,
  atSeconds: cue.section.inSeconds,
  playing: false,
  speed: 1,
  why: 'test',
  ...change,
});

/** Resolves to the first view for which the condition holds. */
export const when = (player: Player, condition: (view: PlayerView) => boolean, seconds = 30): Promise<PlayerView> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`never became ${condition}; last: ${JSON.stringify(player.view())}`));
    }, seconds * 1000);
    const check = (view: PlayerView): void => {
      if (!condition(view)) return;
      clearTimeout(timer);
      stop();
      resolve(view);
    };
    const stop = player.subscribe(check);
    check(player.view());
  });

export const playerContract = (
  name: string,
  create: (folder: string) => Promise<PlayerUnderTest>,
  folder: () => string,
  options: { readonly hasRealMedia: boolean; readonly killedSeems?: ExitReason } = { hasRealMedia: true },
): void => {
  describe(`${name} as a player`, () => {
    let tested: PlayerUnderTest;
    let player: Player;

    beforeAll(async () => {
      tested = await create(folder());
      player = tested.player;
    });
    afterAll(() => tested.dispose());
    beforeEach(async () => {
      await when(player, (view) => view.running);
    });

    test('a loaded clip stands at its in point, to the frame', async () => {
      const cue = video({ inSeconds: 3, outSeconds: 5 });
      await player.perform(load(cue));
      expect(player.view()).toMatchObject({
        running: true,
        cue,
        paused: true,
        ended: false,
        positionSeconds: 3,
        speed: 1,
      });
    });

    test('play runs, pause stands, and each is true when it answers', async () => {
      await player.perform(load(video({ inSeconds: 1 })));
      await player.perform({ do: 'play', why: 'test' });
      expect(player.view().paused).toBe(false);
      await when(player, ({ positionSeconds }) => positionSeconds > 1.1);
      await player.perform({ do: 'pause', why: 'test' });
      const { paused, positionSeconds } = player.view();
      expect(paused).toBe(true);
      expect(positionSeconds).toBeGreaterThan(1.1);
    });

    test('a clip that does not loop ends on the last frame before its out point', async () => {
      await player.perform(load(video({ inSeconds: 3, outSeconds: 3.4 }), { playing: true }));
      const view = await when(player, ({ ended }) => ended);
      expect(view.positionSeconds).toBeCloseTo(3.36, 3);
      await when(player, ({ paused }) => paused);
    });

    test('an out point that is a rounded frame time leaves that frame out', async () => {
      // Frame 70 at 24000/1001 starts at 2.919583; both roundings of it exclude it.
      for (const outSeconds of [2.92, 2.919]) {
        const cue = video({ inSeconds: 2.7, outSeconds }, 'numbered-23976.mp4');
        await player.perform(load(cue, { playing: true }));
        expect((await when(player, ({ ended }) => ended)).positionSeconds).toBeCloseTo((69 * 1001) / 24000, 3);
      }
    });

    test('a clip that plays to its end holds its last frame', async () => {
      const cue = video({ inSeconds: 0.6, outSeconds: 1, toEnd: true }, 'short-25.mp4');
      await player.perform(load(cue, { playing: true }));
      expect((await when(player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(0.96, 3);
    });

    test('a seek lands on the frame, standing or running', async () => {
      await player.perform(load(video()));
      await player.perform({ do: 'seek', toSeconds: 7.48, why: 'test' });
      expect(player.view()).toMatchObject({ positionSeconds: 7.48, paused: true });
      await player.perform({ do: 'play', why: 'test' });
      const begin = performance.now();
      await player.perform({ do: 'seek', toSeconds: 2, why: 'test' });
      const { paused, positionSeconds } = player.view();
      const passedSeconds = (performance.now() - begin) / 1000;
      expect(paused).toBe(false);
      expect(positionSeconds).toBeGreaterThanOrEqual(2);
      // What imitates mpv 0.38 plays twice as fast.
      expect(positionSeconds).toBeLessThan(2.1 + 2 * passedSeconds);
    });

    test('a seek to a hair before the out point shows the last frame and is not the end', async () => {
      await player.perform(load(video({ inSeconds: 3, outSeconds: 5 })));
      await player.perform({ do: 'seek', toSeconds: 4.999, why: 'test' });
      expect(player.view().ended).toBe(false);
      expect(player.view().positionSeconds).toBeCloseTo(4.96, 3);
    });

    // Of some of these frames no other one is made: on its way to a place mpv leaves such out.
    test.each([123, 124, 125, 126, 127])('a jump behind the end of frame %i shows it, the last one', async (last) => {
      const [rate, hair] = [24000 / 1001, 0.001];
      const cue = video({ inSeconds: 30 / rate, outSeconds: (last + 1) / rate }, 'numbered-23976.mp4');
      const { outSeconds } = cue.section;
      await player.perform(load(cue));
      await player.perform({ do: 'seek', toSeconds: outSeconds - hair, why: 'test' });
      const sought = player.view().positionSeconds * rate;
      await player.perform(load(cue, { atSeconds: outSeconds - hair }));
      const loaded = player.view().positionSeconds * rate;
      await player.perform({ do: 'seek', toSeconds: 60 / rate, why: 'test' });
      const back = player.view().positionSeconds * rate;
      expect([sought, loaded, back].map((frame) => Math.round(frame * 10) / 10)).toEqual([last, last, 60]);
    });

    test('from its end a clip plays again after a seek to its in point', async () => {
      await player.perform(load(video({ inSeconds: 3, outSeconds: 3.2 }), { playing: true }));
      await when(player, ({ ended, paused }) => ended && paused);
      await player.perform({ do: 'seek', toSeconds: 3, why: 'test' });
      expect(player.view()).toMatchObject({ ended: false, positionSeconds: 3 });
      await player.perform({ do: 'play', why: 'test' });
      await when(player, ({ ended }) => ended);
    });

    test('a looping section plays again and again, and never outside itself', async () => {
      await player.perform(load(video({ inSeconds: 3, outSeconds: 3.4, loop: true }), { playing: true }));
      const seen: number[] = [];
      const stop = player.subscribe((view) => seen.push(view.positionSeconds));
      const wraps = (): number => seen.filter((position, index) => position < (seen[index - 1] ?? 0)).length;
      await when(player, () => wraps() >= 4);
      stop();
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(3);
      expect(Math.max(...seen)).toBeLessThan(3.4);
      expect(player.view().paused).toBe(false);
    });

    test('a loop over the whole file wraps too', async () => {
      const cue = video({ inSeconds: 0.5, outSeconds: 1, loop: true, toEnd: true }, 'short-25.mp4');
      await player.perform(load(cue, { playing: true }));
      await when(player, ({ positionSeconds }) => positionSeconds > 0.9);
      const view = await when(player, ({ positionSeconds }) => positionSeconds < 0.7);
      expect(view.positionSeconds).toBeGreaterThanOrEqual(0.5);
    });

    test('a trim takes hold while the clip runs: out point, loop on, loop off', async () => {
      await player.perform(load(video({ inSeconds: 2, outSeconds: 8 }), { playing: true }));
      // Long enough not to be over before the next trim; only the ends are watched.
      const looped: Section = { inSeconds: 2, outSeconds: 4, loop: true, toEnd: false };
      await player.perform({ do: 'trim', section: looped, why: 'test' });
      expect(player.view().cue?.section).toEqual(looped);
      await player.perform({ do: 'seek', toSeconds: 3.7, why: 'test' });
      await when(player, ({ positionSeconds }) => positionSeconds > 3.5);
      await when(player, ({ positionSeconds }) => positionSeconds < 3);
      await player.perform({ do: 'trim', section: { ...looped, loop: false }, why: 'test' });
      await player.perform({ do: 'seek', toSeconds: 3.7, why: 'test' });
      expect((await when(player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(3.96, 3);
    });

    test('a longer out point lets an ended clip run on from where it stands', async () => {
      await player.perform(load(video({ inSeconds: 2, outSeconds: 2.2 }), { playing: true }));
      await when(player, ({ ended, paused }) => ended && paused);
      const longer: Section = { inSeconds: 2, outSeconds: 2.6, loop: false, toEnd: false };
      await player.perform({ do: 'trim', section: longer, why: 'test' });
      await player.perform({ do: 'play', why: 'test' });
      expect(
        (await when(player, ({ ended, positionSeconds }) => ended && positionSeconds > 2.3)).positionSeconds,
      ).toBeCloseTo(2.56, 3);
    });

    test('a still runs on a clock of its own, pauses, and ends', async () => {
      await player.perform(load(still({ inSeconds: 1, outSeconds: 10 }), { playing: true }));
      await when(player, ({ positionSeconds }) => positionSeconds > 1.1);
      await player.perform({ do: 'pause', why: 'test' });
      const { paused, ended, positionSeconds } = player.view();
      expect([paused, ended]).toEqual([true, false]);
      // An end that is near from wherever it was paused.
      const frames = Math.round(positionSeconds * 25) + 8;
      const section: Section = { inSeconds: 1, outSeconds: frames / 25, loop: false, toEnd: false };
      await player.perform({ do: 'trim', section, why: 'test' });
      await player.perform({ do: 'play', why: 'test' });
      expect((await when(player, (view) => view.ended)).positionSeconds).toBeCloseTo((frames - 1) / 25, 3);
    });

    test.runIf(options.hasRealMedia)('a still of one frame, and a video of one frame, end', async () => {
      for (const name of ['still.png', 'one-frame.mp4'] as const) {
        const cue: Cue = { ...still({ outSeconds: 0.04 }), picture: { kind: 'still', path: media(name) } };
        await player.perform(load(cue, { playing: true }));
        expect((await when(player, ({ ended }) => ended)).positionSeconds).toBe(0);
      }
    });

    test('a still loops', async () => {
      await player.perform(load(still({ outSeconds: 0.4, loop: true }), { playing: true }));
      await when(player, ({ positionSeconds }) => positionSeconds > 0.3);
      await when(player, ({ positionSeconds }) => positionSeconds < 0.2);
    });

    test('a screen stands for ever, with words over it, and words can be taken away', async () => {
      const cue: Cue = { ...still(), picture: { kind: 'screen', path: media('still.png') } };
      await player.perform(load(cue));
      await player.perform({ do: 'overlay', lines: ['stage-left {\\b1}', '192.0.2.7'], why: 'test' });
      expect(player.view()).toMatchObject({
        cue,
        paused: true,
        positionSeconds: 0,
        overlay: ['stage-left {\\b1}', '192.0.2.7'],
      });
      await player.perform({ do: 'overlay', lines: [], why: 'test' });
      expect(player.view().overlay).toEqual([]);
    });

    const reel = (): Cue => {
      const part = { path: media('numbered-25.mp4') };
      const parts = [
        { ...part, inSeconds: 1, outSeconds: 1.4 },
        { ...part, inSeconds: 0, outSeconds: 0.4 },
        { ...part, inSeconds: 6, outSeconds: 6.4 },
      ];
      const outSeconds = parts.reduce((sum, cut) => sum + toEdlCut(cut).lengthSeconds, 0);
      const section = { inSeconds: 0, outSeconds, loop: false, toEnd: true };
      return { picture: { kind: 'reel', parts }, section, sound: FULL_SOUND };
    };

    test('a reel plays its parts on one time scale, and ends', async () => {
      await player.perform(load(reel(), { playing: true }));
      expect(player.view()).toMatchObject({ cue: reel(), paused: false });
      expect((await when(player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(1.16, 2);
    });

    test('a reel is sought in, and a section of it is a part of it', async () => {
      await player.perform(load(reel(), { atSeconds: 0.52 }));
      expect(player.view().positionSeconds).toBeCloseTo(0.52, 2);
      const second: Section = { inSeconds: 0.4, outSeconds: 0.7995, loop: false, toEnd: false };
      await player.perform({ do: 'trim', section: second, why: 'test' });
      await player.perform({ do: 'play', why: 'test' });
      expect((await when(player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(0.76, 2);
      await player.perform({ do: 'trim', section: { ...second, loop: true }, why: 'test' });
      await player.perform({ do: 'seek', toSeconds: 0.4, why: 'test' });
      await player.perform({ do: 'play', why: 'test' });
      await when(player, ({ positionSeconds }) => positionSeconds > 0.7);
      expect((await when(player, ({ positionSeconds }) => positionSeconds < 0.6)).positionSeconds).toBeGreaterThan(
        0.39,
      );
    });

    test('a reel with a file that is missing is refused, and what was up stays', async () => {
      const cue = video({ inSeconds: 2 });
      await player.perform(load(cue));
      const { picture } = reel();
      const parts =
        picture.kind === 'reel' ? [...picture.parts, { path: '/not/there.mp4', inSeconds: 0, outSeconds: 1 }] : [];
      const refused = player.perform(load({ ...reel(), picture: { kind: 'reel', parts } }));
      await expect(refused).rejects.toMatchObject({ code: 'unplayable' });
      expect(player.view()).toMatchObject({ cue, paused: true, positionSeconds: 2 });
    });

    const isHeardAs = async (volume: number, mute: boolean): Promise<void> => {
      if (tested.property === undefined) return;
      expect([await tested.property('volume'), await tested.property('mute')]).toEqual([volume, mute]);
    };

    test('a clip is as loud as it says, also while it runs, and the next one is not', async () => {
      const quiet: Cue = { ...video(), sound: { volumePercent: 40, muted: false } };
      await player.perform(load(quiet, { playing: true }));
      expect(player.view().cue).toEqual(quiet);
      await isHeardAs(40, false);
      const silent = { volumePercent: 70, muted: true };
      await player.perform({ do: 'sound', sound: silent, why: 'test' });
      expect([player.view().cue?.sound, player.view().paused]).toEqual([silent, false]);
      await isHeardAs(70, true);
      await player.perform(load(video()));
      expect(player.view().cue?.sound).toEqual(FULL_SOUND);
      await isHeardAs(100, false);
    });

    test('the picture is turned while it stands, and stays so for the next clip', async () => {
      await player.perform(load(video()));
      const output = { rotationDegrees: 90, audioDevice: 'null' } as const;
      await player.perform({ do: 'output', output, why: 'test' });
      await player.perform(load(video({ inSeconds: 1 })));
      expect(player.view().output).toEqual(output);
      const seen = tested.property && [await tested.property('video-rotate'), await tested.property('audio-device')];
      expect(seen ?? [90, 'null']).toEqual([90, 'null']);
      await player.perform({ do: 'output', output: { rotationDegrees: 0 }, why: 'test' });
      expect((await tested.property?.('audio-device')) ?? 'auto').toBe('auto');
    });

    test('the fit of the picture and the delay of the sound are changed while a clip runs, and stay so for the next', async () => {
      const settings = async (): Promise<readonly unknown[] | undefined> => {
        const { property } = tested;
        if (property === undefined) return undefined;
        const [af, ...others] = await Promise.all(['af', 'keepaspect', 'panscan', 'audio-delay'].map(property));
        const filters: readonly { readonly params: { readonly graph?: string } }[] = Array.isArray(af) ? af : [];
        return [...others, ...filters.map(({ params }) => params.graph)];
      };
      await player.perform(load(video(), { playing: true }));
      expect((await settings()) ?? [true, 0, 0]).toEqual([true, 0, 0]);
      const late = { rotationDegrees: 0, fit: 'cover', audioDelayMilliseconds: 250 } as const;
      await player.perform({ do: 'output', output: late, why: 'test' });
      expect(player.view().output).toEqual(late);
      const asLate = [true, 1, 0, 'aecho=in_gain=0:out_gain=1:delays=250:decays=1'];
      expect((await settings()) ?? asLate).toEqual(asLate);
      await player.perform(load(video({ inSeconds: 1 })));
      expect((await settings()) ?? asLate).toEqual(asLate);
      const early = { rotationDegrees: 0, fit: 'stretch', audioDelayMilliseconds: -500 } as const;
      await player.perform({ do: 'output', output: early, why: 'test' });
      await player.perform(load(video()));
      expect((await settings()) ?? [false, 0, -0.5]).toEqual([false, 0, -0.5]);
      await player.perform({ do: 'output', output: { rotationDegrees: 0 }, why: 'test' });
      expect((await settings()) ?? [true, 0, 0]).toEqual([true, 0, 0]);
    });

    test('speed is a factor, and every load sets it', async () => {
      await player.perform(load(video()));
      await player.perform({ do: 'speed', factor: 2, why: 'test' });
      expect(player.view().speed).toBe(2);
      await player.perform(load(video({ inSeconds: 1 }), { speed: 0.5 }));
      expect(player.view().speed).toBe(0.5);
      await player.perform(load(video()));
      expect(player.view().speed).toBe(1);
    });

    test('a pause at the end of one clip does not hold the next', async () => {
      await player.perform(load(video({ outSeconds: 0.2 }), { playing: true }));
      await when(player, ({ ended, paused }) => ended && paused);
      await player.perform(load(video({ inSeconds: 4 }), { playing: true }));
      expect(player.view().paused).toBe(false);
      await when(player, ({ positionSeconds }) => positionSeconds > 4.1);
    });

    test.each([
      ['missing', async () => join(folder(), 'not-there.mp4')],
      ['empty', async () => write('empty.mp4', '')],
      ['junk', async () => write('junk.mp4', Buffer.alloc(60_000, 'CueDeck'))],
    ])('a file that is %s is refused with a reason, and what was up stays', async (_what, file) => {
      const cue = video({ inSeconds: 2, outSeconds: 9 });
      const beginMs = performance.now();
      await player.perform(load(cue, { playing: true }));
      const bad: Cue = { ...cue, picture: { kind: 'video', path: await file() } };
      await expect(player.perform(load(bad))).rejects.toMatchObject({
        code: 'unplayable',
        message: expect.stringContaining(toMediaName(bad.picture)),
      });
      const { positionSeconds, ...view } = player.view();
      expect(view).toMatchObject({ running: true, cue, paused: false });
      expect(positionSeconds).toBeGreaterThanOrEqual(2);
      expect(positionSeconds).toBeLessThan(3 + (performance.now() - beginMs) / 1000);
    });

    test('a playlist in the clothes of a clip is refused and fetches nothing', async () => {
      const cue = video({ inSeconds: 2 });
      await player.perform(load(cue));
      const path = await write('playlist.mp4', `#EXTM3U\n${media('numbered-50.mp4')}\n`);
      await expect(player.perform(load({ ...cue, picture: { kind: 'video', path } }))).rejects.toMatchObject({
        code: 'unplayable',
      });
      expect(player.view().cue).toEqual(cue);
    });

    test('a reel, for which mpv follows references, has no part that names or holds other files', async () => {
      const cue = video({ inSeconds: 2 });
      await player.perform(load(cue));
      const first = { path: media('numbered-25.mp4'), inSeconds: 0, outSeconds: 1 };
      const sheet = `REM a clip\nFILE "${media('numbered-50.mp4')}" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`;
      for (const content of [sheet, `#EXTM3U\n${media('numbered-50.mp4')}\n`, 'PK\x03\x04 and so on']) {
        const path = await write('swapped.mp4', content);
        const parts = [first, { path, inSeconds: 0, outSeconds: 1 }];
        await expect(player.perform(load({ ...cue, picture: { kind: 'reel', parts } }))).rejects.toMatchObject({
          code: 'unplayable',
          message: expect.stringMatching(/^The player can't show swapped.mp4: it is an? (playlist|archive)/),
        });
        expect(player.view().cue).toEqual(cue);
      }
    });

    test('a killed player says why it is gone, refuses, and comes back empty', async () => {
      await player.perform(load(video({ inSeconds: 1 }), { playing: true }));
      const gone = when(player, ({ running }) => !running);
      await tested.kill();
      expect(await gone).toMatchObject({ running: false, exitReason: options.killedSeems ?? 'killed' });
      await expect(player.perform({ do: 'pause', why: 'test' })).rejects.toMatchObject({ code: 'player-unavailable' });
      const back = await when(player, ({ running }) => running);
      expect(back.cue).toBeUndefined();
      await player.perform(load(video({ inSeconds: 1 })));
      expect(player.view().positionSeconds).toBe(1);
    });

    test('the master levels hold for what plays, for what is loaded, and for the player that follows one that died', async () => {
      const heard = async (volume: number): Promise<void> => {
        if (tested.property !== undefined) await expect.poll(() => tested.property?.('volume')).toBe(volume);
      };
      const quiet: Cue = { ...video(), sound: { volumePercent: 40, muted: false } };
      await player.perform(load(quiet, { playing: true }));
      player.setLevels({ picture: 1, sound: 0.5 });
      await heard(20);
      await player.perform({ do: 'sound', sound: { volumePercent: 80, muted: false }, why: 'test' });
      await heard(40);
      await player.perform(load(video()));
      await heard(50);
      const gone = when(player, ({ running }) => !running);
      await tested.kill();
      await gone;
      await when(player, ({ running }) => running);
      await player.perform(load(quiet));
      await heard(20);
      player.setLevels(FULL_LEVELS);
      await heard(40);
    });

    test('a player that dies during a load refuses the load in time', async () => {
      const loading = player.perform(load(video({ inSeconds: 5 })));
      await tested.kill();
      await loading.catch((error) => expect(error).toMatchObject({ code: 'player-unavailable' }));
      await when(player, ({ running, cue }) => running && cue === undefined);
    });

    test('frames of every rate are found by their own time', async () => {
      for (const [file, rate] of [
        ['numbered-23976.mp4', 24000 / 1001],
        ['numbered-25-sound.mp4', 25],
        ['numbered-2997.mp4', 30000 / 1001],
        ['numbered-50.mp4', 50],
        ['numbered-5994.mp4', 60000 / 1001],
      ] as const) {
        const inSeconds = Math.round((73 / rate) * 1000) / 1000;
        await player.perform(load(video({ inSeconds }, file)));
        expect(Math.round(player.view().positionSeconds * rate)).toBe(73);
        await player.perform({ do: 'seek', toSeconds: Math.round((121 / rate) * 1000) / 1000, why: 'test' });
        expect(Math.round(player.view().positionSeconds * rate)).toBe(121);
      }
    });

    test.runIf(options.hasRealMedia)(
      'a variable frame rate is found by time: the first frame at or after it',
      async () => {
        // Frames start at 0, 0.04, 0.12, 0.16, 0.24, …: every third is left out.
        await player.perform(load(video({ inSeconds: 1.16 }, 'variable-rate.mkv')));
        expect(player.view().positionSeconds).toBeCloseTo(1.2, 2);
        await player.perform({ do: 'seek', toSeconds: 3.12, why: 'test' });
        expect(player.view().positionSeconds).toBeCloseTo(3.12, 2);
      },
    );

    test.runIf(options.hasRealMedia)('a file without an index is exact to the frame all the same', async () => {
      // The first frame at or after the place; where sound begins before the picture, frames lie between its multiples.
      const expectFrame = (name: string, place: number): void => {
        const late = player.view().positionSeconds - place;
        expect(late > -0.001 && late < 0.04, `${name} at ${place} is ${late} s late`).toBe(true);
      };
      for (const [name, places] of [
        ['broadcast.ts', [0, 0.2, 1, 2.48, 3.8]],
        ['program-25.mpg', [0, 0.2, 1, 2.48, 3.8]],
        ['long-gop-25.ts', [0, 0.2, 2, 3.96, 7.48, 9.8]],
      ] as const) {
        const cue: Cue = { ...video(), picture: { kind: 'video', path: media(name), unindexed: true } };
        for (const place of places) {
          await player.perform(load(cue, { atSeconds: place }));
          expectFrame(name, place);
        }
        for (const place of places) {
          await player.perform({ do: 'seek', toSeconds: place, why: 'test' });
          expectFrame(name, place);
        }
      }
    });

    test.runIf(options.hasRealMedia)(
      'in the last group of pictures, too, the picture is at the place and not the sound alone',
      async () => {
        const picture = { kind: 'video', path: media('long-gop-sound-25.ts'), unindexed: true } as const;
        /** The frames' times, which the sound is told at only by chance. */
        const expectFrame = (place: number): void => {
          const { positionSeconds } = player.view();
          const frame = Math.ceil((place - FIRST_FRAME_SECONDS) * 25);
          expect(positionSeconds, `at ${place}`).toBeCloseTo(FIRST_FRAME_SECONDS + frame / 25, 2);
        };
        await player.perform(load({ ...video(), picture }, { atSeconds: 9 }));
        expectFrame(9);
        await player.perform(load({ ...video(), picture }));
        for (const place of [1, 9, 8, 7.52]) {
          await player.perform({ do: 'seek', toSeconds: place, why: 'test' });
          expectFrame(place);
        }
      },
    );

    test.runIf(options.hasRealMedia)('what has turned into something without a picture is refused', async () => {
      const cue = video({ inSeconds: 3 });
      const sound = await readFile(media('sound-only.mp3'));
      for (const [kind, path] of [
        ['video', media('sound-only.mp3')],
        ['video', await write('sound.mp4', sound)],
        ['still', await write('sound.jpg', sound)],
        ['still', await write('text.jpg', 'a shopping list')],
        ['still', await write('empty.png', '')],
        ['screen', await write('noise.png', Buffer.alloc(4096, 0xa5))],
      ] as const) {
        await player.perform(load(cue, { atSeconds: 4 }));
        const refused = load({ ...cue, picture: { kind, path } });
        await expect(player.perform(refused), path).rejects.toMatchObject({ code: 'unplayable' });
        expect(player.view()).toMatchObject({ cue, positionSeconds: 4 });
      }
    });
  });

  const write = async (file: string, content: string | Buffer): Promise<string> => {
    const path = join(folder(), file);
    await writeFile(path, content);
    return path;
  };
};
