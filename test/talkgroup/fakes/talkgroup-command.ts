// Runs `cuedeck talkgroup …` in the test's own process.
import { Readable } from 'node:stream';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import type { RunningService } from './running-service.ts';

interface Ended {
  readonly code: number;
  /** Lines. */
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** @param words what stands behind `cuedeck talkgroup` */
export const talkgroupCommand = async (
  { adminSocket }: Pick<RunningService, 'adminSocket'>,
  words: readonly string[],
  input = '',
): Promise<Ended> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['talkgroup', '--socket', adminSocket, ...words], {
    out: (text) => void out.push(...text.split('\n')),
    err: (text) => void err.push(...text.split('\n')),
    input: Readable.from([input]),
    takeOutput: () => process.stdout,
    isWatched: false,
    environment: {},
    program: '',
  });
  return { code, out, err };
};
