// Answers malformed HTTP with the usual JSON error.
import type { Duplex } from 'node:stream';
import { toSystemCode } from '../base/errors.ts';
import { type ErrorBody, toErrorJson, toStatus } from './http-error.ts';

/** Time for the client to read the answer before the connection is cut. */
const GRACE_SECONDS = 2;

const MALFORMED: ErrorBody = {
  code: 'malformed-request',
  message: 'This is not a readable HTTP/1.1 request.',
};

const REFUSAL_BY_NODE_CODE: Readonly<Record<string, readonly [reason: string, refusal: ErrorBody]>> = {
  HPE_HEADER_OVERFLOW: [
    'Request Header Fields Too Large',
    { code: 'headers-too-large', message: 'Address and headers are too long; allowed: 16 kB together.' },
  ],
  HPE_INVALID_URL: [
    'Bad Request',
    {
      code: 'malformed-request',
      message: 'The address is not readable; allowed: a path and a query in ASCII, all else percent-encoded as UTF-8.',
    },
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'Request Timeout',
    { code: 'request-timeout', message: 'The request did not arrive in time.' },
  ],
};

/** For the server's `clientError` and `connect` events. */
export const createUnreadableAnswer = (): ((error: Error, socket: Duplex) => void) => {
  // Everything after malformed bytes is reported as malformed again.
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    // Node removes its own listener from a tunnel's connection; without one a reset would end the daemon.
    socket.on('error', () => socket.destroy());
    if (!socket.writable || toSystemCode(error) === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [reason, refusal] = REFUSAL_BY_NODE_CODE[toSystemCode(error) ?? ''] ?? ['Bad Request', MALFORMED];
    socket.end(toMessage(reason, refusal));
    // A reset would discard the answer, so wait until the client closes or the time is up.
    const timer = setTimeout(() => socket.destroy(), GRACE_SECONDS * 1000);
    socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
    socket.resume();
  };
};

const toMessage = (reason: string, refusal: ErrorBody): string => {
  const body = toErrorJson(refusal);
  return [
    `HTTP/1.1 ${toStatus(refusal.code)} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
};
