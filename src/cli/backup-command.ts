// `cuedeck backup`: list, settings and clips in one file.
import { existsSync, rmSync } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createSplashClip } from '../deck/clip.ts';
import { DEFAULT_SETTINGS } from '../deck/clip-list.ts';
import { syncFolder } from '../durable-file.ts';
import { toMessage, toReason, toSystemCode } from '../errors.ts';
import { VERSION } from '../host/version.ts';
import { INITIAL_STATE } from '../hyperdeck/device-state.ts';
import { parseKeptRecord, toKeptRecord } from '../hyperdeck/kept-record.ts';
import { KEPT_FILE } from '../hyperdeck/state-keeper.ts';
import { type ClipRecord, parseRecord, toRecord } from '../library/clip-record.ts';
import { openRegularFile, readRegularFile } from '../regular-file.ts';
import { type BackupClip, type BackupDescription, toDescription } from './backup-file.ts';
import { backupBytes } from './backup-writer.ts';
import { CliError, EXIT } from './cli-error.ts';
import type { Command } from './command.ts';
import { toPrintable, toSizeText } from './plain-text.ts';
import { createProgress } from './progress.ts';
import { checkState } from './state-check.ts';

/** What a file error of the player's folders means to the one who asked. */
export const toFolderError = (path: string, error: unknown): CliError => {
  if (error instanceof CliError) return error;
  const code = toSystemCode(error);
  const isClosed = code === 'EACCES' || code === 'EPERM';
  const advice = isClosed ? 'Use sudo.' : '`cuedeck doctor` says more.';
  return new CliError(isClosed ? EXIT.noPermission : EXIT.refused, `${path}: ${toReason(error)}. ${advice}`);
};

/** One document of the state folder; `atFirst` where there is none yet. */
const readDocument = async <Document>(
  stateDir: string,
  document: { readonly name: string; readonly parse: (value: unknown) => Document; readonly atFirst: () => Document },
): Promise<Document> => {
  const path = join(stateDir, document.name);
  let text: string;
  try {
    text = (await readRegularFile(path)).toString('utf8');
  } catch (error) {
    if (toSystemCode(error) !== 'ENOENT') throw toFolderError(path, error);
    if (existsSync(stateDir)) return document.atFirst();
    throw new CliError(
      EXIT.refused,
      `There is no player's state in ${stateDir}. Say in CUEDECK_STATE_DIR where it is.`,
    );
  }
  try {
    return document.parse(JSON.parse(text));
  } catch (error) {
    const why = toMessage(error).replace(/\.$/, '');
    throw new CliError(EXIT.refused, `${path} is broken: ${why}. Start the player, which mends it.`);
  }
};

const LIST = {
  name: 'clips.json',
  parse: parseRecord,
  atFirst: () => toRecord({ clips: [createSplashClip('/splash.png')], settings: DEFAULT_SETTINGS }),
};
const HYPER_DECK = { name: KEPT_FILE, parse: parseKeptRecord, atFirst: () => toKeptRecord(INITIAL_STATE) };

/** Sizes of the clips whose files are there, and the names of the others. */
const findFiles = async (record: ClipRecord, clipsDir: string) => {
  const clips: BackupClip[] = [];
  const missing: string[] = [];
  for (const { file } of record.clips.slice(1)) {
    const stat = await lstat(join(clipsDir, file)).catch(() => undefined);
    if (stat?.isFile()) clips.push({ file, bytes: stat.size });
    else missing.push(file);
  }
  return { clips, missing };
};

const ENDINGS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Removes a file when the program is ended from outside, which runs no `finally`; ends it then all the same. */
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

/** Under another name until it is whole. */
const writeFileWhole = async (path: string, bytes: AsyncGenerator<Buffer>, isForced: boolean): Promise<void> => {
  if (!isForced && existsSync(path)) {
    throw new CliError(EXIT.refused, `${path} is there already. Choose another name, or replace it with --force.`);
  }
  const folder = dirname(path);
  const unfinished = join(folder, `.${basename(path).slice(0, 200)}.${process.pid}.part`);
  const keepAtEnd = removeAtEnd(unfinished);
  try {
    const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
      throw new CliError(EXIT.refused, `${path} cannot be written: ${toReason(error)}. Name a file in another folder.`);
    });
    try {
      for await (const chunk of bytes) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
    await syncFolder(folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CliError) throw error;
    throw new CliError(EXIT.refused, `${path} was not written: ${toReason(error)}. Nothing was kept of it.`);
  } finally {
    keepAtEnd();
  }
};

/** To whoever reads us; one that stops reading has no backup. */
const writeOut = async (bytes: AsyncGenerator<Buffer>, output: NodeJS.WritableStream): Promise<void> => {
  try {
    for await (const chunk of bytes) {
      await new Promise<void>((resolve, reject) => {
        output.write(chunk, (error) => (error ? reject(error) : resolve()));
      });
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(EXIT.refused, `The backup was cut short: ${toReason(error)}. What was received is no backup.`);
  }
};

/** `cuedeck-stage-left-2026-01-31.tar`. */
const toStandardName = ({ device, made }: BackupDescription): string =>
  `cuedeck-${device.replace(/[^0-9A-Za-z.-]/g, '-')}-${made.slice(0, 10)}.tar`;

export const BACKUP_COMMAND: Command = {
  name: 'backup',
  takes: [{ name: 'FILE', isOptional: true, completes: 'file' }],
  options: [
    { name: 'clips', meaning: 'with the files of the clips; without: list and settings only' },
    { name: 'force', meaning: 'replaces a file that is there' },
  ],
  meaning: 'writes list and settings, and on demand the clips, into one file; `-` writes to standard output',
  more: 'The player may run or not. The file is a tar archive that any tar can unpack. What HyperDeck clients have set is in it. The host name, the licence and player.conf belong to the device and are not in it.',
  run: async ({ arguments: [given], options, place, api, io, isJson }) => {
    await checkState({ api, place });
    const record = await readDocument(place.stateDir, LIST);
    const hyperDeck = await readDocument(place.stateDir, HYPER_DECK);
    const { clips, missing } = await findFiles(record, place.clipsDir);
    const description = toDescription({
      made: new Date().toISOString(),
      device: hostname(),
      software: VERSION,
      record,
      hyperDeck,
      clips: options.clips === true ? clips : [],
    });
    const path = given ?? toStandardName(description);
    const progress = createProgress(io, 'backup');
    const openClip = (file: string) => openRegularFile(join(place.clipsDir, file));
    const bytes = backupBytes(description, openClip, progress.show);
    await (path === '-'
      ? writeOut(bytes, io.takeOutput())
      : writeFileWhole(path, bytes, options.force === true)
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
  },
};
