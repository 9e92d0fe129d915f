// The built daemon as a process of its own, which ends with its test; and programs that run to their end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DaemonProcess, launchDaemon } from './launched-daemon.ts';

export const CLI = resolve('dist/cuedeck.js');

interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, within 20 s. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Finished> => {
  const child = spawn(program, args, { env: { ...process.env, ...environment }, timeout: 20_000 });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
};

/** Starts the daemon on free ports and waits until it serves. */
export const startDaemon = async (environment: Readonly<Record<string, string>>): Promise<DaemonProcess> => {
  const daemon = await launchDaemon({ environment });
  onTestFinished(() => void daemon.child.kill('SIGKILL'));
  return daemon;
};
