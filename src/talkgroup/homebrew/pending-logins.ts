// Pending logins: salt sent, password not yet proved.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Endpoint } from '../endpoint.ts';

interface PendingLogins {
  /** The salt for a login; a repeat from the same address gets the same one. */
  begin(peer: number, from: Endpoint): Buffer;
  saltOf(peer: number, from: Endpoint): Buffer | undefined;
  end(peer: number, from: Endpoint): void;
  forget(): void;
  size(): number;
}

/** A client repeats its answer for 60 s. */
const TTL_SECONDS = 70;
const MAX_LOGINS = 2000;
const SALT_BYTES = 4;

const toKey = (peer: number, { address, port }: Endpoint): string => `${peer} ${address} ${port}`;

/** When full, the oldest is evicted: rejecting new ones would let anyone lock everybody out. */
export const createPendingLogins = ({ clock }: { readonly clock: Clock }): PendingLogins => {
  const logins = new Map<string, { readonly salt: Buffer; readonly untilSeconds: number }>();

  const find = (key: string): Buffer | undefined => {
    const login = logins.get(key);
    return login !== undefined && login.untilSeconds > clock.seconds() ? login.salt : undefined;
  };

  return {
    begin: (peer, from) => {
      const key = toKey(peer, from);
      const salt = find(key) ?? randomBytes(SALT_BYTES);
      logins.delete(key);
      logins.set(key, { salt, untilSeconds: clock.seconds() + TTL_SECONDS });
      const [oldest] = logins.keys();
      if (logins.size > MAX_LOGINS && oldest !== undefined) logins.delete(oldest);
      return salt;
    },
    saltOf: (peer, from) => find(toKey(peer, from)),
    end: (peer, from) => logins.delete(toKey(peer, from)),
    forget: () => {
      for (const [key, { untilSeconds }] of logins) {
        if (untilSeconds > clock.seconds()) return;
        logins.delete(key);
      }
    },
    size: () => logins.size,
  };
};
