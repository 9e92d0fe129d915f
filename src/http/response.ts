// Sends responses; a client that is still uploading gets to read its error before the connection closes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MemoryRoom, type Share } from '../net/memory-room.ts';
import { type ErrorBody, toErrorJson, toStatus } from './http-error.ts';

/** After the answer a connection is read for this time and this far, then it is cut. */
const LINGER_SECONDS = 5;
const LINGER_BYTES = 512 * 1024 * 1024;

/** Shorter answers count as nothing: there are at most as many as connections. */
const SHORT_BYTES = 16 * 1024;
/** Fits the longest lists several times. */
const room = new MemoryRoom({ maxBytes: 64 * 1024 * 1024 });
const shares = new WeakMap<ServerResponse, Share>();

/** Bytes of all long answers that are being written or read. */
export const answerBytesHeld = (): number => room.bytes;

export interface HttpAnswer {
  readonly status: number;
  /** Absent without any body. */
  readonly type?: string;
  /** Parts that are sent in order; joining them would copy long lists once more. */
  readonly body: readonly Buffer[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Headers of every answer made here; setting them one by one would cost a tenth of the throughput. */
export const COMMON_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

export const toJsonAnswer = (...body: readonly Buffer[]): HttpAnswer => ({ status: 200, type: JSON_TYPE, body });

/**
 * The place of a long answer in memory, until it is sent. When there are too many, those of the address that asks for most are cut off.
 */
export const holdAnswer = (response: ServerResponse): Share => {
  const known = shares.get(response);
  if (known !== undefined) return known;
  const share = room.enter({ address: response.socket?.remoteAddress ?? '', evict: () => response.destroy() });
  shares.set(response, share);
  response.once('close', () => share.leave());
  return share;
};

/** Answers with a JSON error. */
export const reject = (request: IncomingMessage, response: ServerResponse, refusal: ErrorBody): void =>
  send(request, response, {
    status: toStatus(refusal.code),
    type: JSON_TYPE,
    body: [Buffer.from(toErrorJson(refusal))],
    ...(refusal.headers === undefined ? {} : { headers: refusal.headers }),
  });

/** Answers; for HEAD with the headers only. Does nothing after a first answer. */
export const send = (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer): void => {
  if (response.headersSent || response.destroyed) return;
  const length = answer.body.reduce((sum, part) => sum + part.length, 0);
  if (length > SHORT_BYTES && !shares.has(response)) holdAnswer(response).add(length);
  if (response.destroyed) return;
  const headers = {
    ...(answer.type === undefined ? {} : { 'Content-Type': answer.type, 'Content-Length': length }),
    ...COMMON_HEADERS,
    ...answer.headers,
  };
  const isUnread = isStillComing(request);
  response.writeHead(answer.status, isUnread ? { ...headers, Connection: 'close' } : headers);
  if (request.method === 'HEAD') response.flushHeaders();
  else for (const part of answer.body) response.write(part);
  if (isUnread) linger(request, response);
  else response.end();
};

const isStillComing = ({ headers, complete }: IncomingMessage): boolean => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return !complete && (coding !== undefined || length !== '0');
};

/**
 * Closing a socket with unread data makes the kernel send a reset, which can discard the answer at the client.
 * So the rest is read and discarded, within limits.
 */
const linger = (request: IncomingMessage, response: ServerResponse): void => {
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) cut();
  };
  const cut = (): void => {
    end();
    request.destroy();
  };
  const timer = setTimeout(cut, LINGER_SECONDS * 1000);
  request.on('data', count);
  request.once('end', end).once('close', end);
  request.resume();
};
