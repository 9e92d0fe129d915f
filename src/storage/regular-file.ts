// Opens regular files safely: never blocks, never follows a symlink.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const noFile = (): Error => new Error('it is no file');

const READ = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Opens a file. A pipe or device would block the caller, and a link could lead to any file of the system.
 * @param flags as of `open`: by default to read it, and not through a link
 * @param mode permission bits of a new file
 * @throws the file system's error (ELOOP: it is a link); Error when it is no file
 */
export const openRegularFile = async (path: string, flags: number = READ, mode?: number): Promise<FileHandle> => {
  const handle = await open(path, flags | constants.O_NONBLOCK, mode);
  try {
    if (!(await handle.stat()).isFile()) throw noFile();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** @throws what `openRegularFile` throws; the file system's error */
export const readRegularFile = async (path: string): Promise<Buffer> => {
  const handle = await openRegularFile(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** @throws what `readRegularFile` throws */
export const readRegularFileSync = (path: string): Buffer => {
  const descriptor = openSync(path, READ | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw noFile();
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};
