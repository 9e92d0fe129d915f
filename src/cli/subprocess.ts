// Runs system programs.
import { once } from 'node:events';
import { runProgram, startProgram } from '../base/child-process.ts';
import { toMessage, toSystemCode } from '../base/errors.ts';

const TIMEOUT_SECONDS = 10;

/** Output of a program; undefined when it is missing, fails or takes longer than 10 s. */
export const outputOf = async (program: string, args: readonly string[]): Promise<string | undefined> => {
  try {
    return (await runProgram(program, args, TIMEOUT_SECONDS)).stdout;
  } catch {
    return undefined;
  }
};

/** Result of a program. */
interface ProgramResult {
  readonly isDone: boolean;
  /** Its last line on either output. */
  readonly lastLine: string;
}

/** @param ended a program's outputs, or its error with them */
const toLastLine = (ended: unknown): string | undefined => {
  if (typeof ended !== 'object' || ended === null || !('stdout' in ended && 'stderr' in ended)) return undefined;
  const lines = `${ended.stdout}\n${ended.stderr}`.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.trim();
};

/** Runs a program to its end; never rejects. */
export const attempt = async (program: string, args: readonly string[], seconds: number): Promise<ProgramResult> => {
  try {
    return { isDone: true, lastLine: toLastLine(await runProgram(program, args, seconds)) ?? '' };
  } catch (error) {
    return { isDone: false, lastLine: toLastLine(error) ?? toMessage(error) };
  }
};

/**
 * Runs a program on this terminal until it ends.
 * @returns its exit code; undefined when it is missing
 */
export const runHere = async (program: string, args: readonly string[]): Promise<number | undefined> => {
  // The terminal's Ctrl-C also reaches the program, and we end with it.
  const wait = (): void => undefined;
  process.on('SIGINT', wait);
  try {
    const child = await startProgram(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 0;
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  } finally {
    process.off('SIGINT', wait);
  }
};
