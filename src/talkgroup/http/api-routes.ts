// Serves the talkgroup API over HTTP: one path an operation, POST only, refusals in one word.
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { isBrowser, showsOwnPage } from '../../net/browser-request.ts';
import { trustConnection } from '../../net/http-connections.ts';
import type { ApiStatus, Counters } from '../telemetry/counters.ts';
import { API_OPERATIONS, type ApiOperation, toPath } from './operations.ts';
import { type ApiAnswer, refusal, type TalkgroupApi } from './talkgroup-api.ts';

const MAX_BODY_BYTES = 4096;
const FORM_TYPE = 'application/x-www-form-urlencoded';

const readBody = express.text({ type: FORM_TYPE, limit: MAX_BODY_BYTES, inflate: false });

export const addApiRoutes = (
  app: Express,
  { api, counters, log }: { readonly api: TalkgroupApi; readonly counters: Counters; readonly log: Log },
): void => {
  const send = (request: Request, response: Response, { status, isData, body, bytes }: ApiAnswer): void => {
    counters.api[status]++;
    // A browser stores a password that it was asked for, and sends it with the requests of any page.
    if (status === 401 && !isBrowser(request.headers))
      response.set('WWW-Authenticate', 'Basic realm="talkgroups", charset="UTF-8"');
    if (status === 405) response.set('Allow', 'POST');
    if (status === 429) response.set('Retry-After', '60');
    // No ETag, which would make a repeated answer empty.
    response.status(status).set('Cache-Control', 'no-store');
    response.type(isData ? 'application/json' : 'text/plain').end(bytes ?? body);
  };

  const toAddress = (request: Request): string => request.socket.remoteAddress ?? '';

  for (const operation of Object.keys(API_OPERATIONS) as ApiOperation[])
    app
      .route(toPath(operation))
      .post(readBody, (request, response) => {
        // Bodies of other types are not read.
        const body: unknown = request.body;
        const authorization = toAuthorization(request);
        const answer =
          typeof body === 'string'
            ? api.answer({ operation, body, authorization, address: toAddress(request) })
            : refusal(400);
        if (answer.status === 200) trustConnection(request.socket);
        send(request, response, answer);
      })
      .all((request, response) => send(request, response, refusal(405)));

  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const status = toStatus(error);
    if (status === 500) log.error(`a request failed: ${toMessage(error)}`);
    // The answer has begun, so it can only be aborted.
    if (response.headersSent) next(error);
    else send(request, response, refusal(status));
  };
  app.use((_request, response) => {
    response.status(404).type('text/plain').end('invalid');
  });
  app.use(onError);
};

/** Stored credentials of a browser count only for our own page; a token in the form always counts. */
const toAuthorization = ({ headers }: Request): string | undefined =>
  isBrowser(headers) && !showsOwnPage(headers) ? undefined : headers.authorization;

/** Errors of the body reader have a status: 413 for a long body, another 4xx for a broken one. */
const toStatus = (error: unknown): ApiStatus => {
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  if (status === 413) return 413;
  return typeof status === 'number' && status < 500 ? 400 : 500;
};
