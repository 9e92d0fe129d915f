// Reads a partition's free space.
import { access, statfs } from 'node:fs/promises';
import { release } from 'node:os';
import { normalize, sep } from 'node:path';
import diskSpace from 'check-disk-space';
import { runProgram } from '../../base/child-process.ts';

export interface Partition {
  /** Bytes that an unprivileged process may use. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

const TIMEOUT_SECONDS = 5;

/** Its types describe the CommonJS build, in which the function is one `default` deeper. */
const checkDiskSpace = diskSpace as unknown as typeof diskSpace.default;

/** check-disk-space with a timeout for its `df`, which hangs on a disk that is gone. */
const limited: Parameters<typeof checkDiskSpace>[1] = {
  platform: process.platform,
  release: release(),
  fsAccess: access,
  pathNormalize: normalize,
  pathSep: sep,
  cpExecFile: (file, args) => runProgram(file, args ?? [], TIMEOUT_SECONDS),
};

/** @throws Error when there is no result within 5 s */
export const readPartition = async (folder: string): Promise<Partition> => {
  const { free, size } = await checkDiskSpace(folder, limited);
  if (Number.isFinite(free) && Number.isFinite(size)) return { freeBytes: free, sizeBytes: size };
  throw new Error(`df says nothing of ${folder}`);
};

/** The same without a child process, for a first reading at start. */
export const glanceAtPartition = async (folder: string): Promise<Partition> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
};
