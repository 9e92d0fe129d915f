// The filters of a file's sound as mpv is given them.
import { expect, test } from 'vitest';
import { toClipFades } from '../../src/deck/playback/clip-fades.ts';
import { isSameFilter, toSoundFilterOptions, withSoundFilters } from '../../src/mpv/sound-filters.ts';

const FADES = toClipFades({ fadeInSeconds: 2, fadeOutSeconds: 1 }, { inSeconds: 0.5, outSeconds: 3605 });
const section = { inSeconds: 0, outSeconds: 3605, loop: false, toEnd: false };
const toFilter = (sound: Omit<Parameters<typeof toSoundFilterOptions>[0], 'section'>): string | undefined =>
  toSoundFilterOptions({ section, ...sound })['af-append'];

test('each fade is a filter', () => {
  expect(toFilter({ fades: FADES })).toBe(
    '@sound:lavfi=[afade=t=in:st=0.500000:d=2.000000:curve=cub,afade=t=out:st=3604.000000:d=0.959000:curve=cub]',
  );
  expect(toSoundFilterOptions({ section, fades: [] })).toEqual({});
});

test('of clips that are loaded as one, each fades at its own place', () => {
  const fades = toClipFades(
    { fadeInSeconds: 1, fadeOutSeconds: 0 },
    { inSeconds: 2, outSeconds: 4 },
    { startSeconds: 1.998, endSeconds: 3.998 },
  );
  expect(toFilter({ fades })).toBe(
    "@sound:lavfi=[afade=t=in:st=2.000000:d=1.000000:curve=cub:enable='between(t,1.998000,3.998000)']",
  );
});

test('a delay comes after the fades, and does not outlast the file', () => {
  expect(toFilter({ delayMilliseconds: 120 })).toBe('@sound:lavfi=[aecho=in_gain=0:out_gain=1:delays=120:decays=1]');
  const last = FADES.slice(1);
  expect(toFilter({ fades: last, delayMilliseconds: 2000 })).toBe(
    '@sound:lavfi=[afade=t=out:st=3604.000000:d=0.959000:curve=cub,aecho=in_gain=0:out_gain=1:delays=2000:decays=1]',
  );
  const toEnd = { ...section, toEnd: true };
  expect(toSoundFilterOptions({ section: toEnd, delayMilliseconds: 1 })).toEqual({
    'af-append': '@sound:lavfi=[aecho=in_gain=0:out_gain=1:delays=1:decays=1,atrim=end=3605.000000]',
  });
  // mpv does that without a filter.
  expect(toSoundFilterOptions({ section, delayMilliseconds: -500 })).toEqual({});
  expect(isSameFilter({ section }, { section, delayMilliseconds: -1 })).toBe(true);
  expect(isSameFilter({ section, delayMilliseconds: 1 }, { section: toEnd, delayMilliseconds: 1 })).toBe(false);
});

test('the operator’s own sound filters stay, and filters take the place of earlier ones', () => {
  const own = { name: 'loudnorm', enabled: true, params: {} };
  const once = withSoundFilters([own], { section, fades: FADES });
  expect(once.map(({ name }) => name)).toEqual(['loudnorm', 'lavfi']);
  expect(withSoundFilters(once, { section, fades: FADES })).toEqual(once);
  expect(withSoundFilters(once, { section })).toEqual([own]);
  expect(withSoundFilters(undefined, { section, fades: [] })).toEqual([]);
  expect(withSoundFilters(once, { section, delayMilliseconds: 5 })).toEqual([
    own,
    { name: 'lavfi', label: 'sound', enabled: true, params: { graph: 'aecho=in_gain=0:out_gain=1:delays=5:decays=1' } },
  ]);
});
