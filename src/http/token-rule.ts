// Whether a request carries the token of this device.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Query } from './query.ts';

/** Tells whether a request may pass, by its Authorization header and its query. */
export type TokenCheck = (authorization: string | undefined, query: Query) => boolean;

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
    return isRight(toCredential(authorization ?? '')) || isRight(inQuery);
  };
};

/** The token in an Authorization header, as the bytes that were sent: Node reads headers as Latin-1. */
const toCredential = (authorization: string): Buffer | undefined => {
  const [, scheme, credential] = /^(bearer|basic) +(\S.*)$/i.exec(authorization) ?? [];
  if (scheme === undefined || credential === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return Buffer.from(credential, 'latin1');
  const pair = Buffer.from(credential, 'base64');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.subarray(colon + 1);
};

const toDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
