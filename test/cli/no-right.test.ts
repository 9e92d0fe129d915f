// A user without the right to a file or socket: the exit code of docs/cli.md, and what to do. Root has every right, so others run it.
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CUEDECK } from '../e2e/cuedeck.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];

/** A clone in a folder of root's is for root alone. */
const isForOthers = !isRoot || spawnSync('setpriv', [...NOBODY.slice(1), 'test', '-x', CUEDECK]).status === 0;

/** A user who has no right to what others have closed. */
const run = (...args: readonly string[]): Promise<readonly [code: number, err: string]> =>
  new Promise((resolve) => {
    const [program = '', ...rest] = [...(isRoot ? NOBODY : []), CUEDECK, ...args];
    execFile(program, rest, (error, _out, err) => resolve([Number(error?.code ?? 0), err]));
  });

/** A folder that everybody may enter, with a file that nobody may read. */
const createClosedFile = async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const path = join(folder, 'closed');
  await writeFile(path, 'text', { mode: 0 });
  return { folder, path };
};

const DENIED = 'CueDeck has no right to do that (EACCES)';

describe.skipIf(!isForOthers)('without the right', () => {
  test.each([
    [['talkgroup', 'catalogue', 'import'], 'Check the name and try again.'],
    [['upload'], 'Check the name and try again.'],
    [['license', 'install'], 'Name the licence file.'],
  ])('%j of a file that this user may not read ends with 77', async (words, advice) => {
    const { folder, path } = await createClosedFile();
    vi.stubEnv('CUEDECK_STATE_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await run(...words, path)).toEqual([77, `${path} cannot be read: ${DENIED}. ${advice}\n`]);
  });

  test('a socket of the radio service that is not for this user says so', async () => {
    const { folder } = await createClosedFile();
    await mkdir(join(folder, 'run'));
    const path = join(folder, 'run', 'admin.sock');
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    await chmod(path, 0);
    expect(await run('talkgroup', 'peer', 'list', '--socket', path)).toEqual([
      77,
      `${path} is not for this user. Use sudo.\n`,
    ]);
  });
});
