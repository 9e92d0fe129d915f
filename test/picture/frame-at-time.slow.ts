// The frame that is on at a time is the right one by its number, on the screen and on the page: slides in every container, up to the
// end of the last, and the last frames of program streams.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clip, createClip } from '../../src/deck/clips/clip.ts';
import { toDesiredState } from '../../src/deck/playback/desired-state.ts';
import { createState } from '../../src/deck/state.ts';
import { cue } from '../../src/deck/transport.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { when } from '../contracts/player-contract.ts';
import { createMemoryClipStore } from '../fakes/memory-clip-store.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { BARS, film, h264, mpeg2, numbersOf, tone, xvid } from './numbered-films.ts';
import { type PagePictures, startPagePictures } from './page-picture-maker.ts';

interface Film {
  readonly arguments: readonly string[];
  /** Number of each frame, and the time from which it is on. */
  readonly frames: readonly (readonly [number: number, seconds: number])[];
  readonly seconds: number;
}

/** @param count frames of equal length */
const even = (frameSeconds: number, count: number, args: readonly string[]): Film => ({
  arguments: args,
  frames: Array.from({ length: count }, (_, number) => [number, number * frameSeconds]),
  seconds: count * frameSeconds,
});

const slides = (...encoding: readonly string[]): Film => even(3, 4, film('1/3', 12, ...encoding));

/** On from 0, 1, 4 and 9 s, the last for a second. */
const uneven = (...encoding: readonly string[]): Film => ({
  arguments: [
    ...film('1', 12, ...encoding).map((arg) =>
      arg === BARS ? `${BARS},select='eq(n\\,0)+eq(n\\,1)+eq(n\\,4)+eq(n\\,9)'` : arg,
    ),
    ...['-fps_mode', 'vfr'],
  ],
  frames: [0, 1, 4, 9].map((number) => [number, number]),
  seconds: 10,
});

/** A second of film, then a picture every two seconds. */
const mixed = (...encoding: readonly string[]): Film => ({
  arguments: [
    ...film('25', 9, ...encoding).map((arg) => (arg === BARS ? `${BARS},select='lt(n\\,25)+not(mod(n\\,50))'` : arg)),
    ...['-fps_mode', 'vfr'],
  ],
  frames: [...Array(25).keys(), 50, 100, 150, 200].map((number) => [number, number / 25]),
  seconds: 8.04,
});

const frames = (rate: number, name: string, count: number, ...encoding: readonly string[]): Film =>
  even(1 / rate, count, film(name, count / rate, ...encoding));

const MJPEG = ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p'] as const;
const THEORA = ['-c:v', 'libtheora', '-q:v', '9'] as const;
const WMV = ['-c:v', 'wmv2', '-q:v', '2', '-g', '1'] as const;

const FILMS: Readonly<Record<string, Film>> = {
  // AVI and Ogg count in slides, and some MOV and MP4 in seconds: a seek is rounded to those.
  'slides-jpeg.avi': slides(...MJPEG),
  'slides-sound.avi': even(3, 4, [...tone(12), ...film('1/3', 12, ...MJPEG, '-c:a', 'pcm_s16le')]),
  'slides-xvid.avi': slides(...xvid(250, 0)),
  'slides-h264.avi': slides(...h264(250, 0)),
  'slides-half-minute.avi': even(30, 4, film('1/30', 120, ...MJPEG)),
  'slides-jpeg.mov': slides(...MJPEG),
  'slides-seconds.mov': slides(...MJPEG, '-video_track_timescale', '1'),
  'slides-seconds.mp4': slides(...h264(1, 0), '-video_track_timescale', '1'),
  'slides.mp4': slides(...h264(250, 2)),
  'slides.ogv': slides(...THEORA),
  'slides-key-frames.ogv': slides(...THEORA, '-g', '1'),
  'slides.mkv': slides(...h264(250, 2)),
  'slides-jpeg.mkv': slides(...MJPEG),
  'slides.webm': slides('-c:v', 'libvpx', '-b:v', '1M', '-g', '1'),
  'slides.flv': slides(...h264(250, 2)),
  'slides.wmv': slides(...WMV),
  'slides.gif': slides(),
  'slides.apng': slides('-f', 'apng'),
  'slides.ts': slides(...h264(250, 0)),
  'slides-b.ts': even(3, 6, film('1/3', 18, ...h264(250, 2))),
  'slides-key-frames.ts': slides(...h264(1, 0)),
  // Longer than the usual way before a place.
  'slides-long.ts': even(40, 4, film('1/40', 160, ...h264(250, 0))),
  // The sound of half a minute lies between a slide and the place where it is on.
  'slides-apart.ts': {
    arguments: [...tone(60), ...film('1/10', 60, ...h264(250, 2), '-c:a', 'mp2')],
    frames: [0, 1, 2, 3, 4, 5].map((number) => [number, number === 0 ? 0 : number * 10 + 0.011]),
    seconds: 60,
  },
  'slides.m2ts': slides(...h264(250, 2), '-mpegts_m2ts_mode', '1'),
  'uneven.mp4': uneven(...h264(250, 0)),
  'uneven.mkv': uneven(...h264(250, 2)),
  'uneven.ts': uneven(...h264(250, 2)),
  'uneven.flv': uneven(...h264(250, 0)),
  'uneven.wmv': uneven(...WMV),
  'uneven.avi': uneven(...MJPEG),
  'film-and-slides.mp4': mixed(...h264(250, 0)),
  'film-and-slides.wmv': mixed(...WMV),
  // So many a second that they are told as a frame rate.
  'two-a-second.ts': frames(2, '2', 8, ...h264(250, 2)),
  'four-a-second.avi': frames(4, '4', 12, ...MJPEG),
  'four-a-second.wmv': frames(4, '4', 12, ...WMV),
  'four-a-second.mp4': frames(4, '4', 12, ...h264(250, 0)),
  'program.mpg': frames(25, '25', 75, ...mpeg2(12, 0)),
  'program-b.mpg': frames(25, '25', 75, ...mpeg2(15, 2)),
  'program-2997.mpg': frames(30_000 / 1001, '30000/1001', 90, ...mpeg2(15, 2)),
  'program-1.mpg': frames(25, '25', 75, '-c:v', 'mpeg1video', '-q:v', '2', '-g', '12', '-bf', '2'),
  'program.vob': frames(25, '25', 75, ...mpeg2(15, 2), '-f', 'vob'),
};

const SLIDE_SECONDS = 0.2;
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Places within every slide, and at some other frames, each with the frame that is on; from the end on, as nothing is known then. */
const placesOf = ({ frames, seconds }: Film): readonly (readonly [seconds: number, number: number])[] => {
  const places = frames.flatMap(([number, start], index) => {
    const length = (frames[index + 1]?.[1] ?? seconds) - start;
    if (length < SLIDE_SECONDS) return index % 12 === 0 || index > frames.length - 4 ? [[start, number] as const] : [];
    return [0, 0.35, 0.7, (length - 0.05) / length].map((share) => [start + share * length, number] as const);
  });
  return places.map(([at, number]) => [toMilliseconds(at), number] as const).reverse();
};

let maker: PagePictures;
beforeAll(async () => {
  maker = await startPagePictures();
});
afterAll(() => maker.dispose());

const clips = new Map<string, Promise<Clip>>();
const makeClip = async (name: string): Promise<Clip> => {
  const path = join(maker.folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...(FILMS[name]?.arguments ?? []), path]);
  return createClip('film', name, await probeMedia(path));
};
const clipOf = (name: string): Promise<Clip> => {
  const made = clips.get(name) ?? makeClip(name);
  clips.set(name, made);
  return made;
};

const cases = Object.entries(FILMS);
/** In the other ffmpeg finds no picture: the sound before the first is longer than what it looks through. */
const casesOfPage = cases.filter(([name]) => name !== 'slides-apart.ts');

test.each(casesOfPage)(
  '%s is as long as its frames are on, and the page has the picture that is on',
  async (name, made) => {
    const clip = await clipOf(name);
    expect(Math.abs(clip.durationSeconds - made.seconds)).toBeLessThan(0.01);
    const places = placesOf(made);
    const jpegs: Buffer[] = [];
    for (const [seconds] of places) jpegs.push(await maker.pictures.frame(clip, seconds, ''));
    const numbers = numbersOf(['-f', 'mjpeg', '-i', '-'], Buffer.concat(jpegs));
    expect(places.map(([seconds], index) => [seconds, numbers[index]])).toEqual(places);
  },
);

const onScreen = (what: string, program: string): void => {
  describe(what, () => {
    let player: Awaited<ReturnType<typeof createRealPlayer>>;
    let own: string;
    beforeAll(async () => {
      own = mkdtempSync(join(maker.folder, 'player-'));
      player = await createRealPlayer(own, { program });
      await when(player.player, ({ running }) => running);
    });
    afterAll(() => player.dispose());

    const shoot = (path: string): Promise<unknown> => player.ask(['screenshot-to-file', path, 'video']);

    test.each(cases)('%s', async (name, made) => {
      const clip = await clipOf(name);
      const state = cue(createState(createMemoryClipStore([clip]).document()), clip);
      const context = { pathOf: () => join(maker.folder, name), blackPath: '', splashLines: [], overlay: [] };
      const { cue: wanted } = toDesiredState(state, context);
      const load = { do: 'load', cue: wanted, playing: false, speed: 1, why: 'test' } as const;
      const shots = mkdtempSync(join(own, 'screen-'));
      const places = placesOf(made);
      for (const [index, [seconds]] of places.entries()) {
        if (index % 3 === 0) await player.player.perform({ ...load, atSeconds: seconds });
        else await player.player.perform({ do: 'seek', toSeconds: seconds, why: 'test' });
        await shoot(join(shots, `${index}.png`));
      }
      // Then it plays to its end.
      await player.player.perform({ ...load, atSeconds: Math.max(0, clip.durationSeconds - 0.5) });
      await player.player.perform({ do: 'play', why: 'test' });
      await when(player.player, ({ ended }) => ended);
      await shoot(join(shots, `${places.length}.png`));
      const numbers = numbersOf(['-start_number', '0', '-i', join(shots, '%d.png')]);
      expect(places.map(([seconds], index) => [seconds, numbers[index]])).toEqual(places);
      expect(numbers.at(-1)).toBe(made.frames.at(-1)?.[0]);
      // At the last frame of the rate at which mpv counts.
      expect(Math.abs(player.player.view().positionSeconds - made.seconds)).toBeLessThan(0.05);
    });
  });
};

onScreen('the mpv of this system', 'mpv');
describe.runIf(hasNewerMpv)('with the mpv of a later release', () => onScreen('mpv 0.40', NEWER_MPV));
