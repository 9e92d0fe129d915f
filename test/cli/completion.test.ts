// Bash, with the completion that is shipped.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMAND_TABLE } from '../../src/cli/command-table.ts';

const complete = (line: string): readonly string[] => {
  const script = `source docs/cuedeck.bash; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _cuedeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-uc', script], { encoding: 'utf8' }).trimEnd().split('\n');
};

test('the first word is one of the commands', () => {
  const names = COMMAND_TABLE.map(({ name }) => name.split(' ')[0]);
  expect(complete('cuedeck ""')).toEqual([...new Set(names), '--help', '--version']);
});

test.each([
  ['cuedeck up', ['upload', 'update']],
  ['cuedeck edit 1 --l', ['--loop']],
  ['cuedeck edit 1 --loop o', ['on', 'off']],
  ['cuedeck license i', ['install']],
  ['cuedeck hyperdeck ""', ['log', '--help']],
  ['cuedeck fleet f', ['fire', 'forget']],
  ['cuedeck fleet --h', ['--help']],
  ['cuedeck fleet push --t', ['--to']],
  ['cuedeck talkgroup cat', ['catalogue']],
  ['cuedeck talkgroup catalogue i', ['import']],
  ['cuedeck talkgroup bridge add', ['add', 'address']],
  ['cuedeck talkgroup bridge address --', ['--json', '--socket', '--help']],
  ['cuedeck talkgroup bridge add --f', ['--for']],
  ['cuedeck talkgroup catalogue import LICEN', ['LICENSE']],
  ['cuedeck --json stat', ['status']],
  ['cuedeck upload LICEN', ['LICENSE']],
  ['cuedeck license install LICEN', ['LICENSE']],
  ['cuedeck backup --cl', ['--clips']],
])('%s', (line, words) => {
  expect(complete(line)).toEqual(words);
});
