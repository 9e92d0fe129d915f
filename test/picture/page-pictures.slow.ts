// The pictures on the page are the frames on the screen: the frame of each place is asked of the page's maker of pictures and of a real
// mpv, over containers, distances of key frames, and clocks that start elsewhere.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clip, createClip } from '../../src/deck/clips/clip.ts';
import { toDesiredState } from '../../src/deck/playback/desired-state.ts';
import { createState } from '../../src/deck/state.ts';
import { cue } from '../../src/deck/transport.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { createMemoryClipStore } from '../fakes/memory-clip-store.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from '../mpv/real-mpv.ts';
import { BARS, film, h264, mpeg2, numbersOf, tone, xvid } from './numbered-films.ts';
import { type PagePictures, startPagePictures } from './page-picture-maker.ts';

/** As a phone trims it: its edit list begins between two frames. */
const TRIM = ['-output_ts_offset', '-0.13', '-avoid_negative_ts', 'disabled'] as const;

const FILMS: Readonly<Record<string, readonly string[]>> = {
  'short-gop.mp4': film('25', 3, ...h264(12, 2)),
  'long-gop.mp4': film('25', 8, ...h264(250, 3)),
  'late.mp4': film('25', 3, ...h264(12, 2), '-output_ts_offset', '5'),
  'open-gop.mov': film('30000/1001', 4, ...h264(30, 2), '-x264-params', 'open-gop=1'),
  'trimmed.mp4': film('25', 3, ...h264(12, 2), ...TRIM),
  'trimmed-sound.mov': [...tone(6), ...film('25', 6, ...h264(50, 2), '-c:a', 'aac'), ...TRIM],
  'sound.mkv': [...tone(3), ...film('25', 3, ...h264(25, 2), '-c:a', 'aac')],
  'late.mkv': film('24000/1001', 3, ...h264(48, 2), '-output_ts_offset', '7'),
  'vp9.webm': film('25', 3, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '20', '-g', '50'),
  'gop12.ts': film('25', 3, ...mpeg2(12, 2)),
  'h264.ts': film('50', 4, ...h264(50, 2)),
  'long-gop.ts': film('25', 8, ...h264(100, 2)),
  'sound.ts': [...tone(6), ...film('25', 6, ...h264(25, 2), '-c:a', 'aac')],
  'late.ts': film('25', 3, ...h264(25, 0), '-output_ts_offset', '3600'),
  'gop15.mpg': film('25', 4, ...mpeg2(15, 2)),
  'long-gop-sound.mpg': [...tone(8), ...film('25', 8, ...mpeg2(125, 2), '-c:a', 'mp2')],
  'xvid-b.avi': film('25', 3, ...xvid(250, 2)),
  'xvid.avi': film('30000/1001', 3, ...xvid(30, 0)),
  'late.flv': film('24', 3, ...h264(72, 2)),
  'windows.wmv': film('25', 3, '-c:v', 'wmv2', '-q:v', '2', '-g', '25'),
  'tape.mxf': film('25', 3, ...mpeg2(12, 2)),
  'free.ogv': film('25', 3, '-c:v', 'libtheora', '-q:v', '9', '-g', '32'),
  'tape.dv': film('25', 2, '-s', '720x576', '-c:v', 'dvvideo', '-pix_fmt', 'yuv420p'),
  'moving.gif': film('10', 2),
  'moving.apng': film('10', 2, '-f', 'apng'),
  'variable.mkv': [
    ...film('25', 4, ...h264(25, 0)).map((arg) => (arg === BARS ? `${BARS},select='mod(n\\,3)'` : arg)),
    ...['-fps_mode', 'vfr'],
  ],
  'slides.mp4': film('1/3', 12, ...h264(250, 0)),
  'slides.gif': film('1/3', 12),
  'slides.avi': film('1/3', 12, ...xvid(250, 0)),
  'slides.ogv': film('1/3', 12, '-c:v', 'libtheora', '-q:v', '9'),
  'slides.wmv': film('1/3', 18, '-c:v', 'wmv2', '-q:v', '2'),
  'slides-sound.mkv': [...tone(12), ...film('1/3', 12, ...h264(1, 0), '-c:a', 'aac')],
  // A second of film, then a picture every two seconds.
  'film-and-slides.mp4': [
    ...film('25', 9, ...h264(250, 0)).map((arg) =>
      arg === BARS ? `${BARS},select='lt(n\\,25)+not(mod(n\\,50))'` : arg,
    ),
    ...['-fps_mode', 'vfr'],
  ],
};

/** Places all over the film, at frames and between them, and its ends. */
const placesOf = ({ durationSeconds, media }: Clip): readonly number[] => {
  const rate = media?.frameRate === undefined ? 25 : media.frameRate.numerator / media.frameRate.denominator;
  const last = Math.round(durationSeconds * rate) - 1;
  const frames = [0, 1, 12, Math.round(last / 3), Math.round(last / 2) + 0.5, last - 1, last];
  // From the end on: nothing else in the last group of pictures tells how far apart key frames are.
  return [...new Set(frames.filter((frame) => frame >= 0 && frame <= last))]
    .reverse()
    .map((frame) => Math.round((frame / rate) * 1000) / 1000);
};

let maker: PagePictures;
beforeAll(async () => {
  maker = await startPagePictures();
});
afterAll(() => maker.dispose());

interface Film {
  readonly clip: Clip;
  readonly places: readonly number[];
  /** Numbers of the page's pictures. */
  readonly page: readonly number[];
}

/** The page's pictures need no mpv: each is made once for all of them. */
const films = new Map<string, Promise<Film>>();
const makeFilm = async (name: string): Promise<Film> => {
  const path = join(maker.folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...(FILMS[name] ?? []), path]);
  const clip = createClip('film', name, await probeMedia(path));
  const places = placesOf(clip);
  const frames: Buffer[] = [];
  for (const seconds of places) frames.push(await maker.pictures.frame(clip, seconds, ''));
  return { clip, places, page: numbersOf(['-f', 'mjpeg', '-i', '-'], Buffer.concat(frames)) };
};
const filmOf = (name: string): Promise<Film> => {
  const made = films.get(name) ?? makeFilm(name);
  films.set(name, made);
  return made;
};

const proof = (what: string, program: string): void => {
  describe(what, () => {
    let player: Awaited<ReturnType<typeof createRealPlayer>>;
    let own: string;
    beforeAll(async () => {
      own = mkdtempSync(join(maker.folder, 'player-'));
      player = await createRealPlayer(own, { program });
      while (!player.player.view().running) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    afterAll(() => player.dispose());

    test.each(Object.keys(FILMS))('%s', async (name) => {
      const { clip, places, page } = await filmOf(name);
      const state = cue(createState(createMemoryClipStore([clip]).document()), clip);
      const { cue: wanted } = toDesiredState(state, {
        pathOf: () => join(maker.folder, name),
        blackPath: '',
        splashLines: [],
        overlay: [],
      });
      const load = { do: 'load', cue: wanted, playing: false, speed: 1, why: 'test' } as const;
      const shots = mkdtempSync(join(own, 'screen-'));
      for (const [index, seconds] of places.entries()) {
        if (index % 3 === 0) await player.player.perform({ ...load, atSeconds: seconds });
        else await player.player.perform({ do: 'seek', toSeconds: seconds, why: 'test' });
        await player.ask(['screenshot-to-file', join(shots, `${index}.png`), 'video']);
      }
      const screen = numbersOf(['-start_number', '0', '-i', join(shots, '%d.png')]);
      const table = (numbers: readonly number[]) => places.map((seconds, index) => [seconds, numbers[index]]);
      expect(table(page)).toEqual(table(screen));
      // Every frame could be read, and they are different ones.
      expect([page.length, screen.length]).toEqual([places.length, places.length]);
      expect(screen).not.toContain(-1);
      expect(new Set(screen).size).toBeGreaterThan(3);
    });
  });
};

proof('the mpv of this system', 'mpv');
describe.runIf(hasNewerMpv)('with the mpv of a later release', () => proof('mpv 0.40', NEWER_MPV));
