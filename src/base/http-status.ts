// Maps error codes to HTTP status codes for all HTTP transports.
import type { ErrorCode } from './errors.ts';

export const STATUS_OF_ERROR: Readonly<Record<ErrorCode, number>> = {
  'missing-parameter': 400,
  'repeated-parameter': 400,
  'invalid-value': 400,
  'upload-aborted': 400,
  'splash-locked': 403,
  'clip-not-found': 404,
  'list-not-found': 404,
  'item-not-found': 404,
  'not-seekable': 409,
  'file-missing': 409,
  unplayable: 409,
  'too-late': 409,
  'taken-back': 409,
  'nothing-standing-by': 409,
  'end-of-list': 409,
  'clock-unsure': 409,
  'too-large': 413,
  'unsupported-media': 415,
  'storage-failed': 500,
  'host-name-failed': 500,
  internal: 500,
  'player-unavailable': 503,
  busy: 503,
  'no-space': 507,
};
