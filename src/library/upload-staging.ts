// Upload staging: temporary files that are probed before they become clips.
import { randomBytes } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RESERVE_BYTES } from '../deck/disk-reserve.ts';
import type { UploadStaging } from '../deck/upload-ports.ts';
import { SIGNATURE_BYTES, whyNoClip } from './containers/first-bytes.ts';
import { UPLOAD_PREFIX } from './file-name.ts';
import { findLeftUploads, removeNote, writeNote } from './interrupted-uploads.ts';
import { ProbeQueue } from './probe/examinations.ts';

import { refusal } from './probe/probe-run.ts';
import { orStorageError } from './storage-error.ts';

/** Limit of one upload: larger than any clip of a show, smaller than a wrong Content-Length may claim. */
const MAX_UPLOAD_BYTES = 64 * 1024 ** 3;

export const createUploadStaging = (deps: {
  readonly clipsDir: string;
  readonly examinations?: ProbeQueue;
  readonly limitBytes?: number;
  readonly reserveBytes?: number;
  readonly onEnded?: () => void;
}): UploadStaging => {
  const {
    clipsDir,
    examinations = new ProbeQueue(),
    limitBytes = MAX_UPLOAD_BYTES,
    reserveBytes = RESERVE_BYTES,
  } = deps;
  return {
    temporaryPath: () => join(clipsDir, `${UPLOAD_PREFIX}${randomBytes(8).toString('hex')}`),
    room: () =>
      orStorageError('find out what is free on the clips partition', async () => {
        const { bavail, bsize } = await statfs(clipsDir);
        return { limitBytes, freeBytes: bavail * bsize - reserveBytes };
      }),
    tellingBytes: SIGNATURE_BYTES,
    checkBeginning: (head) => {
      const why = whyNoClip(head);
      if (why !== undefined) throw refusal(why);
    },
    probe: async (temporaryPath) => {
      const synced = orStorageError('keep the upload', () => syncFile(temporaryPath));
      const [probed, kept] = await Promise.allSettled([
        examinations.probe(temporaryPath, { urgency: 'upload' }),
        synced,
      ]);
      if (kept.status === 'rejected') throw kept.reason;
      if (probed.status === 'rejected') throw probed.reason;
      return probed.value;
    },
    discard: (temporaryPath) =>
      orStorageError('remove an upload', async () => {
        await rm(temporaryPath, { force: true });
        await removeNote(temporaryPath);
      }),
    saveNote: writeNote,
    removeNote: (temporaryPath) => orStorageError('remove the note of an upload', () => removeNote(temporaryPath)),
    ended: () => deps.onEnded?.(),
    left: () => findLeftUploads(clipsDir),
  };
};

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
