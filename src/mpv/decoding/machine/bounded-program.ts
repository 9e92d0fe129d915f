// Asks a program with a deadline and a bounded answer, at idle priority.
import { runProgram } from '../../../base/child-process.ts';
import type { Ask } from './abilities.ts';

/** A cold start of mpv from a slow card takes seconds; a driver that hangs takes for ever. */
const LIMIT_SECONDS = 10;
const MAX_ANSWER_BYTES = 200_000;

export const askProgram: Ask = async (program, args) => {
  try {
    const { stdout } = await runProgram('nice', ['-n', '19', program, ...args], LIMIT_SECONDS, MAX_ANSWER_BYTES);
    return stdout;
  } catch {
    return undefined;
  }
};
