// What is answered to a command that is refused: the codes and words of the control API, and a few of MQTT's own.
import { DeckError, type ErrorCode, toDeckError } from '../base/errors.ts';
import { STATUS_OF_ERROR } from '../base/http-status.ts';

/** Refusals that only commands over MQTT know; the deck's own are in ErrorCode. */
export const MQTT_CODES = [
  'malformed-request',
  'command-not-found',
  'stale-command',
  'too-late',
  'taken-back',
  'clock-unsure',
] as const;

export type RefusalCode = ErrorCode | (typeof MQTT_CODES)[number];

const STATUS_BY_CODE: Readonly<Record<RefusalCode, number>> = {
  ...STATUS_OF_ERROR,
  'malformed-request': 400,
  'command-not-found': 404,
  'stale-command': 409,
  'too-late': 409,
  'taken-back': 409,
  'clock-unsure': 409,
};

/** The number that stands for a code: the one that HTTP answers with. */
export const toStatus = (code: RefusalCode): number => STATUS_BY_CODE[code];

/** A command that MQTT itself refuses. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface RefusalJson {
  readonly error: string;
  readonly code: RefusalCode;
  readonly status: number;
}

/** The refusal for whatever was thrown; never fails. */
export const toRefusalJson = (thrown: unknown): RefusalJson => {
  const { code, message } =
    thrown instanceof CommandError || thrown instanceof DeckError ? thrown : toDeckError(thrown);
  return { error: message, code, status: toStatus(code) };
};
