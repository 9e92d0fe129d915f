// Rate limit per address for failed logins and wrong tokens.
import { isIPv6 } from 'node:net';
import type { Clock } from './clock.ts';
import { toPlainAddress } from './endpoint.ts';

export interface RateLimit {
  isReached(address: string): boolean;
  count(address: string): void;
}

const MAX_ADDRESSES = 10_000;
/** The owner of an address: with IPv6 a customer has at least a /64. */
export const toHolder = (address: string): string => {
  const plain = toPlainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head.split(':').filter((group) => group !== '');
  const back = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
};

/**
 * At most `max` attempts per address within `withinSeconds`; remembers the last 10,000 addresses. The work for an attempt does not
 * depend on `max`, since a flood asks with each datagram.
 */
export const createRateLimit = (options: {
  readonly max: number;
  readonly withinSeconds: number;
  readonly clock: Clock;
}): RateLimit => {
  const { max, withinSeconds, clock } = options;
  /** The times of the last `max` attempts, oldest first. */
  const attempts = new Map<string, number[]>();

  return {
    isReached: (address) => {
      const times = attempts.get(toHolder(address));
      const oldestSeconds = times?.length === max ? times[0] : undefined;
      return oldestSeconds !== undefined && oldestSeconds > clock.seconds() - withinSeconds;
    },
    count: (address) => {
      const holder = toHolder(address);
      const times = attempts.get(holder) ?? [];
      times.push(clock.seconds());
      if (times.length > max) times.shift();
      attempts.delete(holder);
      attempts.set(holder, times);
      if (attempts.size <= MAX_ADDRESSES) return;
      const [oldest] = attempts.keys();
      if (oldest !== undefined) attempts.delete(oldest);
    },
  };
};
