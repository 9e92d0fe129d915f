// Checks whether a request carries the token.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Query } from '../query.ts';

/** How the right token came: in a header that a program writes, in the address, or as a password that browsers keep. */
export type TokenSource = 'bearer' | 'query' | 'basic';

/** How the token came, by the Authorization header and the query of a request; undefined: it did not. */
export type TokenCheck = (authorization: string | undefined, query: Query) => TokenSource | undefined;

/**
 * @param token not empty; it comes as Bearer token, as the password of Basic credentials with
 *   any user name, or as the parameter `token`
 */
export const createTokenCheck = (token: string): TokenCheck => {
  const expected = toDigest(Buffer.from(token));
  // Digests are of one length, so that neither content nor length of the token shows in the time.
  const isRight = (given: Buffer | undefined): boolean =>
    given !== undefined && timingSafeEqual(toDigest(given), expected);
  return (authorization, query) => {
    const [value, ...more] = query.get('token') ?? [];
    const inQuery = value === undefined || more.length > 0 ? undefined : Buffer.from(value);
    if (isRight(inQuery)) return 'query';
    const [way, credential] = toCredential(authorization ?? '') ?? [];
    return isRight(credential) ? way : undefined;
  };
};

/** The token in an Authorization header, as the bytes that were sent: Node reads headers as Latin-1. */
const toCredential = (authorization: string): readonly ['bearer' | 'basic', Buffer] | undefined => {
  const [, scheme, credential] = /^(bearer|basic) +(\S.*)$/i.exec(authorization) ?? [];
  if (scheme === undefined || credential === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return ['bearer', Buffer.from(credential, 'latin1')];
  const pair = Buffer.from(credential, 'base64');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : ['basic', pair.subarray(colon + 1)];
};

const toDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
