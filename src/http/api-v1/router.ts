// Routes /api/v1: finds the row, guards, validates the body, runs it.
import type { Request, RequestHandler } from 'express';
import { ACTIONS } from '../../actions/table.ts';
import { AppError } from '../../base/errors.ts';
import { asOrigin } from '../../base/origin.ts';
import { quote } from '../../base/quote.ts';
import { FairQueue } from '../../net/fair-queue.ts';
import { object } from '../../schema/schema.ts';
import { API_PATH } from '../api-path.ts';
import { HttpError } from '../http-error.ts';
import { readHeldJson, readJson } from '../json-body.ts';
import { toJsonParts } from '../json-parts.ts';
import { toOrigin } from '../origin.ts';
import { toPath, toQuery } from '../query.ts';
import { holdAnswer, send, toJsonAnswer } from '../response.ts';
import { toOpenApi } from './open-api.ts';
import type { ApiContext, ApiOperation, Call } from './operation.ts';
import { toApiOperations } from './table.ts';

const MAX_BODY_BYTES = 64 * 1024;

const longAnswers = new FairQueue();
const longBodies = new FairQueue();

interface Match {
  readonly row: ApiOperation;
  readonly path: Readonly<Record<string, string>>;
}

/** The router behind the guards of host, token and changes; mounted at API_PATH. */
export const createApiRouter = (context: ApiContext): RequestHandler => {
  const operations = toApiOperations(context.actions ?? ACTIONS);
  const document = Buffer.from(JSON.stringify(toOpenApi(operations, context.machine.version)));
  const rows = operations.map((row) => ({ row, segments: row.path.split('/').slice(1) }));

  const matches = (path: string): readonly Match[] => {
    const given = path.split('/').slice(1);
    return rows.flatMap(({ row, segments }) => {
      const values = toValues(segments, given);
      return values === undefined ? [] : [{ row, path: values }];
    });
  };

  return async (request, response) => {
    const path = toPath(request.url);
    const isDocument = path === '/openapi.json';
    const found = isDocument ? [] : matches(path);
    if (!isDocument && found.length === 0) {
      throw new HttpError({ code: 'path-not-found', message: toNoSuchPath(path, matches) });
    }
    const methods = toMethods(isDocument ? ['GET'] : found.map(({ row }) => row.method));
    const Allow = methods.join(', ');
    if (request.method === 'OPTIONS') return send(request, response, { status: 204, headers: { Allow }, body: [] });
    if (!methods.includes(request.method)) {
      throw new HttpError({
        code: 'method-not-allowed',
        message: `${quote(request.method)} is refused on ${API_PATH}${path}; allowed: ${Allow}.`,
        headers: { Allow },
      });
    }
    if (isDocument) return send(request, response, toJsonAnswer(document));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const match = found.find(({ row }) => row.method === method);
    if (match === undefined) return;
    await answer(context, match, request, response);
  };
};

/** Long answers and long bodies take several times their length in memory: each kind is done one at a time. */
const answer = async (
  context: ApiContext,
  match: Match,
  request: Request,
  response: Call<never>['response'],
): Promise<void> => {
  const { row } = match;
  const run = (json?: unknown): Promise<void> => sendAnswer(context, row, toCall(match, request, response, json));
  const runInTurn = (queue: FairQueue, toJson?: () => unknown): Promise<void> =>
    queue.run(request.socket.remoteAddress ?? '', async () => (response.destroyed ? undefined : run(toJson?.())));
  if (row.bodyBytes !== undefined) {
    const { parse, release } = await readHeldJson(request, row.bodyBytes);
    await runInTurn(longBodies, parse).finally(release);
  } else if (row.isLong) await runInTurn(longAnswers);
  else await run(await readBody(row, request));
};

/** What takes no body refuses the keys of one, as every other row does. */
const NO_BODY = object({});

const readBody = async (row: ApiOperation, request: Request): Promise<unknown> => {
  if (row.takesFile || (row.body === undefined && row.method === 'GET')) return undefined;
  const json = await readJson(request, MAX_BODY_BYTES);
  if (row.body === undefined && json !== undefined) NO_BODY.parse(json, 'the body');
  return json;
};

const sendAnswer = async (context: ApiContext, row: ApiOperation, call: Call<never>): Promise<void> => {
  const { request, response } = call;
  const run = (): unknown => row.run(context, call);
  const value = await orStillExamined(context, call, () =>
    row.method === 'GET' ? run() : asOrigin(toOrigin(request), run),
  );
  const { answers } = row;
  if ('shape' in answers) {
    const parts = await toJsonParts(value, (bytes) => {
      holdAnswer(response).add(bytes);
      return !response.destroyed;
    });
    if (parts !== undefined) send(request, response, { ...toJsonAnswer(...parts), status: answers.status });
  } else if (answers.status === 204) send(request, response, { status: 204, body: [] });
};

const toNoSuchPath = (path: string, matches: (path: string) => readonly Match[]): string => {
  const whole = API_PATH + path;
  if (path === '/')
    return `There is nothing at ${quote(API_PATH)} itself; ${API_PATH}/openapi.json lists what is below it.`;
  const bare = path.replace(/\/+$/, '');
  return bare !== path && matches(bare).length > 0
    ? `There is no ${quote(whole)} here; allowed: ${quote(API_PATH + bare)}, without a slash at its end.`
    : `There is no ${quote(whole)} here; allowed: what ${API_PATH}/openapi.json lists.`;
};

/** A file in its probe is listed but is no clip yet: its use is answered with `busy`. */
const orStillExamined = async (
  { deck }: ApiContext,
  { path, body }: Call<unknown>,
  run: () => unknown,
): Promise<unknown> => {
  try {
    return await run();
  } catch (error) {
    const id = path.id ?? (typeof body === 'object' && body !== null && 'clipId' in body ? body.clipId : undefined);
    const found = deck.state().examining.find((file) => file.id === id);
    if (found === undefined || !(error instanceof AppError) || error.code !== 'clip-not-found') throw error;
    throw new AppError('busy', `${found.file} is still being examined; it is a clip when that is done.`);
  }
};

const toCall = (
  { row, path }: Match,
  request: Request,
  response: Call<never>['response'],
  json: unknown,
): Call<never> => {
  const query = Object.fromEntries(
    [...toQuery(request.url)].flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value] as const])),
  );
  const body = row.body?.parse(json, 'the body') as never;
  return { path, query, body, request, response };
};

const toMethods = (methods: readonly string[]): readonly string[] => [
  ...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
];

/** The values of the path parameters; undefined when the path does not match. */
const toValues = (
  segments: readonly string[],
  given: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  if (segments.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined && segment !== text) return undefined;
    const value = name === undefined ? '' : decode(text);
    if (value === undefined || (name !== undefined && value === '')) return undefined;
    if (name !== undefined) values[name] = value;
  }
  return values;
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
