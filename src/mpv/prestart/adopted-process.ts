// Supervises an mpv that is not our child, by its socket and process id.
import { constants, openSync, readFileSync } from 'node:fs';
import { createConnection, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toSystemCode } from '../../base/errors.ts';
import { limitMemory } from '../process/memory-limit.ts';
import type { MpvProcess } from '../process/process.ts';
import { collectTail } from '../process/stderr-tail.ts';

const POLL_INTERVAL_MS = 20;
const QUIT_TIMEOUT_SECONDS = 1;

/**
 * The mpv behind a connection to its socket. Its exit status is unknown unless we ended it.
 * @param deps.outputPath the named pipe for its output
 * @throws Error when that can't be read
 */
export const adoptMpv = (deps: {
  readonly stream: Socket;
  readonly pid: number;
  readonly outputPath: string;
}): MpvProcess => {
  const { stream, pid } = deps;
  void limitMemory(pid);
  const stderrTail: string[] = [];
  // Without O_NONBLOCK this would block when mpv has just ended.
  const output = new Socket({
    fd: openSync(deps.outputPath, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
  });
  output.on('error', () => undefined);
  collectTail(output, stderrTail);
  let signal: NodeJS.Signals | null = null;
  let isGone = false;
  const exited = new Promise<void>((resolve) => stream.once('close', resolve))
    .then(() => untilGone(pid))
    .then(() => {
      isGone = true;
      output.destroy();
      return { code: null, signal, stderrTail };
    });
  return {
    stream,
    exited,
    kill: () => {
      // Its process id may be reused by then.
      if (isGone) return;
      signal = 'SIGKILL';
      sendSignal(pid, signal);
    },
    end: async () => {
      if (isGone) return;
      signal = 'SIGTERM';
      await endMpv(pid);
      stream.destroy();
      await exited;
    },
  };
};

/**
 * Waits until mpv listens on its socket.
 * @throws Error when it ends instead, or does not listen in time
 */
export const connectMpv = async (socketPath: string, pid: number, seconds: number): Promise<Socket> => {
  const latest = performance.now() + seconds * 1000;
  while (isAlive(pid) && performance.now() < latest) {
    const socket = await tryConnect(socketPath);
    if (socket !== undefined) return socket;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error(isAlive(pid) ? `it did not listen within ${seconds} s` : 'it ended');
};

/** Stops it within 1 s, with SIGKILL if needed. */
export const endMpv = async (pid: number): Promise<void> => {
  if (!isAlive(pid)) return;
  sendSignal(pid, 'SIGTERM');
  const timer = setTimeout(() => sendSignal(pid, 'SIGKILL'), QUIT_TIMEOUT_SECONDS * 1000);
  await untilGone(pid);
  clearTimeout(timer);
};

const tryConnect = (path: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });

const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
};

const untilGone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await sleep(POLL_INTERVAL_MS);
};

/** A zombie counts as gone. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    return toSystemCode(error) !== 'ESRCH' && toSystemCode(error) !== 'ENOENT';
  }
};
