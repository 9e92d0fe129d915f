// CLI errors and exit codes.
import { toReason, toSystemCode } from '../base/errors.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, unavailable: 69, noPermission: 77, settings: 78 } as const;

/** In the order of their numbers, for the man page and docs/cli.md. */
export const EXIT_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT.done, 'done'],
  [EXIT.refused, 'rejected or failed; `doctor`: it found a problem'],
  [EXIT.usage, 'the command line is invalid'],
  [EXIT.unavailable, 'no daemon answers'],
  [EXIT.noPermission, 'the token is missing or wrong, or this user may not read a file'],
  [EXIT.settings, 'a setting is invalid'],
];

/** `message` is one sentence or two: what happened, and what to do about it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: number;

  constructor(exit: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit = exit;
  }
}

/** For a file that the user has named. @param advice a sentence */
export const toReadError = (path: string, error: unknown, advice: string): CliError =>
  new CliError(
    toSystemCode(error) === 'EACCES' ? EXIT.noPermission : EXIT.refused,
    `${path} cannot be read: ${toReason(error)}. ${advice}`,
  );
