// What an error of the file system means to the one who asked for something in the player's folders.
import { toReason, toSystemCode } from '../../base/errors.ts';
import { CliError, EXIT } from '../cli-error.ts';

/** @param path subject of the error; begins the sentence */
export const toFolderError = (path: string, error: unknown): CliError => {
  if (error instanceof CliError) return error;
  const code = toSystemCode(error);
  const isClosed = code === 'EACCES' || code === 'EPERM';
  const advice = isClosed ? 'Use sudo.' : '`cuedeck doctor` says more.';
  return new CliError(isClosed ? EXIT.noPermission : EXIT.refused, `${path}: ${toReason(error)}. ${advice}`);
};
