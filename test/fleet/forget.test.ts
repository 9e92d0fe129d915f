// What is taken away of a player that is gone.
import { expect, test } from 'vitest';
import { toKeptTopics } from '../../src/cli/fleet/forget-command.ts';

const REPORTS = ['status', 'clips', 'position', 'online'].map((word) => `crew/player/a.b/${word}`);

test.each([
  ['with Home Assistant', 'ha', ['c'], ['ha/device/cuedeck_a_b/config', ...REPORTS]],
  ['without Home Assistant', undefined, ['c'], REPORTS],
  ['where another player is the same device to Home Assistant', 'ha', ['a_b'], REPORTS],
])('%s: all that is kept goes, and that it is there goes last', (_case, prefix, others, topics) => {
  expect(
    toKeptTopics(
      { id: 'a.b' },
      others.map((id) => ({ id })),
      { root: 'crew', prefix },
    ),
  ).toEqual(topics);
});
