// API tokens (only their SHA-256 is kept) and hotspot passwords (the login's salt scheme needs them readable).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 160 random bits; hexadecimal, so that it never starts with a dash on a command line. */
export const createToken = (): string => randomBytes(20).toString('hex');

// Without 0, 1, l and o, which are easily misread; 32 letters, so that all are equally likely.
const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 22;

/** 110 random bits, in letters without special meaning in any client's configuration. */
export const createPassword = (): string =>
  [...randomBytes(PASSWORD_LENGTH)].map((byte) => PASSWORD_LETTERS.charAt(byte % PASSWORD_LETTERS.length)).join('');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export const toTokenHash = (token: string): string => sha256(token).toString('hex');

/** Matches no token. */
const NO_TOKEN_HASH = '0'.repeat(64);

/** Takes the same time with and without a peer (`hash`) and a token. */
export const isToken = (token: string, hash: string | undefined): boolean =>
  timingSafeEqual(sha256(token), Buffer.from(hash ?? NO_TOKEN_HASH, 'hex'));

/** The answer to a login's salt. */
export const toDigest = (salt: Buffer, password: string): Buffer =>
  createHash('sha256').update(salt).update(password).digest();
