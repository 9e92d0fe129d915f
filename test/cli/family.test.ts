// Commands of two words, asked for by the first alone.
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { FLEET_COMMANDS } from '../../src/cli/fleet/commands.ts';
import { CUEDECK } from '../e2e/cuedeck.ts';

const run = async (...args: readonly string[]) => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(args, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    input: process.stdin,
    takeOutput: () => process.stdout,
    isWatched: false,
    environment: {},
    program: CUEDECK,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

test('`hyperdeck --help` lists the commands that begin so, as `talkgroup --help` does', async () => {
  expect((await run('hyperdeck', '--help')).out.split('\n')).toEqual([
    'cuedeck hyperdeck COMMAND',
    '',
    '  log',
    '      prints the HyperDeck protocol traffic until Ctrl-C',
    '',
    '  --json       the answer as one JSON document',
    '  --conf FILE  settings of the player, where they are not in `/etc/cuedeck/player.conf`',
    '  --help       explains the command',
    '',
    '`cuedeck hyperdeck COMMAND --help` says more.',
  ]);
});

test('`fleet` alone prints the same as `fleet --help`, every command of it, and is no success', async () => {
  const [alone, asked] = [await run('fleet'), await run('fleet', '--help')];
  expect([alone.code, asked.code, alone.err, asked.err, alone.out]).toEqual([2, 0, '', '', asked.out]);
  expect(
    asked.out
      .split('\n')
      .filter((line) => /^ {2}[a-z]/.test(line))
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(FLEET_COMMANDS.map(({ name }) => name.split(' ')[1]));
});

test.each([
  [['fleet', 'frob'], 'There is no command "fleet frob". `cuedeck fleet --help` lists them.'],
  [['fleet', 'frob', '--help'], 'There is no command "fleet frob". `cuedeck fleet --help` lists them.'],
  [['frob', 'list'], 'There is no command "frob". `cuedeck --help` lists them.'],
])('%j is no command', async (args, err) => {
  expect(await run(...args)).toEqual({ code: 2, out: '', err });
});
