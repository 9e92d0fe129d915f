// What push says of a file, by the list that the player has afterwards.
import { expect, test } from 'vitest';
import { toOutcomeLine } from '../../src/cli/fleet/outcome.ts';
import { toPushed } from '../../src/cli/fleet/pushed.ts';

const OLD = { id: 'old', file: 'show.mp4', word: 'show.mp4' };

test.each([
  ['under its own name', 'show.mp4', 0, [], 'show.mp4', 'got show.mp4'],
  [
    'under a numbered name, and why',
    ...['show.mp4', 0, [OLD], 'show (2).mp4', 'got show.mp4 as "show (2).mp4", another clip has that name'],
  ],
  ['had before', 'show.mp4', undefined, [OLD], 'show (2).mp4', 'has show.mp4 already, as "show (2).mp4"'],
  [
    'in part had before',
    ...['show.mp4', 7, [OLD], 'show (2).mp4'],
    'got the rest of show.mp4, from byte 7 on, as "show (2).mp4", another clip has that name',
  ],
  [
    'beside a file of a clip that was renamed',
    ...['show.mp4', 0, [{ ...OLD, word: 'Opening' }], 'show (2).mp4'],
    'got show.mp4 as "show (2).mp4", the file of another clip has that name',
  ],
  ['without its leading dash', '-dash.mp4', 0, [], 'dash.mp4', 'got -dash.mp4 as "dash.mp4"'],
  ['without control characters', 'a\u001b.mp4', 0, [], 'a.mp4', 'got a\ufffd.mp4 as "a.mp4"'],
  ['under a name that was given to it later', 'a.mp4', undefined, [], 'B\u009b', 'has a.mp4 already, as "B\ufffd"'],
  ['in the composed form of its letters', 'e\u0301.mp4', 0, [], '\u00e9.mp4', 'got e\u0301.mp4'],
] as const)('%s: the line says by which name the clip is fired', (_case, name, fromByte, others, word, line) => {
  const { text, clip } = toPushed({
    name,
    clipId: 'new',
    fromByte,
    clips: [...others, { id: 'new', file: 'x', word }],
  });
  expect([toOutcomeLine({ player: 'p1', isDone: true, text }), clip]).toEqual([`p1: ${line}`, word]);
});

test('a clip that is gone again has no name', () => {
  expect(toPushed({ name: 'a.mp4', clipId: 'new', fromByte: 0, clips: [OLD] })).toEqual({ text: 'got a.mp4' });
});
