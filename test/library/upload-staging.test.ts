import { copyFile, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createUploadStaging } from '../../src/library/upload-staging.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';

test('each upload gets a hidden path of its own in the clips folder', async () => {
  const clipsDir = await temporaryFolder();
  const staging = createUploadStaging({ clipsDir });
  const paths = [staging.temporaryPath(), staging.temporaryPath()];
  expect(paths.map(dirname)).toEqual([clipsDir, clipsDir]);
  expect(new Set(paths).size).toBe(2);
  expect(paths[0]).toMatch(/\/\.upload-[0-9a-f]{16}$/);
});

test('room is what an unprivileged process may use, less the reserve, below zero when that is touched', async () => {
  const clipsDir = await temporaryFolder();
  const { bavail, bsize, blocks } = await statfs(clipsDir);
  const room = await createUploadStaging({ clipsDir, limitBytes: 1000 }).room();
  const expected = bavail * bsize - 64 * 1024 * 1024;
  expect(room.limitBytes).toBe(1000);
  // Others write to the same disk meanwhile.
  expect(Math.abs(room.freeBytes - expected)).toBeLessThan(1024 ** 3);
  expect((await createUploadStaging({ clipsDir, reserveBytes: blocks * bsize }).room()).freeBytes).toBeLessThanOrEqual(
    0,
  );
});

test('the room of a folder that is not there is an error that says so', async () => {
  await expect(createUploadStaging({ clipsDir: '/nowhere' }).room()).rejects.toMatchObject({
    code: 'storage-failed',
    message: 'Could not find out what is free on the clips partition: it is not there (ENOENT).',
  });
});

test('a finished upload is examined under its hidden name', async () => {
  const staging = createUploadStaging({ clipsDir: await temporaryFolder() });
  const path = staging.temporaryPath();
  await copyFile(media('short-25.mp4'), path);
  expect(await staging.probe(path)).toMatchObject({ moving: true, durationSeconds: 1 });
});

test('an upload that cannot be played is refused', async () => {
  const staging = createUploadStaging({ clipsDir: await temporaryFolder() });
  const path = staging.temporaryPath();
  await copyFile(media('sound-only.m4a'), path);
  await expect(staging.probe(path)).rejects.toMatchObject({ code: 'unsupported-media' });
});

test('discarding what is gone already is no error', async () => {
  const clipsDir = await temporaryFolder();
  const staging = createUploadStaging({ clipsDir });
  await staging.discard(join(clipsDir, '.upload-1'));
});
