// The Express application: guards, then the rows of the operations table, then what answers everything else.
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Request, type Response } from 'express';
import type { Clock } from '../base/clock.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { quote } from '../base/quote.ts';
import type { Machine } from '../deck/ports.ts';
import { API_PATH } from './api-path.ts';
import type { ApiContext } from './api-v1/operation.ts';
import { createApiRouter } from './api-v1/router.ts';
import { OPERATIONS } from './control-api/operations.ts';
import { type RouteDeps, toHandler, toMethodCheck, toQuestion } from './control-api/routes.ts';
import { type BrowserLinks, createCsrfGuard, guardMethods } from './guards/csrf-guard.ts';
import { rejectOtherHosts, rejectWithoutToken } from './guards/guards.ts';
import { createLogin } from './guards/login.ts';
import { createTokenGate } from './guards/token-rate-limit.ts';
import { type ErrorBody, toErrorBody, toStatus } from './http-error.ts';
import { createMetrics } from './metrics/metrics.ts';
import { toPath } from './query.ts';
import { reject } from './response.ts';
import { createPage } from './static-files.ts';
import { type Handover, type SubApp, toMountHandler } from './sub-app.ts';

interface AppDeps extends RouteDeps {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
  /** Empty: no token. */
  readonly token: string;
  /** Secret of the login cookies. */
  readonly sessionKey: string;
  /** Token for thumbnails only. */
  readonly pictureTicket?: string;
  readonly allowedHosts: readonly string[];
  /** Default: `ask`. */
  readonly browserLinks?: BrowserLinks;
  readonly mounts: readonly SubApp[];
  /** WebSocket requests, filled in by the server. */
  readonly handovers: WeakMap<IncomingMessage, Handover>;
  /** Folder of the built page. */
  readonly pageFolder: string;
  readonly api: ApiContext;
}

export const createApp = (deps: AppDeps): RequestListener => {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.enable('strict routing');
  app.enable('case sensitive routing');

  const guard = createCsrfGuard({ token: deps.token, browserLinks: deps.browserLinks ?? 'ask' });
  const gate = createTokenGate(deps);
  app.use(rejectOtherHosts(deps));
  app.use(createPage(deps.pageFolder));
  app.use(`${API_PATH}/login`, guardMethods(guard), createLogin({ ...deps, gate }));
  app.use(rejectWithoutToken({ ...deps, gate }));
  for (const operation of OPERATIONS) {
    // `app.all` would ignore an unnamed method.
    app
      .route(operation.path)
      .all(
        toMethodCheck(operation),
        ...(operation.changes ? [guard(toQuestion(operation, deps))] : []),
        toHandler(operation, deps),
      );
  }
  app.all('/metrics', createMetrics({ ...deps, ...deps.api, totals: () => deps.api.plays.totals() }));
  app.use(API_PATH, guardMethods(guard), createApiRouter(deps.api));
  // A browser opens a WebSocket to any host and lets the page read it.
  const guardMounts = guardMethods(guard, (request) => deps.handovers.has(request));
  for (const mount of deps.mounts) app.use(mount.path, guardMounts, toMountHandler(mount, deps.handovers));

  return (request, response) => {
    // Express's default answer would be an HTML page.
    app(request as Request, response as Response, (thrown?: unknown) => {
      const refusal = thrown === undefined ? toNoSuchPath(request.url) : toErrorBody(thrown);
      if (toStatus(refusal.code) === 500) deps.log.error(toLogText(request, refusal, thrown));
      reject(request, response, refusal);
    });
  };
};

const toNoSuchPath = (target = ''): ErrorBody => ({
  code: 'path-not-found',
  message: `There is no ${quote(toPath(target))} here; allowed: ${OPERATIONS.map(({ path }) => path).join(', ')}.`,
});

/** Without the query, which may contain the token. */
const toLogText = ({ method, url = '' }: IncomingMessage, refusal: ErrorBody, thrown: unknown): string => {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const detail = refusal.code === 'internal' && thrown instanceof Error ? (thrown.stack ?? '') : toMessage(cause ?? '');
  return `${method} ${toPath(url)}: ${refusal.message} ${detail}`;
};
