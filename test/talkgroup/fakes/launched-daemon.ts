// Launches the built daemon: for the tests, and for the benchmark, which knows no test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const DAEMON = resolve('dist/cuedeck-talkgroup.js');

export interface DaemonProcess {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly http: string;
  readonly dmrPort: number;
  readonly adminSocket: string;
  /** Sends a signal and waits for the end; tells the exit code and how long it took. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly seconds: number }>;
}

const START_SECONDS = 30;

/**
 * Starts the daemon on free ports and waits until it serves.
 * @param parts.command what it is started by, such as a service manager; the daemon's path goes behind it
 * @throws Error with what it said when it does not serve; then it has ended
 */
export const launchDaemon = async (parts: {
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}): Promise<DaemonProcess> => {
  const [program = DAEMON, ...args] = [...(parts.command ?? []), DAEMON];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CUEDECK_TALKGROUP_HTTP_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_HTTP_PORT: '0',
      CUEDECK_TALKGROUP_DMR_HOST: '127.0.0.1',
      CUEDECK_TALKGROUP_DMR_PORT: '0',
      ...parts.environment,
    },
  });
  const lines: string[] = [];
  const find = (pattern: RegExp): string => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? '';
  await new Promise<void>((served, failed) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`not up: ${lines.join(' / ')}`));
    }, START_SECONDS * 1000);
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
