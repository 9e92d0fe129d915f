// The built daemon as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export const DAEMON = resolve('dist/cuedeck-talkgroup.js');
export const CLI = resolve('dist/cuedeck.js');

export interface Finished {
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

export interface DaemonProcess {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly http: string;
  readonly dmrPort: number;
  readonly adminSocket: string;
  /** Sends a signal and waits for the end; tells the exit code and how long it took. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

const START_SECONDS = 10;

/** Starts the daemon on free ports and waits until it serves. */
export const startDaemon = async (environment: Readonly<Record<string, string>>): Promise<DaemonProcess> => {
  const child = spawn(DAEMON, [], {
    env: {
      ...process.env,
      CUEDECK_TALKGROUP_HTTP_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_HTTP_PORT: '0',
      CUEDECK_TALKGROUP_DMR_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_DMR_PORT: '0',
      ...environment,
    },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  const find = (pattern: RegExp): string => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? '';
  await new Promise<void>((served, failed) => {
    const timer = setTimeout(() => failed(new Error(`not up: ${lines.join(' / ')}`)), START_SECONDS * 1000);
    const keep = (line: string): void => {
      lines.push(line);
      if (!line.startsWith('administration at ')) return;
      clearTimeout(timer);
      served();
    };
    createInterface({ input: child.stdout }).on('line', keep);
    createInterface({ input: child.stderr }).on('line', keep);
    child.on('error', failed);
    child.on('exit', () => failed(new Error(`ended: ${lines.join(' / ')}`)));
  });
  return {
    child,
    lines,
    http: find(/^listening (http:.*)$/),
    dmrPort: Number(find(/^listening dmr .*:([0-9]+)$/)),
    adminSocket: find(/^administration at (.*)$/),
    end: async (signal) => {
      const startedAt = performance.now();
      const ended = once(child, 'close');
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
};
