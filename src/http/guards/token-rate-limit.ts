// Rate limit for wrong tokens: after ten a minute, one check a second per address.
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../base/clock.ts';
import { isBrowser, showsOwnPage } from '../../net/browser-request.ts';
import { toNetwork } from '../../net/fair-places.ts';
import { isShortToken } from '../../net/token-strength.ts';
import type { ErrorBody } from '../http-error.ts';

export type TokenVerdict = 'right' | 'wrong' | 'too-often';

export interface TokenGate {
  /**
   * @param isRight checks the token of the request
   * @param resolve called once; immediately unless the device's token is short; never when the client is gone
   */
  judge(request: IncomingMessage, isRight: () => boolean, resolve: (verdict: TokenVerdict) => void): void;
  /** Trusts a request that has shown an unguessable secret. */
  trust(request: IncomingMessage): void;
}

const WRONG = { most: 10, withinSeconds: 60 };
const CHECK_INTERVAL_SECONDS = 1;
/** Limit per address; more are rejected unchecked. */
const MAX_WAITING = 20;
/** Unknown clients must not fill the memory. */
const MAX_GUESSERS = 10_000;
const MAX_KNOWN = 1000;

export const TOO_OFTEN: ErrorBody = {
  code: 'too-many-attempts',
  message: `Too many wrong tokens came from this address; allowed: ${WRONG.most} in ${WRONG.withinSeconds} s.`,
  headers: { 'Retry-After': '60' },
};

const dropOldest = <Key>(map: Map<Key, unknown>, most: number): void => {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};

/** @param deps.token of this device */
export const createTokenGate = (deps: { readonly clock: Clock; readonly token: string }): TokenGate => {
  const { clock } = deps;
  // A longer token cannot be guessed, so a wait would only lock its owner out.
  const isGuessable = isShortToken(deps.token);
  /** Times of wrong tokens by network. */
  const wrong = new Map<string, readonly number[]>();
  /** Networks that have shown the right token before; guesses from there do not delay them. */
  const known = new Map<string, true>();
  const waiting = new Map<string, { readonly request: IncomingMessage; readonly look: () => void }[]>();

  const networkOf = ({ socket }: IncomingMessage): string => toNetwork(socket.remoteAddress ?? '');

  const recent = (network: string): readonly number[] => {
    const sinceSeconds = clock.nowSeconds() - WRONG.withinSeconds;
    return (wrong.get(network) ?? []).filter((atSeconds) => atSeconds > sinceSeconds);
  };

  const remember = (network: string): void => {
    if (known.has(network)) return;
    known.set(network, true);
    dropOldest(known, MAX_KNOWN);
  };

  const count = (network: string): TokenVerdict => {
    const before = recent(network);
    wrong.delete(network);
    wrong.set(network, [...before, clock.nowSeconds()].slice(-WRONG.most));
    dropOldest(wrong, MAX_GUESSERS);
    return before.length >= WRONG.most ? 'too-often' : 'wrong';
  };

  // A page of another site could make the owner's browser guess, and see the result by a picture.
  const isKnown = (request: IncomingMessage, network: string): boolean =>
    known.has(network) && (!isBrowser(request.headers) || showsOwnPage(request.headers));

  const takeTurn = (network: string): void => {
    const queue = waiting.get(network) ?? [];
    while (queue[0]?.request.socket.destroyed) queue.shift();
    queue.shift()?.look();
    if (queue.length === 0) waiting.delete(network);
    else clock.after(CHECK_INTERVAL_SECONDS, () => takeTurn(network));
  };

  return {
    judge: (request, isRight, resolve) => {
      const network = networkOf(request);
      const check = (): void => {
        const isOwner = isRight();
        if (isOwner) remember(network);
        resolve(isOwner ? 'right' : count(network));
      };
      if (!isGuessable || recent(network).length < WRONG.most || isKnown(request, network)) {
        check();
        return;
      }
      const queue = waiting.get(network);
      const others = (queue ?? []).filter((one) => !one.request.socket.destroyed);
      if (others.length >= MAX_WAITING) {
        resolve('too-often');
        return;
      }
      waiting.set(network, [...others, { request, look: check }]);
      if (queue === undefined) clock.after(CHECK_INTERVAL_SECONDS, () => takeTurn(network));
    },
    trust: (request) => remember(networkOf(request)),
  };
};
