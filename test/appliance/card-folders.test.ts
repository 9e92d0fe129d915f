// The folders of the data partition that lie over the read-only root, where the card has no room for one, and what is read of it.
import { expect, test } from 'vitest';
import { canMount, runInRoot } from './root-in-memory.ts';

const withCard = (lines: readonly string[]): Promise<string> =>
  runInRoot(
    'image/card',
    () => [
      'mkdir data state names',
      'mount -t tmpfs -o size=64k card data',
      'echo kept > state/list',
      'head -c 100000 /dev/zero > names/large',
    ],
    lines,
  );

const PUT_OVER = 'sh /script put_over state /state; sh /script put_over names /names';

const TOLD = [
  expect.stringMatching(/^cp: .*No space left/),
  'cuedeck: the card has no room for /names: it is kept in memory, until the box is switched off',
];

test.runIf(canMount)('a folder that the full card has no room for is kept in memory, and told of', async () => {
  const said = await withCard([
    `${PUT_OVER} || echo failed`,
    'cat state/list; wc -c < names/large; echo more > names/more && cat names/more; ls data',
  ]);
  expect(said.trim().split('\n')).toEqual(['kept', '100000', 'more', 'state', ...TOLD]);
});

test.runIf(canMount)('it is on the card once there is room', async () => {
  const said = await withCard([
    PUT_OVER,
    'umount /state /names; mount -o remount,size=1m /data',
    PUT_OVER,
    'cat state/list; wc -c < names/large; ls data',
  ]);
  expect(said.trim().split('\n')).toEqual(['kept', '100000', 'names', 'state', ...TOLD]);
});

test.runIf(canMount)('what is wrong with cuedeck.txt is where the player reads it', async () => {
  const said = await withCard([
    'sh /script network; ls run',
    'mkdir -p data/appliance; echo "cuedeck.txt: Line 1" > data/appliance/problems; sh /script network',
    'cat run/cuedeck-card-problems',
  ]);
  expect(said).toBe('systemd\ncuedeck.txt: Line 1\n');
});
