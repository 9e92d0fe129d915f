// The privileged side of a rename: one verb over a unix socket, validated again.
import { createServer, type Server, type Socket } from 'node:net';
import { toAppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { parseHostName } from './host-name.ts';
import type { HostNameSetter } from './host-name-setter.ts';

/** The answer, one line of JSON. */
export type HelperAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly error: string };

/** A name has at most 63 letters; longer requests are answered as invalid. */
const MAX_REQUEST_LENGTH = 100;
const REQUEST_TIMEOUT_SECONDS = 2;

/**
 * Serves renames, one at a time: a client sends a name and a line feed, and receives one line of JSON.
 * @param deps.onIdle called when the last client has left, so that the process can exit
 */
export const createHostNameHelper = (deps: {
  readonly setter: HostNameSetter;
  readonly log: Log;
  readonly onIdle: () => void;
}): Server => {
  const { setter, log, onIdle } = deps;
  const queue = new SerialQueue();
  let clients = 0;

  const rename = async (request: string): Promise<HelperAnswer> => {
    try {
      const name = parseHostName(request);
      await queue.run(() => setter.apply(name));
      log.info(`The host name is now ${name}.`);
      return { ok: true };
    } catch (error) {
      const { code, message } = toAppError(error);
      log.warning(message);
      return { ok: false, code, error: message };
    }
  };

  // A client may half-close its side and still read.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    clients += 1;
    // The rename continues when the client disconnects.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clients -= 1;
      if (clients === 0) onIdle();
    });
    readLine(socket, (line) => void rename(line).then((answer) => sendAnswer(socket, answer)));
  });
  // For example too many open files: the renames under way continue.
  return server.on('error', (error) => log.error(`A connection failed: ${toMessage(error)}`));
};

/** A client that does not close is disconnected, since a hanging program would keep this process alive. */
const sendAnswer = (socket: Socket, answer: HelperAnswer): void => {
  socket.end(`${JSON.stringify(answer)}\n`);
  socket.setTimeout(REQUEST_TIMEOUT_SECONDS * 1000);
};

/** A silent client is disconnected, except while it waits for its answer. */
const readLine = (socket: Socket, onLine: (line: string) => void): void => {
  let text = '';
  socket.on('timeout', () => socket.destroy());
  socket.setTimeout(REQUEST_TIMEOUT_SECONDS * 1000);
  const receive = (chunk: Buffer): void => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\n');
    if (end < 0 && text.length <= MAX_REQUEST_LENGTH) return;
    socket.off('data', receive);
    socket.resume();
    socket.setTimeout(0);
    onLine(text.slice(0, end < 0 ? MAX_REQUEST_LENGTH : end));
  };
  socket.on('data', receive);
};
