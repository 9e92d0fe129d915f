// `cuedeck fleet push --convert` on a PC: odd names, links, and files that change while they are converted.
import { appendFileSync } from 'node:fs';
import { copyFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withConvertedFiles } from '../../src/cli/fleet/converted-files.ts';
import { createSilentIo } from '../fixtures/silent-io.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';

const SILENT = createSilentIo(9, []);

/** An empty folder for the files, and one that stands for the temporary folder of the computer. */
const createFolders = async () => {
  const [folder, temporary] = [await temporaryFolder(), await temporaryFolder()];
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { folder, temporary };
};

const namesOf = (paths: readonly string[]) =>
  withConvertedFiles(paths, SILENT, async (files) => files.map(({ name, path }) => [name, path]));

test('a link is converted as the file that it leads to, and keeps its own name', async () => {
  const { folder, temporary } = await createFolders();
  const path = join(folder, 'tonight.avi');
  await symlink(media('old.avi'), path);
  expect(await namesOf([path])).toEqual([['tonight.mp4', join(folder, 'tonight.mp4')]]);
  expect(await readdir(temporary)).toEqual([]);
});

test('a file whose name has no room for another ending is converted', async () => {
  const { folder } = await createFolders();
  const path = join(folder, 'x'.repeat(255));
  await copyFile(media('old.avi'), path);
  expect((await namesOf([path])).map(([name]) => name)).toEqual([`${'x'.repeat(255)}.mp4`]);
});

test('a file that changes while it is converted is refused for that reason, and not sent', async () => {
  const { folder, temporary } = await createFolders();
  const path = join(folder, 'film.avi');
  await copyFile(media('old.avi'), path);
  let isSent = false;
  const change = (): void => appendFileSync(path, 'more');
  const converted = withConvertedFiles([path], { ...SILENT, isWatched: true, err: change }, async () => {
    isSent = true;
  });
  await expect(converted).rejects.toThrow(`${path} changed while it was converted. Try again.`);
  expect([isSent, await readdir(temporary)]).toEqual([false, []]);
});
