// What is said in place of the answer of a player that does not run, or does not answer.
import { CliError } from '../cli-error.ts';

/** @returns `otherwise` when the player does not answer */
export const unlessSilent = <Value, Other>(answer: Promise<Value>, otherwise: Other): Promise<Value | Other> =>
  answer.catch((error) => {
    if (error instanceof CliError) return otherwise;
    throw error;
  });
