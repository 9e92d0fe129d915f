// `cuedeck backup`: list, settings and clips in one file.
import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import { VERSION } from '../../host/version.ts';
import { syncFolder } from '../../storage/synced-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Call, Command } from '../command.ts';
import { toPrintable, toSizeText } from '../format.ts';
import { createProgress } from '../progress.ts';
import { checkState } from '../state-check.ts';
import { type BackupDescription, toDescription } from './backup-file.ts';
import { type Ask, inFolders } from './folder-task-runner.ts';
import type { TaskIo } from './folder-tasks.ts';
import { toUnwritable } from './unwritable.ts';

const ENDINGS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Removes a file when a signal ends the program, which runs no `finally`; the program still ends. */
const removeAtEnd = (path: string): (() => void) => {
  const leave = (signal: NodeJS.Signals): void => {
    rmSync(path, { force: true });
    for (const ending of ENDINGS) process.off(ending, leave);
    process.kill(process.pid, signal);
  };
  for (const ending of ENDINGS) process.on(ending, leave);
  return () => {
    for (const ending of ENDINGS) process.off(ending, leave);
  };
};

/** Writes a backup to a byte sink. */
type Pack = (write: TaskIo['write']) => Promise<void>;

/** Writes under a temporary name until the file is complete. */
const writeFileWhole = async (
  path: string,
  pack: Pack,
  { isForced, isNamed }: { readonly isForced: boolean; readonly isNamed: boolean },
): Promise<void> => {
  if (!isForced && existsSync(path)) {
    throw new CliError(EXIT.refused, `${path} already exists. Choose another name, or overwrite it with --force.`);
  }
  const folder = dirname(path);
  const unfinished = join(folder, `.${basename(path).slice(0, 200)}.${process.pid}.part`);
  const keepAtEnd = removeAtEnd(unfinished);
  try {
    const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
      throw toUnwritable(path, isNamed ? undefined : process.cwd(), error);
    });
    try {
      await pack((bytes) => handle.writeFile(bytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CliError) throw error;
    throw new CliError(EXIT.refused, `${path} was not written: ${toReason(error)}. The partial file was removed.`);
  } finally {
    keepAtEnd();
  }
};

/** Writes to standard output; a reader that stops early has no backup. */
const writeOut = async (pack: Pack, output: NodeJS.WritableStream): Promise<void> => {
  try {
    await pack(
      (bytes) =>
        new Promise((resolve, reject) => {
          output.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(EXIT.refused, `The backup was cut short: ${toReason(error)}. What was received is no backup.`);
  }
};

/** `cuedeck-stage-left-2026-01-31.tar`. */
const toStandardName = ({ device, made }: BackupDescription): string =>
  `cuedeck-${device.replace(/[^0-9A-Za-z.-]/g, '-')}-${made.slice(0, 10)}.tar`;

const runBackup = async (call: Call, ask: Ask): Promise<Answer | undefined> => {
  const {
    arguments: [given],
    options,
    io,
    isJson,
  } = call;
  await checkState(call, ask);
  const { record, hyperDeck, lists, clips, missing } = await ask('survey', undefined);
  const description = toDescription({
    made: new Date().toISOString(),
    device: hostname(),
    software: VERSION,
    record,
    hyperDeck,
    lists,
    clips: options.clips === true ? clips : [],
  });
  const path = given ?? toStandardName(description);
  const progress = createProgress(io, 'backup');
  const pack: Pack = (write) => ask('pack', description, { write, show: progress.show });
  await (path === '-'
    ? writeOut(pack, io.takeOutput())
    : writeFileWhole(path, pack, { isForced: options.force === true, isNamed: given !== undefined })
  ).finally(progress.end);
  const size = description.clips.reduce((sum, clip) => sum + clip.bytes, 0);
  const files =
    description.clips.length === 0
      ? 'without their files'
      : `${description.clips.length} files with ${toSizeText(size)}`;
  const what = `settings, ${record.clips.length - 1} clips in the list, ${files}`;
  const lines = [
    `Backup in ${toPrintable(path)}: ${what}.`,
    ...missing.map((file) => `Not in it, as it is not on the disk: ${toPrintable(file)}`),
  ];
  if (path !== '-')
    return { lines, json: { file: path, clips: record.clips.length - 1, files: description.clips, missing } };
  if (!isJson) for (const line of lines) io.err(line);
  return undefined;
};

export const BACKUP_COMMAND: Command = {
  name: 'backup',
  takes: [{ name: 'FILE', isOptional: true, completes: 'file' }],
  options: [
    { name: 'clips', meaning: 'includes the clip files' },
    { name: 'force', meaning: 'overwrites an existing file' },
  ],
  meaning: 'writes list, settings and optionally the clips into one file; `-` writes to standard output',
  more: 'It works while the player runs and while it does not. The file is a tar archive that any tar can unpack. It includes the settings of HyperDeck clients. It does not include the host name, the licence and player.conf, which belong to the device.',
  run: (call) => inFolders(call, (ask) => runBackup(call, ask)),
};
