// Has the kernel kill a program when the process that started it dies.
import { runProgram } from '../../base/child-process.ts';

/**
 * Otherwise a program runs on, and mpv first sees the end of its commands: it takes the daemon's overlays off the picture, among them a fade to
 * black, and shows the bright picture until it exits.
 */
const SETPRIV = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
const TIMEOUT_SECONDS = 10;

let works: Promise<boolean> | undefined;

/** A sandbox of the owner's may forbid it: a picture that may flash is better than none. */
const isPossible = (): Promise<boolean> => {
  const [program, ...options] = SETPRIV;
  works ??= runProgram(program, [...options, 'true'], TIMEOUT_SECONDS).then(
    () => true,
    () => false,
  );
  return works;
};

/** The command line that starts a program so, where that is possible here; else the one that was given. */
export const withParentDeath = async (
  program: string,
  args: readonly string[],
): Promise<readonly [program: string, ...args: string[]]> =>
  (await isPossible()) ? [...SETPRIV, program, ...args] : [program, ...args];
