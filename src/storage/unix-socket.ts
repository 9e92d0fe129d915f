// Tests whether a unix socket is in use; a killed process leaves its socket file behind.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { toSystemCode } from '../base/errors.ts';

const PROBE_SECONDS = 1;

/** Undefined when a process answers there, otherwise the error. */
export const probeSocket = async (path: string): Promise<unknown> => {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PROBE_SECONDS * 1000) });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    socket.destroy();
  }
};

export const isAnswered = async (path: string): Promise<boolean> => (await probeSocket(path)) === undefined;

/** Removes a stale socket; one in use stays, and listening there then fails. */
export const removeLeftOver = async (path: string): Promise<void> => {
  if (toSystemCode(await probeSocket(path)) === 'ECONNREFUSED') await rm(path, { force: true });
};
