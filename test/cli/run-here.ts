// Runs command lines in this process, against a server under test.
import { runCommandLine } from '../../src/cli/command-line.ts';

interface Said {
  readonly code: number;
  readonly lines: readonly string[];
}

/** A command line that finds its player at this port of 127.0.0.1. */
export const createCommandLine =
  (port: number) =>
  async (...args: readonly string[]): Promise<Said> => {
    const lines: string[] = [];
    const code = await runCommandLine(args, {
      out: (text) => void lines.push(...text.split('\n')),
      err: (text) => void lines.push(...text.split('\n')),
      input: process.stdin,
      takeOutput: () => process.stdout,
      isWatched: false,
      environment: { CUEDECK_HTTP_HOST: '127.0.0.1', CUEDECK_HTTP_PORT: String(port) },
      program: 'cuedeck',
    });
    return { code, lines };
  };
