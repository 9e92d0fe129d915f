// The administration socket: commands as JSON, and the counters for Prometheus.
import express, { type ErrorRequestHandler, type Express } from 'express';
import { AppError, toAppError } from '../../base/errors.ts';
import { anyText, anyValue, entries, object, record } from '../../schema/schema.ts';
import { COMMAND_PATH, METRICS_PATH } from '../state/admin-paths.ts';
import { DOCUMENT } from '../state/document-mode.ts';
import { COMMANDS, type Command, type CommandCall, type CommandOption, isCommandName } from './commands.ts';
import type { AdminDeps } from './handler.ts';
import { HANDLERS } from './handlers.ts';

/** Fits the largest list of any network; TGIF's is about 3 MB. */
const MAX_BODY = '16mb';
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const CALL = object({
  command: anyText,
  arguments: entries(anyText, 'an argument'),
  options: record(anyValue),
});

const parseOptions = (
  given: Readonly<Record<string, unknown>>,
  allowed: readonly CommandOption[],
): CommandCall['options'] => {
  const entries = Object.entries(given).map(([name, setting]) => {
    const option = allowed.find((candidate) => candidate === name);
    if (option === undefined) throw new AppError('invalid-value', `--${name} does not go with this command.`);
    return [option, typeof setting === 'boolean' ? setting : anyText.parse(setting, name, DOCUMENT)] as const;
  });
  return Object.fromEntries(entries);
};

/** @throws AppError invalid-value */
const parseCall = (value: unknown): CommandCall => {
  const { command, arguments: given, options: chosen } = CALL.parse(value, 'the call', DOCUMENT);
  if (!isCommandName(command)) throw new AppError('invalid-value', `There is no command ${JSON.stringify(command)}.`);
  const { takes, options }: Command = COMMANDS[command];
  if (given.length !== takes.length)
    throw new AppError('invalid-value', `${command} takes ${takes.join(' ') || 'nothing'}.`);
  return { command, arguments: given, options: parseOptions(chosen, options) };
};

/** Adds `GET /metrics`. */
export const addMetricsRoute = (app: Express, toMetrics: () => string): void => {
  app.get(METRICS_PATH, (_request, response) => {
    response.set('Content-Type', METRICS_TYPE).end(toMetrics());
  });
};

/** Answers unknown routes with one line of plain text. */
export const addPlainRefusals = (app: Express): void => {
  app.all(METRICS_PATH, (_request, response) => {
    response.status(405).set('Allow', 'GET, HEAD').type('text/plain').end('method not allowed\n');
  });
  app.use((_request, response) => {
    response.status(404).type('text/plain').end('not found\n');
  });
  const onError: ErrorRequestHandler = (_thrown: unknown, _request, response, _next) => {
    response.status(400).type('text/plain').end('bad request\n');
  };
  app.use(onError);
};

/** Adds `POST /command`: answers `{result}`, or `{error}` with 400 or 500. */
export const addCommandRoute = (app: Express, deps: AdminDeps): void => {
  app.post(COMMAND_PATH, express.json({ limit: MAX_BODY }), async (request, response) => {
    const call = parseCall(request.body);
    response.json({ result: await HANDLERS[call.command](deps, call) });
  });
  const onError: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
    const { code, message } = toAppError(thrown);
    if (code === 'internal') deps.log.error(message);
    response.status(code === 'internal' || code === 'storage-failed' ? 500 : 400).json({ error: message });
  };
  app.use(onError);
};
