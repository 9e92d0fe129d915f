// What a clip keeps when it gets another file.
import { expect, test } from 'vitest';
import { withFile } from '../../../src/library/convert/file-swap.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { PROBED } from '../library-under-test.ts';

test.for([
  ['played whole, it is played whole, longer or shorter', [0, 10], 10.04, [0, 10.04]],
  ['played whole, it is played whole, longer or shorter', [2, 10], 9.96, [2, 9.96]],
  ['trimmed, it keeps its points', [2, 5], 10.04, [2, 5]],
  ['an out point behind the new end is there', [2, 9.98], 9.96, [2, 9.96]],
  ['a section behind the new end is the last of it', [9.97, 10], 9.96, [9.93, 9.96]],
  ['a section behind the new end is the last of it', [9.97, 9.99], 9.96, [9.94, 9.96]],
  ['a section longer than the file is all of it', [5, 10], 3, [0, 3]],
] as const)('%s: %s in a file of %s s is %s', ([, [inSeconds, outSeconds], durationSeconds, section]) => {
  const clip = withFile(videoClip('a', { inSeconds, outSeconds }), 'b.mp4', { ...PROBED, durationSeconds });
  expect([clip.inSeconds, clip.outSeconds, clip.durationSeconds]).toEqual([...section, durationSeconds]);
});
