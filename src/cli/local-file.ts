// A file of this machine on its way to one player or many.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SourceFile } from '../client/send-file.ts';
import { type OpenFile, openFile, readUnchanged } from './stable-file-reader.ts';

export interface LocalFile extends SourceFile {
  readonly path: string;
}

/**
 * From now on the file must not change; otherwise reading it throws CliError.
 * @throws CliError when it cannot be read
 */
export const findLocalFile = async (path: string): Promise<LocalFile> => {
  const { handle, ...found } = await openFile(path);
  await handle.close();
  const read = (first: number): AsyncIterable<Buffer> => readFrom(path, found, first);
  let digest: Promise<string> | undefined;
  const readDigest = async (): Promise<string> => {
    const hash = createHash('sha256');
    await pipeline(read(0), hash);
    return hash.digest('hex');
  };
  return {
    path,
    name: basename(path),
    bytes: found.bytes,
    read,
    sha256: () => {
      digest ??= readDigest();
      return digest;
    },
  };
};

const readFrom = async function* (
  path: string,
  found: Omit<OpenFile, 'handle'>,
  first: number,
): AsyncGenerator<Buffer> {
  const { handle } = await openFile(path);
  try {
    yield* readUnchanged(path, { ...found, handle }, first);
  } finally {
    await handle.close();
  }
};
