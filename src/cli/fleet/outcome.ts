// Result of a fleet operation, one line per player.
import { EXIT } from '../cli-error.ts';
import type { Answer } from '../command.ts';
import { toPrintable } from '../format.ts';

export interface Outcome {
  readonly player: string;
  readonly isDone: boolean;
  /** What was done, or why not: one sentence without its full stop. */
  readonly text: string;
  /** Of a push: the path as it was given, and what `fire` calls the clip there. */
  readonly file?: string;
  readonly clip?: string;
}

export const toOutcomeLine = ({ player, isDone, text }: Outcome): string =>
  toPrintable(`${player}: ${isDone ? '' : 'FAILED, '}${text}`);

/** One that failed is enough for the exit code. */
export const toOutcomeAnswer = (outcomes: readonly Outcome[], areToldAlready = false): Answer => ({
  lines: areToldAlready ? [] : outcomes.map(toOutcomeLine),
  json: outcomes,
  exit: outcomes.every(({ isDone }) => isDone) ? EXIT.done : EXIT.refused,
});
