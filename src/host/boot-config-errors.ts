// Reads the errors that boot found in cuedeck.txt, for log and doctor.
import { readFile } from 'node:fs/promises';

/** The image's boot script copies it here (image/card), since only root may read the original. */
export const BOOT_CONFIG_ERRORS = '/run/cuedeck-card-problems';
const MAX_PROBLEMS = 50;

/** One sentence each; empty on a device without the file. */
export const readBootConfigErrors = async (path = BOOT_CONFIG_ERRORS): Promise<readonly string[]> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, MAX_PROBLEMS);
};
