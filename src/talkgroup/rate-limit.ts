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

/** At most `max` attempts per address within `withinSeconds`; remembers the last 10,000 addresses. */
export const createRateLimit = (options: {
  readonly max: number;
  readonly withinSeconds: number;
  readonly clock: Clock;
}): RateLimit => {
  const { max: most, withinSeconds, clock } = options;
  const attempts = new Map<string, readonly number[]>();

  const recent = (holder: string): readonly number[] => {
    const sinceSeconds = clock.seconds() - withinSeconds;
    return (attempts.get(holder) ?? []).filter((atSeconds) => atSeconds > sinceSeconds);
  };

  return {
    isReached: (address) => recent(toHolder(address)).length >= most,
    count: (address) => {
      const holder = toHolder(address);
      const list = [...recent(holder), clock.seconds()].slice(-most);
      attempts.delete(holder);
      attempts.set(holder, list);
      if (attempts.size <= MAX_ADDRESSES) return;
      const [oldest] = attempts.keys();
      if (oldest !== undefined) attempts.delete(oldest);
    },
  };
};
