// Login cookie that stands for the token; images, video and SSE cannot send our header.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { object, text } from '../../schema/schema.ts';
import { HttpError } from '../http-error.ts';
import { readJson } from '../json-body.ts';
import { send, toJsonAnswer } from '../response.ts';
import { TOO_OFTEN, type TokenGate, type TokenVerdict } from './token-rate-limit.ts';

const COOKIE = 'cuedeck';
const COOKIE_MAX_AGE_SECONDS = 400 * 24 * 3600;
const LOGIN_BYTES = 4096;
const LOGIN = object({ token: text() });

/** What a session is made of. */
interface SessionSecrets {
  /** Of the device. */
  readonly token: string;
  /** At least 128 random bits: of the token alone, whoever guesses tokens could make the cookie of each and try it. */
  readonly sessionKey: string;
}

/** It survives restarts and ends when the token changes. */
const toSession = ({ token, sessionKey }: SessionSecrets): string =>
  createHmac('sha256', sessionKey).update(`cuedeck session ${token}`).digest('base64url');

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Tells whether a Cookie header carries the session of this token. */
export const createSessionCheck = (secrets: SessionSecrets): ((cookies: string | undefined) => boolean) => {
  const session = toSession(secrets);
  return (cookies = '') =>
    cookies.split(';').some((cookie) => {
      const [name, value] = cookie.trim().split('=', 2);
      return name === COOKIE && value !== undefined && isSame(value, session);
    });
};

/**
 * Sets the cookie for a client that shows the token, removes it, and tells whether a login is needed.
 * @param deps.token empty: no login needed
 */
export const createLogin = (deps: SessionSecrets & { readonly gate: TokenGate }): RequestHandler => {
  const { token, gate } = deps;
  const session = toSession(deps);
  return async (request, response) => {
    const Allow = 'GET, POST, DELETE, OPTIONS';
    if (request.method === 'OPTIONS') return send(request, response, { status: 204, headers: { Allow }, body: [] });
    if (request.method === 'GET') {
      return send(request, response, toJsonAnswer(Buffer.from(JSON.stringify({ needsToken: token !== '' }))));
    }
    if (request.method === 'DELETE') {
      const headers = { 'Set-Cookie': `${COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict` };
      return send(request, response, { status: 204, headers, body: [] });
    }
    if (request.method !== 'POST') {
      const message = `${request.method} is refused on the login; allowed: ${Allow}.`;
      throw new HttpError({ code: 'method-not-allowed', message, headers: { Allow } });
    }
    const given = LOGIN.parse(await readJson(request, LOGIN_BYTES), 'the body');
    if (token !== '') {
      const isRight = (): boolean => isSame(given.token, token);
      const verdict = await new Promise<TokenVerdict>((resolve) => gate.judge(request, isRight, resolve));
      if (verdict === 'too-often') throw new HttpError(TOO_OFTEN);
      if (verdict === 'wrong') {
        throw new HttpError({ code: 'unauthorized', message: 'This is not the token of this device.' });
      }
    }
    const cookie = `${COOKIE}=${session}; Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict`;
    send(request, response, { status: 204, headers: token === '' ? {} : { 'Set-Cookie': cookie }, body: [] });
  };
};
