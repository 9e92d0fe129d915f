// Stages a backup's clips under hidden names until the restore commits.
import { createHash } from 'node:crypto';
import { type FileHandle, link, lstat, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { toSystemCode } from '../../base/errors.ts';
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { findLeftovers, isStagedName, type PendingRestore, toStagedName } from '../../library/pending-restore.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { type Owner, syncFolder } from '../../storage/synced-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { toSizeText } from '../format.ts';
import { type BackupClip, type BackupDescription, toBroken } from './backup-file.ts';
import type { BackupSink } from './backup-reader.ts';

interface RestoreStaging extends BackupSink {
  /** Syncs everything to disk. */
  settle(): Promise<PendingRestore['files']>;
}

/** Files of equal size may be identical and then need no space; reading them will show. */
const roomNeeded = async (clipsDir: string, clips: readonly BackupClip[]): Promise<number> => {
  const needs = await Promise.all(
    clips.map(async ({ file, bytes }) => {
      const found = await lstat(join(clipsDir, file)).catch(() => undefined);
      return found?.isFile() && found.size === bytes ? 0 : bytes;
    }),
  );
  return needs.reduce((sum, bytes) => sum + bytes, 0);
};

/** Owner for files that root creates in a folder, as over SSH; undefined: the caller. */
export const ownerOf = async (folder: string): Promise<Owner | undefined> =>
  process.getuid?.() === 0 ? stat(folder) : undefined;

/** The existing file, if it may be identical. */
const openExisting = async (path: string, bytes: number): Promise<FileHandle | undefined> => {
  const handle = await openRegularFile(path).catch(() => undefined);
  if (handle === undefined || (await handle.stat()).size === bytes) return handle;
  await handle.close();
  return undefined;
};

const isSame = async (existing: FileHandle, chunk: Buffer, position: number): Promise<boolean> => {
  const { bytesRead, buffer } = await existing.read({ buffer: Buffer.allocUnsafe(chunk.length), position });
  return bytesRead === chunk.length && buffer.equals(chunk);
};

/**
 * Keeps an open file for the plan by a hard link. Without hard links, or with another user's file, it stays
 * under its own name, where the plan finds it.
 * @returns false when the first name belongs to another file by now
 */
const keepSame = async (existing: FileHandle, from: string, to: string): Promise<boolean> => {
  let kept = to;
  try {
    await link(from, to);
  } catch (error) {
    const code = toSystemCode(error) ?? '';
    if (code === 'ENOENT') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
    kept = from;
  }
  const [found, wanted] = [await lstat(kept).catch(() => undefined), await existing.stat()];
  if (found?.ino === wanted.ino && found.dev === wanted.dev) return true;
  if (kept === to) await rm(to, { force: true });
  return false;
};

const writeAll = async (handle: FileHandle, chunk: Buffer): Promise<void> => {
  for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
};

/** Removes everything that was staged under a token; never rejects. */
export const clearStage = async (clipsDir: string, token: string): Promise<void> => {
  for (const name of await readdir(clipsDir).catch(() => [])) {
    if (isStagedName(name, token)) await rm(join(clipsDir, name), { force: true }).catch(() => undefined);
  }
};

/** @param token token of the plan */
export const createRestoreStaging = (
  { clipsDir, stateDir }: { readonly clipsDir: string; readonly stateDir: string },
  token: string,
  onProgress: (share: number) => void,
): RestoreStaging => {
  const files: { staged: string; file: string; bytes: number }[] = [];
  let [all, done] = [0, 0];

  /** Writes a new file from the first difference to the existing one. */
  const writeNew = async (
    path: string,
    from: { existing: FileHandle | undefined; upTo: number },
  ): Promise<FileHandle> => {
    const handle = await open(path, 'wx', 0o644);
    // By the descriptor, since a link of that name may lead to a file of root by now.
    const owner = await ownerOf(clipsDir);
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid);
    if (from.existing === undefined || from.upTo === 0) return handle;
    const copied = from.existing.createReadStream({ start: 0, end: from.upTo - 1, autoClose: false });
    for await (const chunk of copied) await writeAll(handle, chunk);
    return handle;
  };

  return {
    begin: async ({ clips }: BackupDescription) => {
      // Removes leftovers of interrupted restores, which take up space.
      const isLeftover = await findLeftovers(stateDir);
      for (const name of (await readdir(clipsDir)).filter(isLeftover)) await rm(join(clipsDir, name), { force: true });
      const { bavail, bsize } = await statfs(clipsDir);
      const [needed, free] = [await roomNeeded(clipsDir, clips), Math.max(0, bavail * bsize - RESERVE_BYTES)];
      all = clips.reduce((sum, { bytes }) => sum + bytes, 0);
      if (needed <= free) return;
      const text = `The clips need ${toSizeText(needed)}, and ${toSizeText(free)} are free. Nothing was changed; delete clips first.`;
      throw new CliError(EXIT.refused, text);
    },

    take: async ({ file, bytes }, chunks) => {
      const staged = toStagedName(token, files.length);
      const path = join(clipsDir, staged);
      files.push({ staged, file, bytes });
      const existing = await openExisting(join(clipsDir, file), bytes);
      let target: FileHandle | undefined;
      const hash = createHash('sha256');
      let position = 0;
      try {
        if (existing === undefined) target = await writeNew(path, { existing, upTo: 0 });
        for await (const chunk of chunks) {
          hash.update(chunk);
          if (target === undefined && existing !== undefined && !(await isSame(existing, chunk, position))) {
            target = await writeNew(path, { existing, upTo: position });
          }
          if (target !== undefined) await writeAll(target, chunk);
          position += chunk.length;
          done += chunk.length;
          onProgress(done / all);
        }
        if (position !== bytes) throw toBroken(`${file} ends too early`);
        if (target === undefined && existing !== undefined && !(await keepSame(existing, join(clipsDir, file), path)))
          target = await writeNew(path, { existing, upTo: bytes });
        await target?.sync();
      } finally {
        await Promise.all([target?.close(), existing?.close()]);
      }
      return hash.digest('hex');
    },

    settle: async () => {
      await syncFolder(clipsDir);
      return files;
    },
  };
};
