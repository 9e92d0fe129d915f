// What the doctor says of files in the clips folder that are not clips.
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CliError, EXIT } from '../../src/cli/cli-error.ts';
import { judgeSpace } from '../../src/cli/doctor/machine-check.ts';
import { examineStrays, readStrays } from '../../src/cli/doctor/stray-check.ts';
import type { PlayerApi } from '../../src/cli/player-api.ts';
import { newRestoreToken, toStagedName } from '../../src/library/pending-restore.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MB = 1_000_000;
const playerWith = (...files: readonly string[]) =>
  ({ call: async () => files.map((file) => ({ file })) }) as unknown as PlayerApi;

/** Files of a size, without their bytes. */
const fill = async (folder: string, sizes: Readonly<Record<string, number>>): Promise<void> => {
  for (const [name, bytes] of Object.entries(sizes)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), '');
    await truncate(join(folder, name), bytes);
  }
};

test('large files and folders that are not clips are named with their size, largest first', async () => {
  const folder = await temporaryFolder();
  await fill(folder, {
    'clip.mp4': 50 * MB,
    'new.mp4': 60 * MB,
    'show.zip': 1200 * MB,
    'old show/one.mp4': 20 * MB,
    'old show/part/two.mp4': 10 * MB,
    '.Trashes': 5 * MB,
    'lost+found/#1': 5 * MB,
    '.restore-of-mine': 4 * MB,
    'notes.txt': 500,
  });
  const strays = await readStrays(playerWith('clip.mp4', 'new.mp4'), folder);
  expect(strays).toEqual([
    { name: 'show.zip', bytes: 1200 * MB },
    { name: 'old show', bytes: 30 * MB },
    { name: '.Trashes', bytes: 5 * MB },
    { name: '.restore-of-mine', bytes: 4 * MB },
  ]);
  expect(examineStrays('/clips', strays)).toEqual([
    {
      part: 'Clips',
      verdict: 'note',
      text: '“show.zip” (1.2 GB), “old show” (30.0 MB), “.Trashes” (5.0 MB), “.restore-of-mine” (4.0 MB) in /clips are not clips; they take 1.2 GB.',
      advice: 'Delete from /clips what nobody needs. The page neither shows nor deletes these files.',
    },
  ]);
});

test('what the player itself keeps there is never advised to be deleted', async () => {
  const folder = await temporaryFolder();
  const own = [
    '.upload-0123456789abcdef',
    '.upload-0123456789abcdef.json',
    '.convert-0123456789abcdef',
    '.convert-0123456789abcdef.json',
    '.trash-c1',
    toStagedName(newRestoreToken(), 1),
  ];
  await fill(folder, Object.fromEntries(own.map((name) => [name, 5 * MB])));
  expect(await readStrays(playerWith(), folder)).toEqual([]);
});

test('one is named alone; of many the largest five', () => {
  const strays = [7, 6, 5, 4, 3, 2].map((size) => ({ name: `${size}.zip`, bytes: size * MB }));
  expect(examineStrays('/clips', strays.slice(0, 1))).toMatchObject([
    { text: '“7.zip” (7.0 MB) in /clips is not a clip.' },
  ]);
  expect(examineStrays('/clips', strays)[0]?.text).toMatch(/“3\.zip” \(3\.0 MB\) and 1 more in \/clips are not clips/);
  expect(examineStrays('/clips', [])).toEqual([]);
});

test('nothing is called a stray while the player does not say what its clips are', async () => {
  const folder = await temporaryFolder();
  await fill(folder, { 'clip.mp4': 50 * MB });
  const silent = { call: () => Promise.reject(new CliError(EXIT.refused, 'no')) } as unknown as PlayerApi;
  expect([await readStrays(silent, folder), await readStrays(playerWith(), join(folder, 'gone'))]).toEqual([[], []]);
});

test('the largest is what to delete first on a full card', () => {
  const judge = (free: number, ...names: readonly string[]) =>
    judgeSpace(
      'Clips',
      { folder: '/clips', free, size: 4000 * MB },
      names.map((name) => ({ name, bytes: 1200 * MB })),
    );
  expect([
    judge(10 * MB),
    judge(10 * MB, 'show.zip'),
    judge(500 * MB, 'show.zip'),
    judge(2000 * MB, 'show.zip'),
  ]).toEqual([
    {
      ...{ part: 'Clips', verdict: 'problem', text: '10.0 MB free of 4.0 GB in /clips.' },
      advice: 'It is full: delete clips.',
    },
    {
      ...{ part: 'Clips', verdict: 'problem', text: '10.0 MB free of 4.0 GB in /clips.' },
      advice: 'It is full: delete “show.zip” (1.2 GB) first, which is not a clip, then clips.',
    },
    {
      ...{ part: 'Clips', verdict: 'note', text: '500.0 MB free of 4.0 GB in /clips.' },
      advice: 'Before the next uploads, delete “show.zip” (1.2 GB) first, which is not a clip, then clips.',
    },
    { part: 'Clips', verdict: 'good', text: '2.0 GB free of 4.0 GB in /clips.' },
  ]);
});
