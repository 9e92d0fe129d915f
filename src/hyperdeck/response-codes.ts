// Response codes, and the one for each deck error.
import { type ErrorCode, toAppError } from '../base/errors.ts';

/** Failure codes of the protocol that are used here. No text has a colon, because clients would wait for a block. */
export const FAILURES = {
  100: 'syntax error',
  101: 'unsupported parameter',
  102: 'invalid value',
  103: 'unsupported',
  104: 'disk full',
  105: 'no disk',
  106: 'disk error',
  107: 'timeline empty',
  108: 'internal error',
  109: 'out of range',
  111: 'remote control disabled',
  112: 'clip not found',
  120: 'connection rejected',
  150: 'invalid state',
  151: 'invalid codec',
} as const;

export type ResponseCode = keyof typeof FAILURES;

/** The error of a rejected command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: ResponseCode;

  /** @param reason for the protocol log; the wire has the code's own text */
  constructor(code: ResponseCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

const CODE_OF: Record<ErrorCode, ResponseCode> = {
  'missing-parameter': 100,
  'repeated-parameter': 100,
  'invalid-value': 102,
  'clip-not-found': 112,
  'splash-locked': 112,
  'not-seekable': 150,
  'file-missing': 106,
  unplayable: 151,
  'unsupported-media': 151,
  'upload-aborted': 108,
  'too-large': 104,
  'no-space': 104,
  'storage-failed': 106,
  'host-name-failed': 108,
  'player-unavailable': 150,
  'too-late': 150,
  'taken-back': 150,
  'list-not-found': 112,
  'item-not-found': 112,
  'nothing-standing-by': 150,
  'end-of-list': 150,
  'clock-unsure': 150,
  busy: 150,
  internal: 108,
};

/** The error for anything thrown; never fails. */
export const toCommandError = (thrown: unknown): CommandError => {
  if (thrown instanceof CommandError) return thrown;
  const { code, message } = toAppError(thrown);
  return new CommandError(CODE_OF[code], message);
};
