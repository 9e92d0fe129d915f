// Reads the errors that boot found in cuedeck.txt, for the log.
import { readFile } from 'node:fs/promises';

/** Where the image puts it (image/card), as the card's own folder is for root alone. */
const PATH = '/run/cuedeck-card-problems';
const MAX_PROBLEMS = 50;

/** A sentence each; none on a device without such a file. */
export const readCardProblems = async (path = PATH): Promise<readonly string[]> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, MAX_PROBLEMS);
};
