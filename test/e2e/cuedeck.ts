// `cuedeck` as a person or a script over SSH runs it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Daemon } from './daemon.ts';

export const CUEDECK = new URL('../../dist/cuedeck.js', import.meta.url).pathname;

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The settings by which the command finds the player of a folder. */
export const toPlayerSettings = (folder: string, url: string): Readonly<Record<string, string>> => ({
  CUEDECK_HTTP_HOST: '127.0.0.1',
  CUEDECK_HTTP_PORT: new URL(url).port,
  CUEDECK_CLIPS_DIR: join(folder, 'clips'),
  CUEDECK_STATE_DIR: join(folder, 'state'),
  CUEDECK_RUNTIME_DIR: join(folder, 'run'),
});

export const runCuedeck = (
  args: readonly string[],
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly input?: Buffer;
    readonly cwd?: string;
  } = {},
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(CUEDECK, [...args], {
      env: { PATH: process.env.PATH ?? '', ...options.environment },
      cwd: options.cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? Buffer.alloc(0));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });

export const createCuedeck =
  (daemon: Pick<Daemon, 'folder' | 'url'>, more: Readonly<Record<string, string>> = {}) =>
  (...args: readonly string[]): Promise<Outcome> =>
    runCuedeck(args, { environment: { ...toPlayerSettings(daemon.folder, daemon.url), ...more }, cwd: daemon.folder });

/** What a command prints that has done its work. */
export const said = (...lines: readonly string[]): Outcome => ({
  code: 0,
  out: lines.map((line) => `${line}\n`).join(''),
  err: '',
});

/** What a command prints that has not. */
export const refused = (code: number, line: string): Outcome => ({ code, out: '', err: `${line}\n` });
