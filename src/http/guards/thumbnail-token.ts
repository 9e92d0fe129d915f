// Capability token for thumbnails.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { API_PATH } from '../api-path.ts';
import { toPath, toQuery } from '../query.ts';

const PICTURE = new RegExp(`^${API_PATH}/clips/[^/]+/thumbnail$`);

/** A new one at each start. It is independent of the token, so that a reader at the broker cannot guess the token from it. */
export const createThumbnailToken = (): string => randomBytes(16).toString('base64url');

const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Tests whether a request is for a thumbnail and carries the ticket. */
export const createTicketCheck = (
  ticket: string | undefined,
): ((request: Pick<IncomingMessage, 'method' | 'url'>) => boolean) => {
  if (ticket === undefined) return () => false;
  const expected = toDigest(ticket);
  return ({ method, url = '' }) => {
    const [given, ...more] = toQuery(url).get('ticket') ?? [];
    if (method !== 'GET' || given === undefined || more.length > 0 || !PICTURE.test(toPath(url))) return false;
    return timingSafeEqual(toDigest(given), expected);
  };
};
