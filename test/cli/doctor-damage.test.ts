// What the doctor says of clips that the card has damaged.
import { expect, test } from 'vitest';
import { CliError, EXIT } from '../../src/cli/cli-error.ts';
import { examineDamage } from '../../src/cli/doctor/damage-check.ts';
import type { PlayerApi } from '../../src/cli/player-api.ts';
import type { PlayerClip } from '../../src/cli/player-status.ts';

const examine = (answer: () => Promise<readonly Partial<PlayerClip>[]>) =>
  examineDamage({ call: answer } as unknown as PlayerApi);

const clip = (number: number, damaged?: PlayerClip['damaged']): Partial<PlayerClip> => ({
  ...{ number, name: `clip ${number}` },
  ...(damaged && { damaged }),
});
const FOUND = { what: 'changed', foundAt: '2026-05-01T12:00:00.000Z' } as const;

test('whole clips are not mentioned, and a player that does not answer is not judged', async () => {
  expect(await examine(async () => [clip(0), clip(1)])).toEqual([]);
  expect(await examine(() => Promise.reject(new CliError(EXIT.refused, 'no')))).toEqual([]);
});

test('a damaged clip is a problem with its day and what to do', async () => {
  expect(await examine(async () => [clip(1), clip(2, FOUND)])).toEqual([
    {
      ...{ part: 'Card', verdict: 'problem' },
      text: 'Clip 2, “clip 2”, found on 2026-05-01. Damaged: the card has changed the data of this file. Delete the clip and upload the file again.',
      advice: 'If this happens more than once, replace the card.',
    },
  ]);
});

test('of many the first five are named, and the others counted', async () => {
  const found = await examine(async () => [1, 2, 3, 4, 5, 6, 7].map((number) => clip(number, FOUND)));
  expect(found.map(({ verdict }) => verdict)).toEqual([...Array.from({ length: 5 }, () => 'problem'), 'note']);
  expect(found[5]?.text).toBe('2 more clips are damaged.');
});
