// What a terminal gets to see of odd names and of empty ones.
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { createSilentIo } from '../fixtures/silent-io.ts';

/** Red letters, text that runs backwards, and a second line. */
const ODD = 'film\u001b[31m\u202e\u009b2J\nx.mp4';
const SHOWN = 'film\ufffd[31m\ufffd\ufffd2J';

test('an error shows a mark for what a name would do to the terminal', async () => {
  const lines: string[] = [];
  expect(await runCommandLine(['upload', `/nowhere/${ODD}`], createSilentIo(9, lines))).toBe(1);
  expect(lines).toEqual([
    `/nowhere/${SHOWN} x.mp4 cannot be read: it is not there (ENOENT). Check the name and try again.`,
  ]);
});

test('progress shows such marks, also at its end', () => {
  const lines: string[] = [];
  const progress = createProgress({ ...createSilentIo(9, lines), isWatched: true }, ODD);
  progress.show(0.5);
  progress.end();
  expect(lines).toEqual([`${SHOWN}\ufffdx.mp4 50 %`, `\u001b[1A\u001b[2K${SHOWN}\ufffdx.mp4: done`]);
});

test.each([
  [['upload', ''], 1, 'Check the name and try again.'],
  [['status', '--conf='], 78, 'Name the settings file of the player.'],
])('%j: an empty name is refused, and shown as ""', async (args, code, advice) => {
  const lines: string[] = [];
  expect(await runCommandLine(args, createSilentIo(9, lines))).toBe(code);
  expect(lines).toEqual([`"" cannot be read: it is not there (ENOENT). ${advice}`]);
});

test('an empty path of the socket is refused: the radio service is not looked for elsewhere', async () => {
  const lines: string[] = [];
  expect(await runCommandLine(['talkgroup', 'peer', 'list', '--socket', ''], createSilentIo(9, lines))).toBe(2);
  expect(lines).toEqual(['--socket "" is invalid; allowed: the path of a socket.']);
});
