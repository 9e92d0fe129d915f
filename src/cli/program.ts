// Runs the system's own programs for the command line.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { toSystemCode } from '../errors.ts';

const run = promisify(execFile);
const LIMIT_SECONDS = 10;
const MOST_BYTES = 64 * 1024 * 1024;

/** What a program printed; undefined when it is not there, fails or takes longer than 10 s. */
export const outputOf = async (program: string, args: readonly string[]): Promise<string | undefined> => {
  try {
    const limits = { timeout: LIMIT_SECONDS * 1000, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const;
    return (await run(program, [...args], limits)).stdout;
  } catch {
    return undefined;
  }
};

/** What a program that changes something came to. */
export interface Outcome {
  readonly isDone: boolean;
  /** The last line that it wrote, to either output. */
  readonly lastWords: string;
}

/** Runs a program to its end; never rejects. */
export const attempt = (program: string, args: readonly string[], seconds: number): Promise<Outcome> =>
  new Promise((resolve) => {
    const limits = { timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const;
    execFile(program, [...args], limits, (error, stdout, stderr) => {
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      resolve({ isDone: error === null, lastWords: lines.at(-1)?.trim() ?? error?.message ?? '' });
    });
  });

/**
 * Runs a program on this terminal until it ends or is ended.
 * @returns its exit code; undefined when it is not there
 */
export const runHere = async (program: string, args: readonly string[]): Promise<number | undefined> => {
  const child = spawn(program, [...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  // The terminal's Ctrl-C reaches the program as well; its end is ours.
  const wait = (): void => undefined;
  process.on('SIGINT', wait);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 0;
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    process.off('SIGINT', wait);
  }
};
