// Checks whether a request carries the token.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Query } from '../query.ts';

/** Where the right token was: in a program's header, in the URL, or as a password that browsers store. */
type TokenSource = 'bearer' | 'query' | 'basic';

/** Finds the token in the Authorization header or the query; undefined: no or a wrong token. */
type TokenCheck = (authorization: string | undefined, query: Query) => TokenSource | undefined;

/**
 * @param token not empty; sent as Bearer token, as the password of Basic credentials with
 *   any user name, or as the parameter `token`
 */
export const createTokenCheck = (token: string): TokenCheck => {
  const expected = toDigest(Buffer.from(token));
  // Digests have equal length, so that timing shows neither content nor length of the token.
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

/** The token in an Authorization header as the sent bytes, since Node reads headers as Latin-1. */
const toCredential = (authorization: string): readonly ['bearer' | 'basic', Buffer] | undefined => {
  const [, scheme, credential] = /^(bearer|basic) +(\S.*)$/i.exec(authorization) ?? [];
  if (scheme === undefined || credential === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return ['bearer', Buffer.from(credential, 'latin1')];
  const pair = Buffer.from(credential, 'base64');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : ['basic', pair.subarray(colon + 1)];
};

const toDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
