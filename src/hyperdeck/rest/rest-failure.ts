// REST errors: deck codes with HTTP status, plus REST-only ones.
import { toAppError } from '../../base/errors.ts';
import { STATUS_OF_ERROR } from '../../base/http-status.ts';
import { CommandError, type ResponseCode } from '../response-codes.ts';

export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;

  /** @param message one sentence: what is rejected, and what is allowed */
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Failures that have a code in the Ethernet protocol. */
const STATUS_OF_FAILURE: Partial<Record<ResponseCode, number>> = { 107: 409, 111: 409, 112: 404 };

export const toRestError = (thrown: unknown): RestError => {
  if (thrown instanceof RestError) return thrown;
  if (thrown instanceof CommandError) {
    const code = { 107: 'timeline-empty', 111: 'remote-disabled', 112: 'clip-not-found' }[thrown.code as 107];
    return new RestError(STATUS_OF_FAILURE[thrown.code] ?? 400, code ?? 'invalid-value', `${thrown.message}.`);
  }
  const { code, message } = toAppError(thrown);
  return new RestError(STATUS_OF_ERROR[code], code, message);
};
