// The error for a backup that has no place, with a place that it has.
import { toReason, toSystemCode } from '../../base/errors.ts';
import { CliError, EXIT } from '../cli-error.ts';

/** Also on a box with a read-only root, whose home folders nobody can write to. */
const WRITABLE_FOLDER = '/var/tmp';

/**
 * @param path file name of the backup
 * @param folder where it was to be written, because the command named no file; undefined: it named one
 */
export const toUnwritable = (path: string, folder: string | undefined, error: unknown): CliError => {
  if (folder === undefined)
    return new CliError(EXIT.refused, `${path} cannot be written: ${toReason(error)}. Name a file in another folder.`);
  const where =
    toSystemCode(error) === 'EROFS' ? 'is on a read-only file system' : `cannot be written to: ${toReason(error)}`;
  return new CliError(
    EXIT.refused,
    `The folder ${folder} ${where}. Name a file: cuedeck backup ${WRITABLE_FOLDER}/${path}. ` +
      `Or write it to another machine: ssh root@NAME.local cuedeck backup - > ${path}`,
  );
};
