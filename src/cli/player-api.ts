// Asks the player over its control API.
import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { toReason, toSystemCode } from '../base/errors.ts';
import type { PlayerConnection } from '../config/player-connection.ts';
import { CliError, EXIT } from './cli-error.ts';
import { REACH_REASONS } from './network-errors.ts';
import { isStatus, type StatusAnswer } from './player-status.ts';

/** The player gives up on mpv after 5 s of its own accord; a slow card may take longer to delete a clip. */
const ANSWER_TIMEOUT_SECONDS = 30;

type Parameters = Readonly<Record<string, string | number | boolean>>;

export interface PlayerApi {
  /**
   * Does one operation that answers with the status.
   * @throws CliError the player's own refusal, or why it cannot be asked
   */
  get(path: `/${string}`, parameters?: Parameters): Promise<StatusAnswer>;
  /**
   * One operation of /api/v1.
   * @throws CliError as `ask` does
   */
  askV1(method: 'GET' | 'PATCH', path: `/${string}`, body?: object): Promise<object>;
  /** A request that its caller sends; what comes back goes through `read`. */
  readonly requestOptions: RequestOptions;
  /** @throws CliError as `ask` does */
  read(response: IncomingMessage): Promise<StatusAnswer>;
  /** What it means that the player could not be asked. */
  toUnavailable(error: unknown): CliError;
}

const toStartLine = ({ isUnit }: PlayerConnection): string =>
  isUnit
    ? '`sudo systemctl start cuedeck-player` starts it, `cuedeck doctor` says more.'
    : 'Start it, or say in CUEDECK_HTTP_PORT where it listens; `cuedeck doctor` says more.';

const NO_ANSWER: Readonly<Record<string, string>> = {
  ...REACH_REASONS,
  ABORT_ERR: `no answer within ${ANSWER_TIMEOUT_SECONDS} s`,
};

export const createPlayerApi = (place: PlayerConnection): PlayerApi => {
  const { url, token } = place;
  const headers: OutgoingHttpHeaders = token === '' ? {} : { Authorization: `Bearer ${toHeaderText(token)}` };
  const requestOptions: RequestOptions = { headers, agent: false };

  const toUnavailable = (error: unknown): CliError => {
    if (error instanceof CliError) return error;
    const reason = NO_ANSWER[toSystemCode(error) ?? ''] ?? toReason(error);
    return new CliError(EXIT.unavailable, `Cannot reach a player at ${url}: ${reason}. ${toStartLine(place)}`);
  };

  const toCliError = (status: number, message: string): CliError =>
    status === 401 ? toTokenRefusal(place) : new CliError(status === 503 ? EXIT.unavailable : EXIT.refused, message);

  const readAny = async <Value>(
    response: IncomingMessage,
    isWanted: (value: unknown) => value is Value,
  ): Promise<Value> => {
    const value = parseJson(await text(response));
    const status = response.statusCode ?? 0;
    if (status === 200 && isWanted(value)) return value;
    if (status !== 200 && isRefusal(value)) throw toCliError(status, value.error);
    throw new CliError(
      EXIT.unavailable,
      `${url} is not a CueDeck player. Set CUEDECK_HTTP_PORT to the port of the player.`,
    );
  };

  const read = (response: IncomingMessage): Promise<StatusAnswer> => readAny(response, isStatus);

  const send = async <Value>(
    path: string,
    options: RequestOptions,
    body: string,
    readAnswer: (response: IncomingMessage) => Promise<Value>,
  ): Promise<Value> => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_SECONDS * 1000);
    try {
      const call = request(`${url}${path}`, { ...requestOptions, ...options, signal });
      // As bytes: with a text Node would write the headers in its encoding, and a token that is not ASCII would be another.
      call.end(Buffer.from(body));
      const [response] = (await once(call, 'response', { signal })) as [IncomingMessage];
      return await readAnswer(response);
    } catch (error) {
      throw toUnavailable(error);
    }
  };

  return {
    requestOptions,
    read,
    toUnavailable,
    get: (path, parameters = {}) => {
      const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return send(`${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {}, '', read);
    },
    askV1: (method, path, body) =>
      send(`/api/v1${path}`, { method }, body === undefined ? '' : JSON.stringify(body), (response) =>
        readAny(response, isRecord),
      ),
  };
};

/** What a 401 of a player means, by whether a token was sent. */
export const toTokenRefusal = ({ token, closedConf }: Pick<PlayerConnection, 'token' | 'closedConf'>): CliError => {
  if (token !== '') {
    return new CliError(
      EXIT.noPermission,
      'The player refuses the token in CUEDECK_TOKEN. Give the one it was started with.',
    );
  }
  const how = closedConf === undefined ? '' : ` or use sudo, so that ${closedConf} can be read`;
  return new CliError(EXIT.noPermission, `The player requires a token. Set CUEDECK_TOKEN${how}.`);
};

/** Node writes headers as Latin-1; the player compares bytes. */
const toHeaderText = (token: string): string => Buffer.from(token, 'utf8').toString('latin1');

const isRefusal = (value: unknown): value is { readonly error: string } =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string';

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
