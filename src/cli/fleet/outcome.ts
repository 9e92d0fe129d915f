// Result of a fleet operation, one line per player.
import { EXIT } from '../cli-error.ts';
import type { Answer } from '../command.ts';
import { toPrintable } from '../format.ts';

export interface Outcome {
  readonly player: string;
  readonly isDone: boolean;
  /** The result or the reason of a failure: one sentence without its full stop. */
  readonly text: string;
  /** For a push: the given path, and the clip's label for `fire`. */
  readonly file?: string;
  readonly clip?: string;
}

export const toOutcomeLine = ({ player, isDone, text }: Outcome): string =>
  toPrintable(`${player}: ${isDone ? '' : 'FAILED, '}${text}`);

/** A single failure sets the exit code. */
export const toOutcomeAnswer = (outcomes: readonly Outcome[], areToldAlready = false): Answer => ({
  lines: areToldAlready ? [] : outcomes.map(toOutcomeLine),
  json: outcomes,
  exit: outcomes.every(({ isDone }) => isDone) ? EXIT.done : EXIT.refused,
});
