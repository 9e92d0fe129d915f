// Dispatches MQTT commands: rejects stale ones, runs the others, replies.

import type { Action } from '../../actions/action.ts';
import { quote } from '../../base/quote.ts';
import type { IncomingMessage } from '../broker/incoming-message.ts';
import type { OutgoingMessage } from '../broker/outbox.ts';
import { CommandError, toErrorJson } from '../command-error.ts';
import type { Topics } from '../topics.ts';
import { type CommandContext, runCommand } from './commands.ts';

/** More commands than this under way at a time are refused. */
const MAX_CONCURRENT_COMMANDS = 100;
/** A command that says when it was sent is too old after so long. */
const MAX_AGE_SECONDS = 5;

export interface DispatcherDeps extends CommandContext {
  readonly actions: readonly Action[];
  readonly topics: Topics;
  readonly id: string;
  /** So long a message that is read now may have waited here. */
  readonly waitedSeconds: () => number;
  /** The status as an answer has it. */
  readonly toStatus: () => Readonly<Record<string, unknown>>;
  readonly send: (message: OutgoingMessage) => void;
}

/** @returns what to do with a message; it never throws */
export const createDispatcher = (deps: DispatcherDeps): ((message: IncomingMessage) => void) => {
  let underWay = 0;

  const carryOut = async (message: IncomingMessage): Promise<void> => {
    const address = deps.topics.parse(message.topic);
    if (address === undefined) return;
    const notify = (result: Readonly<Record<string, unknown>>): void => answer(deps, message, address.command, result);
    try {
      const row = deps.actions.find(({ name }) => name === address.command);
      if (row === undefined) {
        const allowed = deps.actions.map(({ name }) => name).join(', ');
        throw new CommandError(
          'command-not-found',
          `There is no command ${quote(address.command)}; allowed: ${allowed}.`,
        );
      }
      checkAnswerTopic(message, deps);
      checkFresh(message, deps);
      if (underWay > MAX_CONCURRENT_COMMANDS)
        throw new CommandError('busy', `More than ${MAX_CONCURRENT_COMMANDS} commands are under way.`);
      const result = await runCommand(row, deps, message.payload, { scope: address.scope, notify });
      notify({ ...result, ...deps.toStatus() });
    } catch (error) {
      reject(deps, message, address.command, toErrorJson(error));
    }
  };

  return (message) => {
    underWay += 1;
    void carryOut(message).finally(() => {
      underWay -= 1;
    });
  };
};

/** A session is never taken up again, so what the broker has kept is a retained message, or was long on its way. */
const checkFresh = ({ retained, sent }: IncomingMessage, { wall, waitedSeconds }: DispatcherDeps): void => {
  if (retained) {
    throw new CommandError(
      'stale-command',
      'The command is a retained message; allowed: commands without retain flag.',
    );
  }
  const waited = waitedSeconds();
  if (waited > MAX_AGE_SECONDS) {
    throw new CommandError(
      'stale-command',
      `The player stood still for ${waited.toFixed(1)} s, and the command may be as old; allowed: within ${MAX_AGE_SECONDS} s.`,
    );
  }
  // Without a clock that somebody keeps, an age says nothing.
  if (sent === undefined || wall.reading() === undefined) return;
  const age = wall.nowSeconds() - Number(sent);
  if (age <= MAX_AGE_SECONDS) return;
  throw new CommandError(
    'stale-command',
    `The command was sent ${Number.isNaN(age) ? `at ${quote(sent)}` : `${age.toFixed(1)} s ago`}; allowed: within ${MAX_AGE_SECONDS} s.`,
  );
};

/** Answers would otherwise be a way to publish in the player's name: as another player, as Home Assistant's discovery. */
const checkAnswerTopic = ({ responseTopic }: IncomingMessage, { topics }: DispatcherDeps): void => {
  if (responseTopic === undefined || topics.isForAnswers(responseTopic)) return;
  throw new CommandError(
    'malformed-request',
    `The response topic ${quote(responseTopic)} is refused; allowed: ${topics.answersAllowed}.`,
  );
};

const answer = (
  { topics, id, send }: DispatcherDeps,
  { responseTopic, correlationData }: IncomingMessage,
  command: string,
  result: Readonly<Record<string, unknown>>,
): void => {
  if (responseTopic === undefined || !topics.isForAnswers(responseTopic)) return;
  send({
    topic: responseTopic,
    payload: JSON.stringify({ player: id, command, ...result }),
    retained: false,
    ...(correlationData !== undefined && { properties: { correlationData } }),
  });
};

const reject = (deps: DispatcherDeps, message: IncomingMessage, command: string, refusal: object): void => {
  if (message.responseTopic !== undefined && deps.topics.isForAnswers(message.responseTopic)) {
    answer(deps, message, command, { ...refusal });
    return;
  }
  const payload = JSON.stringify({ player: deps.id, command, ...refusal });
  deps.send({ topic: deps.topics.reports.refusal, payload, retained: false });
};
