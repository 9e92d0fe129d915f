// Guards of every request: Host header and token.
import type { Request, RequestHandler, Response } from 'express';
import { quote } from '../../base/quote.ts';
import type { Machine } from '../../deck/ports.ts';
import { isBrowser } from '../../net/browser-request.ts';
import { trustConnection } from '../../net/http-connections.ts';
import { API_PATH } from '../api-path.ts';
import { toQuery } from '../query.ts';
import { reject } from '../response.ts';
import { createSessionCheck } from './login.ts';
import { isOwnHost } from './rebinding-guard.ts';
import { createTicketCheck } from './thumbnail-token.ts';
import { createTokenCheck } from './token-auth.ts';
import { TOO_OFTEN, type TokenGate } from './token-rate-limit.ts';

/** Rejects requests for other host names than this device's. */
export const rejectOtherHosts = (deps: {
  readonly machine: Machine;
  readonly allowedHosts: readonly string[];
}): RequestHandler => {
  const { machine, allowedHosts } = deps;
  return (request, response, next) => {
    const hosts = toHosts(request);
    if (hosts.length > 1) {
      reject(request, response, { code: 'malformed-request', message: 'The request names more than one Host.' });
      return;
    }
    const [host] = hosts;
    // Simple control systems use HTTP/1.0 without a Host header; browsers never do.
    const isOwn =
      host === undefined
        ? request.httpVersion === '1.0'
        : isOwnHost(host, { hostName: machine.hostName(), allowedHosts });
    if (isOwn) {
      next();
      return;
    }
    reject(request, response, {
      code: 'wrong-host',
      message: `Host ${quote(host ?? '')} is not this device; allowed: an IP address, ${machine.hostName()}, a name in .local or one of CUEDECK_ALLOWED_HOSTS.`,
    });
  };
};

/** All hosts of the request; an absolute URL in its first line takes precedence over the header. */
const toHosts = ({ url, headersDistinct }: Request): readonly string[] => {
  const address = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1];
  return address === undefined ? (headersDistinct.host ?? []) : [address];
};

/**
 * @param deps.token empty: nobody is rejected
 * @param deps.pictureTicket accepted in place of the token for thumbnails only
 */
export const rejectWithoutToken = (deps: {
  readonly token: string;
  readonly sessionKey: string;
  readonly pictureTicket?: string;
  readonly gate: TokenGate;
}): RequestHandler => {
  const { token, gate } = deps;
  if (token === '') return (_request, _response, next) => next();
  const isAllowed = createTokenCheck(token);
  const isSession = createSessionCheck(deps);
  const hasTicket = createTicketCheck(deps.pictureTicket);
  return (request, response, next) => {
    const { authorization, cookie } = request.headers;
    if (isSession(cookie)) {
      gate.trust(request);
      trustConnection(request.socket);
      next();
      return;
    }
    if (hasTicket(request)) {
      next();
      return;
    }
    const query = toQuery(request.url);
    if (authorization !== undefined || query.has('token')) {
      const isRight = (): boolean => isAllowed(authorization, query) !== undefined;
      gate.judge(request, isRight, (verdict) => {
        if (verdict === 'right') {
          trustConnection(request.socket);
          next();
        } else rejectToken(request, response, verdict);
      });
    } else rejectToken(request, response, 'wrong');
  };
};

const rejectToken = (request: Request, response: Response, verdict: 'wrong' | 'too-often'): void => {
  if (verdict === 'too-often') {
    reject(request, response, TOO_OFTEN);
    return;
  }
  // A browser that is offered Basic asks for a password, stores it, and then sends it with requests of any site.
  const isBearer = request.url.startsWith(`${API_PATH}/`) || isBrowser(request.headers);
  reject(request, response, {
    code: 'unauthorized',
    message:
      'The token of this device is missing or wrong; allowed: Authorization with Bearer or Basic (as password), or ?token=.',
    headers: { 'WWW-Authenticate': isBearer ? 'Bearer realm="CueDeck"' : 'Basic realm="CueDeck", charset="UTF-8"' },
  });
};
