// Locks the state folder: two players would overwrite each other's clip list and uploads.
import { closeSync, openSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { toSystemCode } from '../base/errors.ts';
import { probeSocket } from './unix-socket.ts';

const NAME = 'in-use.sock';

/** `yes`: a player holds the folder; `no`: none does; `unknown`: this user may not ask. */
export type StateLock = 'yes' | 'no' | 'unknown';

/** By way of an open folder: a socket's own path may have 107 bytes only. */
const toSocketPath = (folder: number): string => `/proc/self/fd/${folder}/${NAME}`;

const probe = async (path: string): Promise<StateLock> => {
  const refusal = await probeSocket(path);
  if (refusal === undefined) return 'yes';
  return ['ENOENT', 'ECONNREFUSED'].includes(toSystemCode(refusal) ?? '') ? 'no' : 'unknown';
};

/** Never rejects; a folder that is not there is held by nobody. */
export const isClaimed = async (stateDir: string): Promise<StateLock> => {
  try {
    const folder = openSync(stateDir, 'r');
    try {
      return await probe(toSocketPath(folder));
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    return toSystemCode(error) === 'ENOENT' ? 'no' : 'unknown';
  }
};

/** @returns whether nobody else listens there; a disk that takes no sockets leaves that open, and nobody is kept out */
const listen = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', (error) => resolve(toSystemCode(error) !== 'EADDRINUSE'));
    server.listen(path, () => resolve(true));
  });

const acquireStale = async (path: string): Promise<boolean> => {
  if (await listen(path)) return true;
  if ((await probe(path)) !== 'no') return false;
  // Left behind by one that was killed.
  await unlink(path);
  return listen(path);
};

/**
 * Holds the folder for as long as this process lives, whatever way it ends.
 * @throws Error when another player holds it
 */
export const lockState = async (variable: string, stateDir: string): Promise<void> => {
  const folder = openSync(stateDir, 'r');
  const path = toSocketPath(folder);
  if (!(await acquireStale(path))) {
    closeSync(folder);
    throw new Error(`another player runs on ${variable}=${JSON.stringify(stateDir)}: end it, or give this one its own`);
  }
  process.once('exit', () => rmSync(path, { force: true }));
};
