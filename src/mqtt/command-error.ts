// Error codes and texts of MQTT commands.
import { AppError, type ErrorCode, toAppError } from '../base/errors.ts';
import { STATUS_OF_ERROR } from '../base/http-status.ts';

/** Error codes that exist only for commands over MQTT; the deck's are in ErrorCode. */
export const MQTT_CODES = ['malformed-request', 'command-not-found', 'stale-command'] as const;

type CommandErrorCode = ErrorCode | (typeof MQTT_CODES)[number];

const STATUS_BY_CODE: Readonly<Record<CommandErrorCode, number>> = {
  ...STATUS_OF_ERROR,
  'malformed-request': 400,
  'command-not-found': 404,
  'stale-command': 409,
};

/** The HTTP status of a code. */
export const toStatus = (code: CommandErrorCode): number => STATUS_BY_CODE[code];

/** A command that the MQTT interface rejects. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface ErrorJson {
  readonly error: string;
  readonly code: CommandErrorCode;
  readonly status: number;
}

/** The error answer for anything thrown; never fails. */
export const toErrorJson = (thrown: unknown): ErrorJson => {
  const { code, message } = thrown instanceof CommandError || thrown instanceof AppError ? thrown : toAppError(thrown);
  return { error: message, code, status: toStatus(code) };
};
