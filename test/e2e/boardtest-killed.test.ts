// A board test that is killed: nothing it has started may go on and disturb what is measured next.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeScript } from '../fixtures/script.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { CUEDECK } from './cuedeck.ts';

/** A port where nothing listens. */
const NOBODY = { CUEDECK_HTTP_HOST: '127.0.0.1', CUEDECK_HTTP_PORT: '9' };

test('killed, it leaves no ffmpeg that runs on', async () => {
  const folder = await temporaryFolder();
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const pidFile = join(folder, 'pid');
  await writeScript(programs, 'mpv', 'echo "  null  Null video output"');
  const encoder = 'echo " V..... libx264  H.264"';
  await writeScript(
    programs,
    'ffmpeg',
    `[ "$2" = -encoders ] && ${encoder} && exit; echo $$ > ${pidFile}; exec sleep 1000`,
  );
  const child = spawn(CUEDECK, ['boardtest', '--codec', 'h264', '--out', 'result.json'], {
    env: { ...NOBODY, TMPDIR: folder, PATH: `${programs}:${process.env.PATH}` },
    cwd: folder,
    stdio: 'ignore',
  });
  const pid = await vi.waitFor(
    () => {
      const text = readFileSync(pidFile, 'utf8');
      expect(text).toMatch(/^\d+\n$/);
      return Number(text);
    },
    { timeout: 30_000 },
  );
  onTestFinished(() => killIfThere(pid));
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(readState(pid)).toMatch(/^(gone|Z)$/), { timeout: 30_000 });
});

/** `Z` for one that has ended and that nobody waits for. */
const readState = (pid: number): string => {
  try {
    return /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? 'gone';
  } catch {
    return 'gone';
  }
};

const killIfThere = (pid: number): void => {
  if (readState(pid) !== 'gone') process.kill(pid, 'SIGKILL');
};
