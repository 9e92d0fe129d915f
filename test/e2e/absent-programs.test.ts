// A box without ffmpeg's programs plays what it has, and says at once what it can't do.
import { symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findAbsent } from '../../src/config/startup-checks.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { startDaemon } from './daemon.ts';

test('ffprobe and ffmpeg that are not installed are warned of at the start, with the way to get them', async () => {
  const programs = await temporaryFolder();
  await symlink(process.execPath, join(programs, 'node'));
  const daemon = await startDaemon({ environment: { PATH: programs, CUEDECK_MPV: '/usr/bin/mpv' } });
  try {
    await daemon.line(/ffmpeg is not installed/);
    expect(daemon.lines.filter((line) => line.includes('not installed'))).toEqual([
      expect.stringMatching(/ffprobe is not installed: no upload is accepted \(apt install ffmpeg\)$/),
      expect.stringMatching(/ffmpeg is not installed: clips have no pictures on the page \(apt install ffmpeg\)$/),
    ]);
  } finally {
    await daemon.dispose();
  }
});

test('a program is looked for in every folder of the search path, and has to be executable', async () => {
  const [first, second] = [await temporaryFolder(), await temporaryFolder()];
  await symlink(process.execPath, join(second, 'there'));
  await writeFile(join(first, 'no-program'), '', { mode: 0o644 });
  expect(await findAbsent(['there', 'no-program', 'nowhere'], [first, second].join(delimiter))).toEqual([
    'no-program',
    'nowhere',
  ]);
});
