// Makes folders, and says truly what is in the place of one.
import { mkdir } from 'node:fs/promises';
import { toSystemCode } from '../base/errors.ts';

/**
 * Makes a folder with all above it, unless it is there.
 * @throws the file system's error; ENOTDIR when a file is in its place
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if (toSystemCode(error) !== 'EEXIST') throw error;
    throw Object.assign(new Error(`${path} is no folder`, { cause: error }), { code: 'ENOTDIR' });
  }
};
