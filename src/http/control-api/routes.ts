// Turns a table row into an Express handler.
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../base/errors.ts';
import { asOrigin } from '../../base/origin.ts';
import { quote } from '../../base/quote.ts';
import type { EventFeed } from '../events/event-feed.ts';
import { toOrigin } from '../origin.ts';
import { toQuery } from '../query.ts';
import { type HttpAnswer, reject, send, toJsonAnswer } from '../response.ts';
import { toConfirmPage } from './confirm-page.ts';
import { toLinkQuestion } from './link-question.ts';
import { type Operation, type OperationContext, toAllow } from './operations.ts';
import { type ClipsText, toStatusJson, toStatusText } from './status-json.ts';

export interface RouteDeps extends OperationContext {
  readonly feed: EventFeed;
  readonly toClipsText: ClipsText;
}

/** Rejects all methods but the operation's own; answers OPTIONS, and passes HEAD for read-only operations. */
export const toMethodCheck = (operation: Operation): RequestHandler => {
  const methods = toAllow(operation);
  const headers = { Allow: methods.join(', ') };
  return (request, response, next) => {
    if (request.method === 'OPTIONS') send(request, response, { status: 204, headers, body: [] });
    else if (methods.includes(request.method)) next();
    else {
      reject(request, response, {
        code: 'method-not-allowed',
        message: `${toMethodName(request)} is refused on ${operation.path}; allowed: ${headers.Allow}.`,
        headers,
      });
    }
  };
};

/** Debian 13's Node parses a method that it has no name for: QUERY. */
const toMethodName = ({ method }: { readonly method?: string }): string =>
  method === undefined ? 'This method' : quote(method);

/** A bare link, from the address bar or any page, does not tell its origin, so a person must confirm it. */
export const toQuestion =
  (operation: Operation, deps: Pick<RouteDeps, 'deck' | 'machine'>): RequestHandler =>
  (request, response) =>
    send(request, response, toConfirmPage(toLinkQuestion(operation, deps, toQuery(request.url))));

/** The person confirmed a clip by name; its number may belong to another clip by now, or another may be selected. */
const checkMeantClip = ({ parameters }: Operation, { deck }: Pick<RouteDeps, 'deck'>, request: Request): void => {
  const id = request.get('x-cuedeck-clip');
  if (!id) return;
  const { document, selectedId } = deck.state();
  const hasNumber = 'id' in parameters;
  const number = Number(toQuery(request.url).get('id')?.[0]);
  if ((hasNumber ? document.clips[number]?.id : selectedId) === id) return;
  const what = hasNumber ? `Clip ${number} is another one` : 'Another clip is selected';
  throw new AppError('clip-not-found', `${what} by now; allowed: the clip that was asked about.`);
};

/** Runs the operation, then answers. */
export const toHandler = (operation: Operation, deps: RouteDeps): RequestHandler => {
  const answer = toAnswer(operation, deps);
  return async (request, response) => {
    checkMeantClip(operation, deps, request);
    const run = (): Promise<void> => operation.run(deps, toQuery(request.url), { request, response });
    await (operation.changes ? asOrigin(toOrigin(request), run) : run());
    answer(request, response);
  };
};

const toAnswer = (operation: Operation, { deck, machine, feed, toClipsText }: RouteDeps) => {
  const bodies: Record<'clips' | 'status', () => HttpAnswer> = {
    clips: () => toJsonAnswer(toClipsText(deck.state().document.clips)),
    status: () => {
      const state = deck.state();
      return toJsonAnswer(...toStatusText(toClipsText(state.document.clips), toStatusJson(state, machine)));
    },
  };
  return (request: Request, response: Response): void => {
    if (operation.answer === 'events') feed.open(request, response);
    else send(request, response, bodies[operation.answer]());
  };
};
