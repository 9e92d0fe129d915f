// Locks the state folder: two players would overwrite each other's clip list and uploads.
import { closeSync, openSync, rmSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { toSystemCode } from '../base/errors.ts';
import { probeSocket } from './unix-socket.ts';

const NAME = 'in-use.sock';

/** `yes`: a player has locked the folder; `no`: none has; `unknown`: this user may not check. */
export type StateLock = 'yes' | 'no' | 'unknown';

/** Via an open folder descriptor, since a socket path is limited to 107 bytes. */
const toSocketPath = (folder: number): string => `/proc/self/fd/${folder}/${NAME}`;

const probe = async (path: string): Promise<StateLock> => {
  const refusal = await probeSocket(path);
  if (refusal === undefined) return 'yes';
  return ['ENOENT', 'ECONNREFUSED'].includes(toSystemCode(refusal) ?? '') ? 'no' : 'unknown';
};

/** Never rejects; a missing folder is not locked. */
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

/** @returns undefined when another process listens there; on a disk without sockets there is no lock */
const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    // Stays: a connection that cannot be accepted, as with too many open files, ends nothing.
    server.on('error', (error) => resolve(toSystemCode(error) === 'EADDRINUSE' ? undefined : server));
    server.listen(path, () => resolve(server));
  });

const acquireStale = async (path: string): Promise<Server | undefined> => {
  const server = await listen(path);
  if (server !== undefined || (await probe(path)) !== 'no') return server;
  // Left behind by a killed process.
  await unlink(path);
  return listen(path);
};

/**
 * Locks the folder until it is released, at most until this process ends in any way.
 * @returns a function that releases it
 * @throws Error when another player holds it
 */
export const lockState = async (variable: string, stateDir: string): Promise<() => void> => {
  const folder = openSync(stateDir, 'r');
  const path = toSocketPath(folder);
  const server = await acquireStale(path);
  if (server === undefined) {
    closeSync(folder);
    throw new Error(`another player runs on ${variable}=${JSON.stringify(stateDir)}: end it, or give this one its own`);
  }
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
    server.close();
    closeSync(folder);
  };
};
