// Opens regular files safely: never blocks, never follows a symlink.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Opens a file for reading. A pipe or device would block the caller, and a link could lead to any file of the system.
 * @throws the file system's error (ELOOP: it is a link); Error when it is no file
 */
export const openRegularFile = async (path: string): Promise<FileHandle> => {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is no file');
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
