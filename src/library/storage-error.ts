// Maps file-system errors to messages an operator can act on.
import { AppError, toReason, toSystemCode } from '../base/errors.ts';

const NO_SPACE: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

const toStorageError = (operation: string, thrown: unknown): unknown => {
  const code = toSystemCode(thrown);
  if (thrown instanceof AppError || code === undefined) return thrown;
  return new AppError(
    NO_SPACE.includes(code) ? 'no-space' : 'storage-failed',
    `Could not ${operation}: ${toReason(thrown)}.`,
    { cause: thrown },
  );
};

/**
 * Runs an operation on the disk.
 * @param name completes the sentence "Could not …"
 * @throws AppError `no-space` or `storage-failed` for an error of the file system; anything else as it is
 */
export const orStorageError = async <Result>(name: string, operation: () => Promise<Result>): Promise<Result> => {
  try {
    return await operation();
  } catch (error) {
    throw toStorageError(name, error);
  }
};
