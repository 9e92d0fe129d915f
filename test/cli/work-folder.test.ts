import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWorkFolder } from '../../src/cli/work-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { buildProgram } from '../programs/build-program.ts';

test.each(['boardtest', 'convert'] as const)(
  'the folder of a %s that was killed is removed by the next; others are left',
  async (command) => {
    const parent = await temporaryFolder();
    const gone = spawn('true');
    await once(gone, 'exit');
    const others = [
      `cuedeck-${command}-${hostname()}-${process.ppid}-abc`,
      `cuedeck-${command}-another-box-${gone.pid}-abc`,
      'cuedeck-update-abc',
    ];
    for (const name of [`cuedeck-${command}-${hostname()}-${gone.pid}-abc`, ...others]) await mkdir(join(parent, name));
    const during = await inWorkFolder(command, parent, async () => (await readdir(parent)).length);
    expect([during, (await readdir(parent)).sort()]).toEqual([4, others.sort()]);
  },
);

test('a signal that comes while the folder is removed ends the program once it is gone', async () => {
  const parent = await temporaryFolder();
  const { path, remove } = await buildProgram('work-in-folder');
  onTestFinished(remove);
  // So many that the signal comes before the last of them is gone.
  const child = spawn(process.execPath, [path, parent, '5000'], { stdio: ['ignore', 'inherit', 'inherit'] });
  expect([await once(child, 'exit'), await readdir(parent)]).toEqual([[null, 'SIGINT'], []]);
});

test('without a folder to work in it says which, and what to set', async () => {
  const parent = join(await temporaryFolder(), 'absent');
  await expect(inWorkFolder('convert', parent, async () => undefined)).rejects.toThrow(
    `No temporary folder can be made in ${parent}: it is not there (ENOENT). Set TMPDIR to a folder with room.`,
  );
});
