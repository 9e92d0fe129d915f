// HTTP errors: one sentence and a code of a closed list with its status.
import { type AppError, type ErrorCode, toAppError } from '../base/errors.ts';
import { STATUS_OF_ERROR } from '../base/http-status.ts';

/** Error codes that exist only for HTTP; the deck's are in ErrorCode. */
export const HTTP_CODES = [
  'malformed-request',
  'unauthorized',
  'foreign-page',
  'owner-only',
  'path-not-found',
  'player-not-found',
  'method-not-allowed',
  'request-timeout',
  'wrong-host',
  'headers-too-large',
  'too-many-attempts',
  'upload-not-found',
  'envelope-not-found',
  'upload-out-of-step',
  'list-changed',
  'broker-unavailable',
] as const;

type HttpErrorCode = ErrorCode | (typeof HTTP_CODES)[number];

export interface ErrorBody {
  readonly code: HttpErrorCode;
  /** One sentence: what is rejected, its value, what is allowed. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP error, thrown from within an operation. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly refusal: ErrorBody;

  constructor(refusal: ErrorBody) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const STATUS_BY_CODE: Readonly<Record<HttpErrorCode, number>> = {
  ...STATUS_OF_ERROR,
  'malformed-request': 400,
  unauthorized: 401,
  'foreign-page': 403,
  'owner-only': 403,
  'path-not-found': 404,
  'player-not-found': 404,
  'upload-not-found': 404,
  'envelope-not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'upload-out-of-step': 409,
  'list-changed': 409,
  'wrong-host': 421,
  'too-many-attempts': 429,
  'headers-too-large': 431,
  'broker-unavailable': 503,
};

/** The HTTP status of each code. */
export const toStatus = (code: HttpErrorCode): number => STATUS_BY_CODE[code];

/** Retry-After of the answer `busy`, in seconds. */
const BUSY_RETRY_SECONDS = 5;

/** The error answer for anything thrown; never fails. */
export const toErrorBody = (thrown: unknown): ErrorBody => {
  if (thrown instanceof HttpError) return thrown.refusal;
  const { code, message }: AppError = toAppError(thrown);
  return code === 'busy'
    ? { code, message, headers: { 'Retry-After': String(BUSY_RETRY_SECONDS) } }
    : { code, message };
};

/** The JSON body of an error. */
export const toErrorJson = ({ message, code }: ErrorBody): string => JSON.stringify({ error: message, code });
