// `cuedeck hyperdeck log`: prints what goes over the HyperDeck connections, for as long as it runs.
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { toMessage } from '../errors.ts';

/** Where the player serves its protocol log. */
export const toLogSocketPath = (stateDir: string): string => join(stateDir, 'hyperdeck-log.sock');

/** The state folder of the unit. */
const UNIT_STATE_DIR = '/var/lib/cuedeck';

export const HYPERDECK_HELP: readonly string[] = [
  'cuedeck hyperdeck log [--socket PATH]',
  '  prints what goes over the HyperDeck connections, until you stop it (Ctrl+C)',
];

const EXIT = { done: 0, usage: 2, unavailable: 69 } as const;

/**
 * @param args the words behind `cuedeck hyperdeck`
 * @param io.stateDir the state folder of the settings
 * @returns the exit code: 0 the player ended, 2 not understood, 69 no player
 */
export const hyperDeckCommand = async (
  args: readonly string[],
  io: { readonly out: (line: string) => void; readonly err: (line: string) => void; readonly stateDir: string },
): Promise<number> => {
  const [command, option, path, ...rest] = args;
  const isRead = command === 'log' && rest.length === 0 && (option === undefined || (option === '--socket' && path));
  if (!isRead) {
    for (const line of HYPERDECK_HELP) io.err(line);
    return EXIT.usage;
  }
  const paths = path === undefined ? [io.stateDir, UNIT_STATE_DIR].map(toLogSocketPath) : [path];
  for (const [number, candidate] of paths.entries()) {
    try {
      await print(candidate, io.out);
      return EXIT.done;
    } catch (error) {
      if (number === paths.length - 1) io.err(`the player is not reached at ${candidate}: ${toMessage(error)}`);
    }
  }
  return EXIT.unavailable;
};

const print = (path: string, out: (line: string) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    // It passes on errors of the socket.
    createInterface({ input: socket }).on('line', out).on('error', reject);
    socket.once('close', () => resolve());
  });
