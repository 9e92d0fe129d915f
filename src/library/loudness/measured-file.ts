// Opens the file of a clip that is measured, and tells it from any other one.
import type { FileHandle } from 'node:fs/promises';
import { AppError, toReason } from '../../base/errors.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import type { LoudnessEntry } from './loudness-record.ts';

/** @throws AppError `file-missing` */
export const openFile = (path: string): Promise<FileHandle> =>
  openRegularFile(path).catch((error) => {
    throw new AppError('file-missing', `The file can't be opened: ${toReason(error)}.`, { cause: error });
  });

export const toFileFacts = async (file: FileHandle): Promise<LoudnessEntry['file']> => {
  const { size, mtimeMs } = await file.stat();
  return { bytes: size, changedMs: mtimeMs };
};

/** A file that is away for now is still the one that was measured. */
export const isSameFile = async (path: string, measured: LoudnessEntry['file']): Promise<boolean> => {
  const found = await openFile(path).then(
    async (file) => toFileFacts(file).finally(() => file.close()),
    () => measured,
  );
  return found.bytes === measured.bytes && found.changedMs === measured.changedMs;
};
