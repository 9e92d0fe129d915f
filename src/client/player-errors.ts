// What can come between a program and the player it asks.
import { toReason } from '../base/errors.ts';

/** Reasons why a host cannot be reached, by system error code, for operators. */
export const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no way to it',
  EHOSTUNREACH: 'no way to it',
  ENETUNREACH: 'no way to it',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host, or no name service',
};

/** The player is silent: no data moves, and it answers no other request either. */
export class SilentError extends Error {
  override readonly name = 'SilentError';

  /** @param seconds the timeout */
  constructor(seconds: number) {
    super(`it has not answered for ${seconds} s`);
  }
}

/** The player could not be reached, or the connection was lost. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** True when it accepted the connection and did not answer. */
  readonly isSilent: boolean;

  constructor(cause: unknown) {
    super(toReason(cause), { cause });
    this.isSilent = cause instanceof SilentError;
  }
}

/** The player rejected the request; `message` is its own sentence. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server is not a player. */
export class NotPlayerError extends Error {
  override readonly name = 'NotPlayerError';

  constructor(url: string) {
    super(`${url} is not a CueDeck player.`);
  }
}
