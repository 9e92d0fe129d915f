// Whether a local socket is somebody's: a killed process leaves its own behind.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { toSystemCode } from '../errors.ts';

const PROBE_SECONDS = 1;

/** Whether a process answers there; the system's reason when none does. */
const probe = async (path: string): Promise<true | unknown> => {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PROBE_SECONDS * 1000) });
    return true;
  } catch (error) {
    return error;
  } finally {
    socket.destroy();
  }
};

export const isAnswered = async (path: string): Promise<boolean> => (await probe(path)) === true;

/** Removes a socket that nobody answers at any more; one that is in use stays, and listening there then fails. */
export const removeLeftOver = async (path: string): Promise<void> => {
  if (toSystemCode(await probe(path)) === 'ECONNREFUSED') await rm(path, { force: true });
};
