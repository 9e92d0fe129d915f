// The Express application: guards, then the rows of the operations table, then what answers everything else.
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Clock } from '../base/clock.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { quote } from '../base/quote.ts';
import type { Machine } from '../deck/ports.ts';
import { API_PATH } from './api-path.ts';
import type { ApiHouse } from './api-v1/operation.ts';
import { createApiRouter } from './api-v1/router.ts';
import { OPERATIONS } from './control-api/operations.ts';
import { type RouteParts, toHandler, toMethodCheck, toQuestion } from './control-api/routes.ts';
import { type BrowserLinks, createChangeGuard, guardMethods } from './guards/csrf-guard.ts';
import { refuseOtherHosts, refuseWithoutToken } from './guards/guards.ts';
import { createLogin } from './guards/login.ts';
import { createTokenGate } from './guards/token-rate-limit.ts';
import { type Refusal, toRefusal, toStatus } from './http-error.ts';
import { toPath } from './query.ts';
import { refuse } from './response.ts';
import { createPage } from './static-files.ts';
import { type Handover, type Mount, toMountHandler } from './sub-app.ts';

export interface AppParts extends RouteParts {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
  /** Empty: none is needed. */
  readonly token: string;
  /** Opens the small pictures in place of the token. */
  readonly pictureTicket?: string;
  readonly allowedHosts: readonly string[];
  /** `ask` where nothing is said. */
  readonly browserLinks?: BrowserLinks;
  readonly mounts: readonly Mount[];
  /** Filled by the server with requests that ask for a WebSocket. */
  readonly handovers: WeakMap<IncomingMessage, Handover>;
  /** Of the built page. */
  readonly pageFolder: string;
  readonly api: ApiHouse;
}

export const createApp = (parts: AppParts): RequestListener => {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.enable('strict routing');
  app.enable('case sensitive routing');

  const guard = createChangeGuard({ token: parts.token, browserLinks: parts.browserLinks ?? 'ask' });
  const gate = createTokenGate(parts);
  app.use(refuseOtherHosts(parts));
  app.use(createPage(parts.pageFolder));
  app.use(`${API_PATH}/login`, guardMethods(guard), createLogin({ ...parts, gate }));
  app.use(refuseWithoutToken({ ...parts, gate }));
  for (const operation of OPERATIONS) {
    // `app.all` would pass by a method without a name.
    app
      .route(operation.path)
      .all(
        toMethodCheck(operation),
        ...(operation.changes ? [guard(toQuestion(operation, parts))] : []),
        toHandler(operation, parts),
      );
  }
  app.use(API_PATH, guardMethods(guard), createApiRouter(parts.api));
  // A browser opens a WebSocket to anywhere, and lets the page read it.
  const guardMounts = guardMethods(guard, (request) => parts.handovers.has(request));
  for (const mount of parts.mounts) app.use(mount.path, guardMounts, toMountHandler(mount, parts.handovers));

  return (request, response) => {
    // Express's own last answer would be an HTML page.
    app(request as Request, response as Response, (thrown?: unknown) => {
      const refusal = thrown === undefined ? toNoSuchPath(request.url) : toRefusal(thrown);
      if (toStatus(refusal.code) === 500) parts.log.error(toLogText(request, refusal, thrown));
      refuse(request, response, refusal);
    });
  };
};

const toNoSuchPath = (target = ''): Refusal => ({
  code: 'path-not-found',
  message: `There is no ${quote(toPath(target))} here; allowed: ${OPERATIONS.map(({ path }) => path).join(', ')}.`,
});

/** Never with the query: the token may stand in it. */
const toLogText = ({ method, url = '' }: IncomingMessage, refusal: Refusal, thrown: unknown): string => {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const detail = refusal.code === 'internal' && thrown instanceof Error ? (thrown.stack ?? '') : toMessage(cause ?? '');
  return `${method} ${toPath(url)}: ${refusal.message} ${detail}`;
};
