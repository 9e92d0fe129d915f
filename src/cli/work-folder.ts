// A temporary folder of one run of a command: gone at its end, however it ends; what a killed one left is removed by the next.
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { toReason } from '../base/errors.ts';
import { CliError, EXIT } from './cli-error.ts';

/** With the name of the machine: several may share a network folder, and know only their own processes. */
const toPrefix = (command: string): string => `cuedeck-${command}-${hostname()}-`;

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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that comes meanwhile would leave a part of the folder: it ends the program afterwards. */
const removeWhole = async (folder: string): Promise<void> => {
  let held: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    held = signal;
  };
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } finally {
    for (const signal of SIGNALS) process.off(signal, hold);
    // Who listens has heard it.
    if (held !== undefined && process.listenerCount(held) === 0) process.kill(process.pid, held);
  }
};

/**
 * Runs work with a folder that is removed afterwards.
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
  // The program may exit at once when nobody takes its output any more.
  process.on('exit', remove);
  try {
    return await work(folder);
  } finally {
    await removeWhole(folder);
    process.off('exit', remove);
  }
};
