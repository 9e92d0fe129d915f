// Defines the closed list of error codes; every transport maps each code.

export const ERROR_CODES = [
  'missing-parameter',
  'repeated-parameter',
  'invalid-value',
  'clip-not-found',
  'splash-locked',
  'not-seekable',
  'file-missing',
  'unplayable',
  'unsupported-media',
  'upload-aborted',
  'too-large',
  'no-space',
  'storage-failed',
  'host-name-failed',
  'player-unavailable',
  'too-late',
  'taken-back',
  'list-not-found',
  'item-not-found',
  'nothing-standing-by',
  'end-of-list',
  'clock-unsure',
  'busy',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal an operator can act on: `message` is one sentence, `code` is of the closed list. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Too many files are open, which says nothing about the one that was asked for. */
export const isShortOfDescriptors = (thrown: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes(toSystemCode(thrown) ?? '');

/** Whatever was thrown, as an AppError: `busy` when the system has no descriptor left, `internal` when it is unforeseen. */
export const toAppError = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown;
  if (isShortOfDescriptors(thrown))
    return new AppError('busy', 'Too many files are open; try again.', { cause: thrown });
  const message = toMessage(thrown).replace(/\.$/, '');
  return new AppError('internal', `Something went wrong inside CueDeck: ${message}.`, { cause: thrown });
};

/** The message of anything that was thrown, on one line. */
export const toMessage = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, ' ').trim();

/** The system error code (`ENOSPC`, `ENOENT`, …) of anything thrown, if it has one. */
export const toSystemCode = (thrown: unknown): string | undefined => {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
};

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'CueDeck has no right to do that',
  EPERM: 'CueDeck has no right to do that',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports a fault',
  ENOENT: 'it is not there',
  EEXIST: 'there is one already',
  ENOTDIR: 'a file is in the place of a folder',
  EISDIR: 'a folder is in the place of a file',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EBUSY: 'it is in use',
  ETXTBSY: 'it is in use',
  ELOOP: 'it is a link',
  EFBIG: 'the file is too large for the disk',
  ENAMETOOLONG: 'the name is too long for the disk',
};

/** The reason of a system error in plain words with its code; the system's own message for a rare code. It completes a sentence. */
export const toReason = (thrown: unknown): string => {
  const code = toSystemCode(thrown);
  if (thrown instanceof AppError || code === undefined) return toMessage(thrown).replace(/\.$/, '');
  return `${SYSTEM_REASONS[code] ?? toMessage(thrown)} (${code})`;
};
