// Spawns programs and retries while the system is short of descriptors, processes or memory.
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { toSystemCode } from './errors.ts';

export type { ChildProcess };

/** Error codes of a temporary shortage of descriptors, processes or memory. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];
const RETRY_INTERVAL_SECONDS = 0.25;
const START_TIMEOUT_SECONDS = 10;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const execute = promisify(execFile);

/** Only a start is tried again: a program that ran may have changed something. */
const isShortage = (error: unknown): boolean =>
  SHORTAGES.includes(toSystemCode(error) ?? '') &&
  error instanceof Error &&
  'syscall' in error &&
  String(error.syscall).startsWith('spawn');

const tryAgain = async <Started>(start: () => Promise<Started>, timeoutSeconds: number): Promise<Started> => {
  const latest = performance.now() + timeoutSeconds * 1000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isShortage(error) || performance.now() > latest) throw error;
      await sleep(RETRY_INTERVAL_SECONDS * 1000);
    }
  }
};

/** A signal like the given one, for one start: Node's listener for a start that fails would stay on the signal for ever. */
const linkSignal = (signal: AbortSignal) => {
  const ending = new AbortController();
  const abort = (): void => ending.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return { signal: ending.signal, unlink: () => signal.removeEventListener('abort', abort) };
};

/** Node throws some failures of a start and tells others by an event, after which the streams may be missing. */
const startOnce = (program: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const link = options.signal && linkSignal(options.signal);
    const fail = (error: unknown): void => {
      link?.unlink();
      reject(error);
    };
    try {
      const child = spawn(program, [...args], { ...options, ...(link && { signal: link.signal }) });
      // Stays attached: the error of an immediately aborted child comes before the caller listens.
      child.on('error', fail);
      child.once('exit', () => link?.unlink());
      child.once('spawn', () => resolve(child));
    } catch (error) {
      fail(error);
    }
  });

/**
 * Starts a program. The caller adds its listeners at once: nothing has been read from it or told about it yet.
 * @param timeoutSeconds how long a start is tried again while the system lacks descriptors, processes or memory
 * @throws the error of the last try: the program is not there, may not be run, or the shortage lasted
 */
export const startProgram = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  timeoutSeconds = START_TIMEOUT_SECONDS,
): Promise<ChildProcess> => tryAgain(() => startOnce(program, args, options), timeoutSeconds);

/**
 * Runs a program to its end and returns its output.
 * @param limitSeconds after this time it is killed
 * @param maxOutputBytes with more on one of its outputs it is killed
 * @throws the error of `execFile`: with `stdout` and `stderr` when the program ran and failed
 */
export const runProgram = (
  program: string,
  args: readonly string[],
  limitSeconds: number,
  maxOutputBytes = MAX_OUTPUT_BYTES,
): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  tryAgain(
    async () =>
      execute(program, [...args], {
        timeout: limitSeconds * 1000,
        killSignal: 'SIGKILL',
        maxBuffer: maxOutputBytes,
      }),
    START_TIMEOUT_SECONDS,
  );
