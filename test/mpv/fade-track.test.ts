// A clip's fades as mpv is given them.
import { expect, test } from 'vitest';
import { toClipFades } from '../../src/deck/playback/clip-fades.ts';
import { toFadeOptions, toFadeTrack } from '../../src/mpv/fade-track.ts';

const FADES = toClipFades({ fadeInSeconds: 2, fadeOutSeconds: 1 }, { inSeconds: 0.5, outSeconds: 3605 });

test('each fade is a line of a subtitle track', () => {
  expect(toFadeTrack(FADES).match(/Dialogue: .*?\\p1/g)).toEqual([
    String.raw`Dialogue: 0,0:00:00.00,0:00:02.52,Black,{\an7\pos(0,0)\bord0\shad0\1c&H000000&\1a&H00&\t(539,539,\1a&H05&)\t(539,2500,\1a&HFF&)\p1`,
    String.raw`Dialogue: 0,1:00:03.99,99:00:00.00,Black,{\an7\pos(0,0)\bord0\shad0\1c&H000000&\1a&HFF&\t(10,969,\1a&H00&)\p1`,
  ]);
  expect(toFadeOptions([])).toEqual({});
});

test('of clips that are loaded as one, the first is black from the very beginning, and each stays at its place', () => {
  const clip = { fadeInSeconds: 1, fadeOutSeconds: 0 };
  const at = (seconds: number) =>
    toClipFades(
      clip,
      { inSeconds: seconds, outSeconds: seconds + 2 },
      {
        startSeconds: seconds - 0.002,
        endSeconds: seconds + 1.998,
      },
    );
  expect(toFadeTrack([...at(0), ...at(2)]).match(/Dialogue: .*?\\p1/g)).toEqual([
    String.raw`Dialogue: 0,0:00:00.00,0:00:02.01,Black,{\an7\pos(0,0)\bord0\shad0\1c&H000000&\1a&H00&\t(1,39,\1a&H00&)\t(39,39,\1a&H0A&)\t(39,1000,\1a&HFF&)\t(1000,1998,\1a&HFF&)\t(1998,1998,\1a&HFF&)\p1}`.replace(
      /}$/,
      '',
    ),
    String.raw`Dialogue: 0,0:00:01.98,0:00:04.01,Black,{\an7\pos(0,0)\bord0\shad0\1c&H000000&\1a&HFF&\t(18,18,\1a&H00&)\t(18,59,\1a&H00&)\t(59,59,\1a&H0A&)\t(59,1020,\1a&HFF&)\t(1020,2018,\1a&HFF&)\t(2018,2018,\1a&HFF&)\p1}`.replace(
      /}$/,
      '',
    ),
  ]);
});
