// The player daemon as a process, as a unit or scripts/start runs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Daemon {
  readonly url: string;
  readonly folder: string;
  readonly clipsDir: string;
  readonly stateDir: string;
  readonly socketPath: string;
  readonly process: ChildProcess;
  /** Lines of both outputs so far. */
  readonly lines: string[];
  /** Resolves to the first line that matches. */
  line(pattern: RegExp, seconds?: number): Promise<string>;
  /** Ends it by a signal; resolves to its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends it and removes its folder. */
  dispose(): Promise<void>;
}

const EXECUTABLE = new URL('../../dist/cuedeck-player.js', import.meta.url).pathname;

/** @param options.folder holds clips, state, runtime and host files; made when it is not given */
export const startDaemon = async (
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly folder?: string;
    readonly command?: readonly string[];
    /** How long it may take until it listens. */
    readonly seconds?: number;
  } = {},
): Promise<Daemon> => {
  const folder = options.folder ?? createDaemonFolder();
  const [program = EXECUTABLE, ...args] = [...(options.command ?? []), EXECUTABLE];
  const child = spawn(program, args, {
    env: { ...process.env, DISPLAY: '', ...daemonEnvironment(folder), ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const watchers = new Set<(line: string) => void>();
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      for (const watcher of watchers) watcher(line);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = (pattern: RegExp, seconds = 30): Promise<string> =>
    new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        watchers.delete(watch);
        done();
      };
      const watch = (text: string): void => {
        if (pattern.test(text)) finish(() => resolve(text));
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`no line ${pattern} in:\n${lines.join('\n')}`))),
        seconds * 1000,
      );
      watchers.add(watch);
      void exited.then((code) => finish(() => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`))));
      for (const text of lines) watch(text);
    });
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  const listening = line(/^listening http:/, options.seconds).catch(async (error) => {
    await end('SIGKILL');
    throw error;
  });
  const url = (await listening).replace('listening ', '').replace('0.0.0.0', '127.0.0.1');
  return {
    url,
    folder,
    clipsDir: join(folder, 'clips'),
    stateDir: join(folder, 'state'),
    socketPath: join(folder, 'run', 'mpv.sock'),
    process: child,
    lines,
    line,
    end,
    dispose: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const createDaemonFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-e2e-'));
  for (const part of ['clips', 'state', 'run', 'root/etc'])
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'root/etc/hostname'), 'cuedeck\n');
  writeFileSync(join(folder, 'root/etc/hosts'), '127.0.0.1\tlocalhost\n127.0.1.1\tcuedeck\n');
  return folder;
};

/** The settings of the player of such a folder. */
export const daemonEnvironment = (folder: string): Readonly<Record<string, string>> => ({
  CUEDECK_HTTP_HOST: '127.0.0.1',
  CUEDECK_HTTP_PORT: '0',
  CUEDECK_HYPERDECK_PORT: 'off',
  CUEDECK_CLIPS_DIR: join(folder, 'clips'),
  CUEDECK_STATE_DIR: join(folder, 'state'),
  CUEDECK_RUNTIME_DIR: join(folder, 'run'),
  CUEDECK_HOST_ROOT: join(folder, 'root'),
  CUEDECK_MPV_ARGS: '--ao=null',
});
