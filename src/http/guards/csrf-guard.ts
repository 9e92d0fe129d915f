// Who may change something: programs, pages of this device, and holders of the token (CSRF guard).
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { foreignHeader, isBrowser, showsOwnPage } from '../../net/browser-request.ts';
import { READS_HEADER } from '../../net/read-only-request.ts';
import type { ErrorBody } from '../http-error.ts';
import { toQuery } from '../query.ts';
import { reject } from '../response.ts';
import { foreignPage, ONLY_READS, UNKNOWN_PAGE } from './foreign-page.ts';
import { createTokenCheck } from './token-auth.ts';

/** Handling of bare links that would change something: confirm first, or run at once. */
export type BrowserLinks = 'ask' | 'allow';

/**
 * Passes or rejects a request that changes something.
 * @param ask answers a bare link with a confirmation page
 */
type CsrfGuard = (ask?: RequestHandler) => RequestHandler;

/** @param token of this device; empty: no token, so nothing that is sent counts as one */
export const createCsrfGuard = (deps: { readonly token: string; readonly browserLinks: BrowserLinks }): CsrfGuard => {
  const wayOf = deps.token === '' ? undefined : createTokenCheck(deps.token);
  // A browser sends its stored password and cookie with the requests of any page.
  const showsToken = ({ headers, url = '' }: IncomingMessage): boolean => {
    const way = wayOf?.(headers.authorization, toQuery(url));
    return way === 'bearer' || way === 'query';
  };
  const whyNot = (request: IncomingMessage): ErrorBody | undefined => {
    const { headers } = request;
    if (headers[READS_HEADER] !== undefined) return ONLY_READS;
    const header = foreignHeader(headers);
    if (header !== undefined) return foreignPage(header, headers);
    if (!isBrowser(headers) || showsOwnPage(headers) || showsToken(request)) return undefined;
    return UNKNOWN_PAGE;
  };
  return (ask) => (request, response, next) => {
    const refusal = whyNot(request);
    const isLink =
      refusal === UNKNOWN_PAGE &&
      request.method === 'GET' &&
      request.accepts(['application/json', 'text/html']) === 'text/html';
    if (refusal === undefined || (isLink && deps.browserLinks === 'allow')) next();
    else if (isLink && ask !== undefined) ask(request, response, next);
    else reject(request, response, refusal);
  };
};

const HARMLESS_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS'];

/** For an interface whose methods show what changes something. @param isChange further changing requests */
export const guardMethods = (
  guard: CsrfGuard,
  isChange: (request: IncomingMessage) => boolean = () => false,
): RequestHandler => {
  const check = guard();
  return (request, response, next) => {
    if (HARMLESS_METHODS.includes(request.method) && !isChange(request)) next();
    else check(request, response, next);
  };
};
