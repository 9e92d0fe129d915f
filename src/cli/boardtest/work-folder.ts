// The temporary folder of a board test: gone at its end, however it ends; what a killed one left is removed by the next.
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import { CliError, EXIT } from '../cli-error.ts';

const PREFIX = 'cuedeck-boardtest-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Only folders of this user, whose process is no more. */
const sweep = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(parent, name);
    const isOwn = await lstat(path).then(
      (stat) => stat.isDirectory() && stat.uid === process.getuid?.(),
      () => false,
    );
    if (isOwn) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};

/**
 * Runs work with a folder that is removed afterwards.
 * @throws CliError when none can be made; errors of the work
 */
export const inWorkFolder = async <Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  await sweep(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`)).catch((error) => {
    throw new CliError(EXIT.refused, `No folder for the clips can be made in ${parent}: ${toReason(error)}.`);
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  // The program may exit at once when nobody takes its output any more.
  process.on('exit', remove);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    process.off('exit', remove);
  }
};
