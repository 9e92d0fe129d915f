// Checks settings against the machine (folders, addresses, socket paths); each error names its variable.
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { toReason, toSystemCode } from '../base/errors.ts';
import { ConfigError } from './read-config.ts';

/** The variable a place comes from, and what stands in it. */
export interface SettingValue {
  readonly variable: string;
  readonly value: string;
}

/** What a Unix socket's address holds, less the NUL at its end. */
const MAX_SOCKET_PATH_BYTES = 107;

/** May pass by itself: a disk that is full, a resolver that is not up yet. */
const PASSING = ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAI_AGAIN', 'EADDRINUSE'];

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host name',
  EAI_AGAIN: 'the host name cannot be looked up now',
  ENOTDIR: 'part of the path is a file',
};

const toConfigError = (values: readonly SettingValue[], thrown: unknown): Error => {
  const code = toSystemCode(thrown) ?? '';
  const names = values.map(({ variable, value }) => `${variable}=${JSON.stringify(value)}`).join(', ');
  const reason = REASONS[code] === undefined ? toReason(thrown) : `${REASONS[code]} (${code})`;
  const port = code === 'EADDRINUSE' ? values.at(-1)?.variable : undefined;
  const advice = port === undefined ? '' : `; end it, or set ${port} to another port`;
  const message = `${names} cannot be used: ${reason}${advice}`;
  return PASSING.includes(code) ? new Error(message, { cause: thrown }) : new ConfigError(message, { cause: thrown });
};

// Node's own recursive mkdir never ends in a folder that takes none, such as /proc.
const makeFolder = async (path: string, mode: number): Promise<boolean> => {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    const code = toSystemCode(error);
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere) return false;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    const isUnderFolder = await stat(parent).then(
      () => true,
      () => false,
    );
    if (isUnderFolder) throw error;
    await makeFolder(parent, mode);
    await mkdir(path, { mode });
    return true;
  }
};

/**
 * Makes a folder with all above it, unless it is there.
 * @returns whether it made it
 * @throws ConfigError when it cannot be one, or cannot be written to though it should
 * @throws Error when that may pass by itself
 */
export const openFolder = async (
  variable: string,
  path: string,
  { mode = 0o777, isWritten = true }: { readonly mode?: number; readonly isWritten?: boolean } = {},
): Promise<boolean> => {
  try {
    const isMade = await makeFolder(path, mode);
    if (isWritten) await access(path, constants.W_OK | constants.X_OK);
    return isMade;
  } catch (error) {
    const isFile = toSystemCode(error) === 'EEXIST';
    throw toConfigError([{ variable, value: path }], isFile ? new Error('it is not a folder') : error);
  }
};

/** @throws ConfigError when a socket of this name in the folder would have too long a path */
export const checkSocketPath = (variable: string, folder: string, socketPath: string): void => {
  const bytes = Buffer.byteLength(socketPath);
  if (bytes <= MAX_SOCKET_PATH_BYTES) return;
  throw new ConfigError(
    `${variable}=${JSON.stringify(folder)} is too long: its socket would have a path of ${bytes} bytes; allowed: up to ${MAX_SOCKET_PATH_BYTES}`,
  );
};

/**
 * Begins to listen somewhere.
 * @throws ConfigError when the address can never be had; Error when it is taken or may come
 */
export const listenAt = async <Result>(
  values: readonly SettingValue[],
  listen: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await listen();
  } catch (error) {
    throw toConfigError(values, error);
  }
};

/** Those of the programs that are in no folder of the search path, as the shell would look for them. */
export const findAbsent = async (programs: readonly string[], searchPath: string): Promise<readonly string[]> => {
  const isIn = (folder: string, program: string): Promise<boolean> =>
    access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
  const isThere = await Promise.all(
    programs.map(async (program) =>
      (await Promise.all(searchPath.split(delimiter).map((folder) => isIn(folder, program)))).includes(true),
    ),
  );
  return programs.filter((_program, index) => !isThere[index]);
};
