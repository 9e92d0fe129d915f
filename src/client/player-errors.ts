// What can come between a program and the player it asks.
import { toReason } from '../base/errors.ts';

/** Why a place on the network is not reached, by the system's error codes, in the words of an operator. */
export const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'no way to it',
  EHOSTUNREACH: 'no way to it',
  ENETUNREACH: 'no way to it',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host, or no name service',
};

/** The player has gone silent: no byte moves, and it answers nothing else either. */
export class SilentError extends Error {
  override readonly name = 'SilentError';

  /** @param seconds how long it was waited for */
  constructor(seconds: number) {
    super(`it has not answered for ${seconds} s`);
  }
}

/** The player was not reached, or the connection was lost; nothing was refused. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** Whether it took the connection and answered nothing at all. */
  readonly isSilent: boolean;

  constructor(cause: unknown) {
    super(toReason(cause), { cause });
    this.isSilent = cause instanceof SilentError;
  }
}

/** The player refused; `message` is its own sentence. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Something else than a player answers there. */
export class NotPlayerError extends Error {
  override readonly name = 'NotPlayerError';

  constructor(url: string) {
    super(`${url} is not a CueDeck player.`);
  }
}
