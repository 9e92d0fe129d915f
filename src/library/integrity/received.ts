// Notes on a new clip what arrived in its upload, so that the first reading of its file can be compared with it.
import { stat } from 'node:fs/promises';
import type { Clip } from '../../deck/clips/clip.ts';
import type { Arrived } from '../../deck/upload-ports.ts';
import { toChangedMs } from './file-checksum.ts';

/**
 * @param arrived undefined, or of another number of bytes when an upload was cut off and went on: the file is then taken as it is
 * @throws the file system's error
 */
export const withReceived = async (clip: Clip, path: string, arrived: Arrived | undefined): Promise<Clip> => {
  const { size, mtimeMs } = await stat(path);
  if (arrived?.bytes !== size) return clip;
  return { ...clip, received: { ...arrived, changedMs: toChangedMs(mtimeMs) } };
};
