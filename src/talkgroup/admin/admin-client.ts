// Talks to a running daemon over its administration socket.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { AppError, toReason } from '../../base/errors.ts';
import { readBounded } from '../../net/bounded-answer.ts';
import { anyText, anyValue, object } from '../../schema/schema.ts';
import { COMMAND_PATH } from '../state/admin-paths.ts';
import { DOCUMENT } from '../state/document-mode.ts';
import type { CommandCall, CommandName, CommandResults } from './commands.ts';

const ANSWER = object({}, { result: anyValue, error: anyText });

/** Importing the largest list takes well under a second. */
const ANSWER_TIMEOUT_SECONDS = 15;
/** Many times the largest list. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const post = async (socketPath: string, body: string): Promise<string> => {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_SECONDS * 1000);
  // A separate connection: a kept-alive one reports the end of the daemon as an uncaught error.
  const call = request({ socketPath, path: COMMAND_PATH, method: 'POST', signal, agent: false });
  call.setHeader('Content-Type', 'application/json');
  call.end(body);
  const [response] = (await once(call, 'response', { signal })) as [IncomingMessage];
  return (await readBounded(response, MAX_ANSWER_BYTES)).toString();
};

/**
 * @throws AppError busy when no daemon answers at the socket
 * @throws AppError invalid-value when the daemon rejects the command, with its message
 */
export const callDaemon = async <Name extends CommandName>(
  socketPath: string,
  call: CommandCall & { readonly command: Name },
): Promise<CommandResults[Name]> => {
  let answer: string;
  try {
    answer = await post(socketPath, JSON.stringify(call));
  } catch (error) {
    throw new AppError('busy', `No talkgroup service answers at ${socketPath}: ${toReason(error)}.`, {
      cause: error,
    });
  }
  const { error, result } = ANSWER.parse(JSON.parse(answer), 'the answer', DOCUMENT);
  if (error !== undefined) throw new AppError('invalid-value', error);
  return result as CommandResults[Name];
};
