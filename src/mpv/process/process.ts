// One mpv process, from spawn to exit.

import type { Duplex } from 'node:stream';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';
import { toMessage } from '../../base/errors.ts';
import { limitMemory } from './memory-limit.ts';
import { withParentDeath } from './parent-death.ts';
import { collectTail } from './stderr-tail.ts';

export interface MpvExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Tail of mpv's output, or why it could not be started. */
  readonly stderrTail: readonly string[];
}

/** mpv must exit within this time after it was asked to quit. */
const QUIT_TIMEOUT_SECONDS = 1;
const STDERR_DRAIN_SECONDS = 0.5;
/** The supervisor retries a failed start. */
const START_TIMEOUT_SECONDS = 1;

export interface MpvProcess {
  readonly stream: Duplex;
  readonly exited: Promise<MpvExit>;
  kill(): void;
  /** Sends SIGTERM, then SIGKILL; resolves when mpv has exited. */
  end(): Promise<void>;
}

/** Exit codes of `setpriv`, and of a shell, for a program that is not there or may not be run. */
const NOT_STARTED: readonly unknown[] = [126, 127];

/**
 * JSON IPC runs over an inherited descriptor, so that mpv exits whenever the daemon ends.
 * @throws Error when no program can be started
 */
export const startMpv = async (program: string, args: readonly string[]): Promise<MpvProcess> => {
  const [first, ...rest] = await withParentDeath(program, args);
  const child = await startProgram(first, rest, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }, START_TIMEOUT_SECONDS);
  const stderrTail: string[] = [];
  drain(child, stderrTail);
  void limitMemory(child.pid);
  const exited = new Promise<MpvExit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, stderrTail: [toMessage(error)] }));
    // `close` would also wait for descriptors that other processes may hold.
    child.once('exit', (code, signal) => {
      const timer = setTimeout(() => resolve({ code, signal, stderrTail }), STDERR_DRAIN_SECONDS * 1000);
      child.once('close', () => clearTimeout(timer));
    });
    child.once('close', (code, signal) =>
      resolve({ code: NOT_STARTED.includes(code) ? null : code, signal, stderrTail }),
    );
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  return {
    stream: toDuplex(child),
    exited,
    kill,
    end: async () => {
      child.kill('SIGTERM');
      const timer = setTimeout(kill, QUIT_TIMEOUT_SECONDS * 1000);
      await exited;
      clearTimeout(timer);
    },
  };
};

const drain = (child: ChildProcess, stderrTail: string[]): void => {
  for (const input of [child.stdout, child.stderr]) if (input !== null) collectTail(input, stderrTail);
};

const toDuplex = (child: ChildProcess): Duplex => {
  const stream = child.stdio[3];
  if (stream === null || stream === undefined || !('read' in stream) || !('write' in stream)) {
    throw new Error('mpv was started without its command channel');
  }
  return stream as Duplex;
};
