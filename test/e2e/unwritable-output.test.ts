import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { CUEDECK } from './cuedeck.ts';

/** Runs `cuedeck --help` in a shell, with its output to there. */
const run = (to: string): Promise<readonly [code: number, err: string]> =>
  new Promise((resolve) => {
    execFile('sh', ['-c', `"$0" --help ${to}`, CUEDECK], (error, _out, err) =>
      resolve([Number(error?.code ?? 0), err]),
    );
  });

test('on a full disk it says that its output is lost', async () => {
  expect(await run('> /dev/full')).toEqual([1, 'The output cannot be written: the disk is full (ENOSPC).\n']);
});

test('a reader that has had enough is no error', async () => {
  expect(await run('| true')).toEqual([0, '']);
});
