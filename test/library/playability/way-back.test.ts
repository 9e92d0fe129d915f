// What an owner is told to do when a clip is not smooth any more since an update.
import { expect, test } from 'vitest';
import { toWayBack } from '../../../src/library/playability/way-back.ts';

const BEFORE = 'CueDeck 1.2.0, mpv 0.40.0, ffmpeg 7.1.5-0+deb13u1, kernel 6.12.57+deb13-arm64; v4l2m2m';

test('each program that changed has the command that goes back', () => {
  const now = 'CueDeck 1.3.0, mpv 0.40.1, ffmpeg 7.1.6-0+deb13u1, kernel 6.12.63+deb13-arm64';
  expect(toWayBack(BEFORE, now)).toEqual([
    'To go back to CueDeck 1.2.0: `sudo apt install --allow-downgrades ./cuedeck_1.2.0_all.deb`.',
    'To go back to mpv 0.40.0: `sudo apt install --allow-downgrades mpv=VERSION`, with one that `apt list --all-versions mpv` names.',
    'To go back to ffmpeg 7.1.5-0+deb13u1: `sudo apt install --allow-downgrades ffmpeg=VERSION`, with one that `apt list --all-versions ffmpeg` names.',
    'To go back to kernel 6.12.57+deb13-arm64: `sudo apt remove linux-image-6.12.63+deb13-arm64` and a restart, while linux-image-6.12.57+deb13-arm64 is installed.',
  ]);
});

test('what did not change, or is not known, is not gone back to', () => {
  expect(toWayBack(BEFORE, BEFORE.replace('v4l2m2m', 'no'))).toEqual([]);
  expect(toWayBack('CueDeck 1.2.0, mpv , ffmpeg , kernel 6', 'CueDeck 1.2.0, mpv 0.40.0, ffmpeg , kernel 6')).toEqual(
    [],
  );
});
