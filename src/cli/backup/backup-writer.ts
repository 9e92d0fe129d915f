// Writes a backup as one stream of bytes, so that it goes into a file or straight down an SSH connection.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import { toReason } from '../../base/errors.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { type BackupDescription, CHECKSUMS_MEMBER, CLIPS_PREFIX, DESCRIPTION_MEMBER } from './backup-file.ts';

const BLOCK_BYTES = 512;
const READ_BYTES = 1024 * 1024;

const paddingOf = (bytes: number): Buffer => Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);

/** Long names and sizes over 8 GB need an extended header before the plain one. */
const toHeader = (path: string, size: number, mtime: Date): Buffer => {
  const fields = { path, size, mtime, type: 'File', mode: 0o644, uid: 0, gid: 0 } as const;
  const header = new Header(fields);
  header.encode();
  const block = header.block ?? Buffer.alloc(0);
  return header.needPax ? Buffer.concat([new Pax({ path, size }).encode(), block]) : block;
};

const document = function* (path: string, value: unknown, at: Date): Generator<Buffer> {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  yield Buffer.concat([toHeader(path, bytes.length, at), bytes, paddingOf(bytes.length)]);
};

const changed = (file: string): CliError =>
  new CliError(
    EXIT.refused,
    `${file} changed while the backup was made. The partial file was removed; start the backup again.`,
  );

const readClip = async function* (handle: FileHandle, file: string, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const { bytesRead, buffer } = await handle.read({
      buffer: Buffer.allocUnsafe(Math.min(READ_BYTES, bytes - at)),
      position: at,
    });
    if (bytesRead === 0) throw changed(file);
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
};

/**
 * @param openClip opens a clip's file by its bare name
 * @param onProgress called with the finished share of the clips' bytes, 0 to 1
 * @throws CliError when a clip went away or changed meanwhile
 */
export const backupBytes = async function* (
  description: BackupDescription,
  openClip: (file: string) => Promise<FileHandle>,
  onProgress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const at = new Date(description.made);
  yield* document(DESCRIPTION_MEMBER, description, at);
  const all = description.clips.reduce((sum, { bytes }) => sum + bytes, 0);
  const checksums: Record<string, string> = {};
  let done = 0;
  for (const { file, bytes } of description.clips) {
    const handle = await openClip(file).catch((error) => {
      throw new CliError(EXIT.refused, `${file} cannot be read: ${toReason(error)}. Start the backup again.`);
    });
    try {
      const { size, mtime } = await handle.stat();
      if (size !== bytes) throw changed(file);
      yield toHeader(`${CLIPS_PREFIX}${file}`, bytes, mtime);
      const hash = createHash('sha256');
      for await (const chunk of readClip(handle, file, bytes)) {
        hash.update(chunk);
        yield chunk;
        done += chunk.length;
        onProgress(done / all);
      }
      yield paddingOf(bytes);
      checksums[file] = hash.digest('hex');
    } finally {
      await handle.close();
    }
  }
  yield* document(CHECKSUMS_MEMBER, checksums, at);
  yield Buffer.alloc(2 * BLOCK_BYTES);
};
