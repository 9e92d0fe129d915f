// A pending restore: a complete plan on disk that the next start carries out.
import { randomBytes } from 'node:crypto';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toReason, toSystemCode } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import * as schema from '../schema/schema.ts';
import { createDurableFile, type DurableFile } from '../storage/durable-file.ts';
import { readRegularFile } from '../storage/regular-file.ts';
import { type Owner, syncFolder } from '../storage/synced-file.ts';
import { type ClipRecord, parseRecord } from './clip-record.ts';
import type { ClipsFolder } from './clips-folder.ts';
import { STAGED } from './file-name.ts';

const PLAN = /^restore-[0-9]{13}-([0-9]{1,10}-[0-9a-f]{8})\.json$/;

export interface PendingRestore {
  readonly record: ClipRecord;
  /** Bare names in the clips folder. */
  readonly files: readonly { readonly staged: string; readonly file: string; readonly bytes: number }[];
  /** Other documents of the state folder by their bare names; their readers validate them. */
  readonly documents?: Readonly<Record<string, unknown>>;
}

/** A document that a plan may contain: a bare name, and not the list itself. */
const DOCUMENT = /^(?!clips\.)[a-z]+\.json$/;

/** A new token for a restore of this process. */
export const newRestoreToken = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;

export const toStagedName = (token: string, number: number): string => `.restore-${token}-${number}`;

export const isStagedName = (name: string, token: string): boolean => STAGED.exec(name)?.[1] === token;

const FILE = schema.object({
  staged: schema.checked(schema.anyText, (name) => (STAGED.test(name) ? undefined : 'it is no staged file')),
  file: schema.anyText,
  bytes: schema.anyNumber,
});
const DOCUMENTS = schema.checked(schema.record(schema.anyValue), (documents) =>
  Object.keys(documents).every((name) => DOCUMENT.test(name)) ? undefined : 'it is no document',
);
const PLAN_RECORD: schema.Schema<PendingRestore> = schema.checked(
  schema.object(
    { record: schema.mapped(schema.someValue, parseRecord), files: schema.entries(FILE, 'a file') },
    { documents: DOCUMENTS },
  ),
  ({ record: { clips }, files }) => {
    const names = new Set(clips.slice(1).map(({ file }) => file));
    return files.every(({ file }) => names.has(file)) ? undefined : 'a file is not in its list';
  },
);
const MODE = schema.recordMode(() => new AppError('invalid-value', 'it is no plan of a restore'));

const parsePlan = (value: unknown): PendingRestore => PLAN_RECORD.parse(value, 'it', MODE);

/** Pending plans, oldest first. */
export const waitingRestores = async (stateDir: string): Promise<readonly string[]> =>
  (await readdir(stateDir).catch(() => [])).filter((name) => PLAN.test(name)).sort();

/**
 * Commits a restore: the next start of the player carries it out and drops earlier pending ones.
 * @param plan all its staged files must be synced and carry the token
 * @param owner owner of the plan; absent: the caller
 * @returns the path of the plan, which is removed once it has been carried out
 * @throws the file system's error
 */
export const commitRestore = async (
  stateDir: string,
  token: string,
  plan: PendingRestore,
  owner?: Owner,
): Promise<string> => {
  const path = join(stateDir, `restore-${String(Date.now()).padStart(13, '0')}-${token}.json`);
  await createDurableFile({ path, parse: parsePlan, owner }).write(plan);
  return path;
};

const sizeOf = async (path: string) => {
  try {
    const { size, ino, dev } = await lstat(path);
    return { size, ino, dev };
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const isHere = async (
  folder: ClipsFolder,
  { staged, file, bytes }: PendingRestore['files'][number],
): Promise<boolean> => {
  const found = (await sizeOf(folder.pathOf(staged))) ?? (await sizeOf(folder.pathOf(file)));
  return found?.size === bytes;
};

/** An existing other file of that name is moved to a free name. */
const place = async (
  folder: ClipsFolder,
  { staged, file }: PendingRestore['files'][number],
  isTaken: (name: string) => boolean,
) => {
  const fresh = await sizeOf(folder.pathOf(staged));
  if (fresh === undefined) return;
  const old = await sizeOf(folder.pathOf(file));
  if (old?.ino === fresh.ino && old.dev === fresh.dev) return rm(folder.pathOf(staged));
  if (old !== undefined) await rename(folder.pathOf(file), folder.pathOf(await folder.freeName(file, isTaken)));
  await rename(folder.pathOf(staged), folder.pathOf(file));
};

const asItIs = (value: unknown): unknown => value;

const carryOut = async (
  plan: PendingRestore,
  places: { readonly stateDir: string; readonly folder: ClipsFolder; readonly list: DurableFile<ClipRecord> },
): Promise<void> => {
  const { stateDir, folder, list } = places;
  const here = await Promise.all(plan.files.map((file) => isHere(folder, file)));
  if (here.includes(false)) throw new AppError('file-missing', 'a file of it is gone from the clips folder');
  const names = new Set(plan.record.clips.map(({ file }) => file));
  for (const file of plan.files) await place(folder, file, (name) => names.has(name));
  await syncFolder(folder.path);
  // A clip that was deleted right before the restore has its file hidden still: Undo would bring it back as a second one.
  const placed = new Set(plan.files.map(({ file }) => file));
  for (const { id, file } of plan.record.clips) if (placed.has(file)) await folder.erase(id);
  for (const [name, document] of Object.entries(plan.documents ?? {}))
    await createDurableFile({ path: join(stateDir, name), parse: asItIs }).write(document);
  await list.write(plan.record);
};

/**
 * Carries out the latest pending restore before anything else reads the list. Never rejects: a plan that
 * lacks a file or is invalid is put aside; one that fails because of the disk waits for the next start.
 */
export const finishRestores = async (deps: {
  readonly stateDir: string;
  readonly folder: ClipsFolder;
  readonly list: DurableFile<ClipRecord>;
  readonly log: Log;
}): Promise<void> => {
  const { stateDir, folder, list, log } = deps;
  const paths = (await waitingRestores(stateDir)).map((name) => join(stateDir, name)).reverse();
  for (const [index, path] of paths.entries()) {
    try {
      const plan = parsePlan(JSON.parse((await readRegularFile(path)).toString('utf8')));
      await carryOut(plan, { stateDir, folder, list });
      // Oldest first: plans that remain after a kill are carried out again.
      for (const done of paths.slice(index).reverse()) await rm(done, { force: true });
      await syncFolder(stateDir);
      log.info(`Restored the clip list from a backup: ${plan.record.clips.length - 1} clips.`);
      return;
    } catch (error) {
      log.error(`The restore failed: ${toReason(error)}.`);
      if (!(error instanceof AppError) && toSystemCode(error) !== undefined) return;
      await rename(path, `${path}.broken`).catch(() => undefined);
    }
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return toSystemCode(error) === 'EPERM';
  }
};

/** Returns a test for files in the clips folder of a restore that ended before its plan was written. */
export const findLeftovers = async (stateDir: string): Promise<(name: string) => boolean> => {
  const waiting = new Set((await waitingRestores(stateDir)).map((name) => PLAN.exec(name)?.[1]));
  return (name) => {
    const [, token, pid] = STAGED.exec(name) ?? [];
    return token !== undefined && !waiting.has(token) && !isAlive(Number(pid));
  };
};
