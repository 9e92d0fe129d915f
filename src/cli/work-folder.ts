// A temporary folder of one run of a command: gone at its end, however it ends; what a killed one left is removed by the next.
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { toReason } from '../base/errors.ts';
import { CliError, EXIT } from './cli-error.ts';

/** With the name of the machine: several may share a network folder, and know only their own processes. */
const toPrefix = (command: string): string => `cuedeck-${command}-${hostname()}-`;

/** What ends a program that does not listen. */
export const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Only folders of this user, whose process is no more. */
const sweep = async (parent: string, prefix: string): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = /^(\d+)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
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
 * Runs work with a folder that is removed afterwards, and before a signal ends the program.
 * @param command whose folders these are
 * @throws CliError when none can be made; errors of the work
 */
export const inWorkFolder = async <Result>(
  command: 'boardtest' | 'convert',
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const prefix = toPrefix(command);
  await sweep(parent, prefix);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`)).catch((error) => {
    const reason = `No temporary folder can be made in ${parent}: ${toReason(error)}.`;
    throw new CliError(EXIT.refused, `${reason} Set TMPDIR to a folder with room.`);
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals): void => {
    // Whoever else listens ends the work.
    if (process.listenerCount(signal) > 1) return;
    remove();
    process.off(signal, end);
    process.kill(process.pid, signal);
  };
  // The program may exit at once when nobody takes its output any more.
  process.on('exit', remove);
  for (const signal of ENDINGS) process.on(signal, end);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    process.off('exit', remove);
    for (const signal of ENDINGS) process.off(signal, end);
  }
};
