// A client of one player's /api/v1: typed calls, and the bytes of an upload.
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { readBounded } from '../net/bounded-answer.ts';
import { type AnswerOf, type BodyOf, type Method, type PathOf, toApiPath } from './api-calls.ts';
import type { components } from './api-types.ts';
import { NotPlayerError, RejectedError, UnreachableError } from './player-errors.ts';
import { SILENCE_TIMEOUT_SECONDS, watchForSilence } from './silence-watch.ts';

/** The checksum of a large file takes long on a slow card. */
const ANSWER_TIMEOUT_SECONDS = 600;
/** Timeout of an upload, which is probed before it is answered. */
const IDLE_TIMEOUT_SECONDS = 120;

/** Many times the longest clip list; `fleet push` queries any address from the broker. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface PlayerAddress {
  /** `http://127.0.0.1`, without a trailing slash. */
  readonly url: string;
  /** Empty: no token. */
  readonly token: string;
}

interface CallOptions<M extends Method, P extends PathOf<M>> {
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<M, P>;
}

/** A part of a file, from the byte `first` to its end. */
interface UploadPart {
  readonly name: string;
  readonly first: number;
  readonly totalBytes: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** All calls may throw UnreachableError, RejectedError and NotPlayerError. */
export interface PlayerClient {
  call<M extends Method, P extends PathOf<M>>(method: M, path: P, options?: CallOptions<M, P>): Promise<AnswerOf<M, P>>;
  /**
   * Sends the rest of a file.
   * @throws also what `bytes` throws; the request ends before it is whole
   * @returns the new clip
   */
  sendUpload(part: UploadPart): Promise<components['schemas']['Clip'] | undefined>;
}

/** Says in the play log of the player who it was. */
const WHO = { 'X-CueDeck': 'cli' } as const;

/** @param silenceSeconds timeout of a silent player */
export const createPlayerClient = (
  { url, token }: PlayerAddress,
  silenceSeconds = SILENCE_TIMEOUT_SECONDS,
): PlayerClient => {
  const authorization: OutgoingHttpHeaders = token === '' ? {} : { Authorization: `Bearer ${toHeaderText(token)}` };

  const exchange = async (
    open: { readonly method: Method; readonly path: string; readonly headers?: OutgoingHttpHeaders },
    body: Buffer | AsyncIterable<Buffer>,
    timeLimit: (call: ClientRequest) => () => void,
  ): Promise<unknown> => {
    const call = request(url + open.path, {
      method: open.method.toUpperCase(),
      headers: { ...authorization, ...WHO, ...open.headers },
      agent: false,
    });
    const answered = answerOf(call);
    const endLimit = timeLimit(call);
    const watch = watchForSilence(call, { url, headers: authorization, silenceSeconds });
    const { sent, bodyError } = sendBody(call, body, watch.moved);
    try {
      const answer = await readAnswer(await answered, url);
      await sent;
      return answer;
    } catch (error) {
      call.destroy();
      await sent;
      const failure = bodyError();
      if (failure !== undefined) throw failure.error;
      throw error instanceof RejectedError || error instanceof NotPlayerError ? error : new UnreachableError(error);
    } finally {
      call.destroy();
      watch.end();
      endLimit();
    }
  };

  return {
    call: async <M extends Method, P extends PathOf<M>>(method: M, path: P, options: CallOptions<M, P> = {}) => {
      // As bytes: with a string Node would encode the headers like it, and change a token that is not ASCII.
      const body = Buffer.from(options.body === undefined ? '' : JSON.stringify(options.body));
      const query = new URLSearchParams(options.query).toString();
      const open = { method, path: toApiPath(path, options.path) + (query && `?${query}`) };
      return (await exchange(open, body, limitAnswer)) as AnswerOf<M, P>;
    },
    sendUpload: async ({ name, first, totalBytes, bytes }) => {
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Length': totalBytes - first,
        ...(totalBytes > 0 && { 'Content-Range': `bytes ${first}-${totalBytes - 1}/${totalBytes}` }),
      };
      const open = { method: 'put', path: toApiPath('/uploads/{name}', { name }), headers } as const;
      const { clip } = (await exchange(open, bytes, limitIdle)) as AnswerOf<'put', '/uploads/{name}'>;
      return clip;
    },
  };
};

const limitAnswer = (call: ClientRequest): (() => void) => {
  const timer = setTimeout(
    () => call.destroy(new Error(`no answer within ${ANSWER_TIMEOUT_SECONDS} s`)),
    ANSWER_TIMEOUT_SECONDS * 1000,
  );
  return () => clearTimeout(timer);
};

const limitIdle = (call: ClientRequest): (() => void) => {
  const end = (): void => void call.destroy(new Error(`nothing moved for ${IDLE_TIMEOUT_SECONDS} s`));
  call.setTimeout(IDLE_TIMEOUT_SECONDS * 1000, end);
  return () => undefined;
};

/** `sent` never rejects: a lost connection is reported where the answer is awaited. */
const sendBody = (call: ClientRequest, body: Buffer | AsyncIterable<Buffer>, moved: () => void) => {
  let failure: { readonly error: unknown } | undefined;
  const watched = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of bytes) {
        yield chunk;
        moved();
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  const send = async (): Promise<void> => {
    if (Buffer.isBuffer(body)) call.end(body);
    else await pipeline(watched(body), call);
  };
  return { sent: send().catch(() => undefined), bodyError: () => failure };
};

/** The answer may come before the body is sent. */
const answerOf = (call: ClientRequest): Promise<IncomingMessage> => {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    // The player may reject and close during the body; its answer still arrives.
    call.on('error', (error) => setImmediate(() => reject(error)));
    // A call that ends before it has a socket may close without an error.
    call.once('close', () => setImmediate(() => reject(new Error('the connection was cut'))));
  });
  answered.catch(() => undefined);
  return answered;
};

const readAnswer = async (response: IncomingMessage, url: string): Promise<unknown> => {
  const { statusCode: status = 0 } = response;
  const body = await readBounded(response, MAX_ANSWER_BYTES);
  const value = parseJson(body.toString());
  if (status === 204 || (status >= 200 && status < 300 && typeof value === 'object' && value !== null)) return value;
  if (status >= 300 && isRejection(value)) throw new RejectedError(status, value.error);
  throw new NotPlayerError(url);
};

const isRejection = (value: unknown): value is components['schemas']['Error'] =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string';

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** Node writes headers as Latin-1; the player compares bytes. */
const toHeaderText = (token: string): string => Buffer.from(token, 'utf8').toString('latin1');
