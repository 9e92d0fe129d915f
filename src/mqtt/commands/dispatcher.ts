// Dispatches MQTT commands: rejects stale ones, runs the others, replies.

import type { Action } from '../../actions/action.ts';
import { asOrigin } from '../../base/origin.ts';
import { quote } from '../../base/quote.ts';
import type { IncomingMessage } from '../broker/incoming-message.ts';
import type { OutgoingMessage } from '../broker/outbox.ts';
import { CommandError, toErrorJson } from '../command-error.ts';
import type { Topics } from '../topics.ts';
import { type CommandContext, runCommand } from './commands.ts';

/** Limit of concurrent commands; more are rejected. */
const MAX_CONCURRENT_COMMANDS = 100;
/** Maximum age of a command that carries its time of sending. */
const MAX_AGE_SECONDS = 5;

interface DispatcherDeps extends CommandContext {
  readonly actions: readonly Action[];
  readonly topics: Topics;
  readonly id: string;
  /** How long a message that is read now may have waited here. */
  readonly waitedSeconds: () => number;
  /** The status for an answer. */
  readonly toStatus: () => Readonly<Record<string, unknown>>;
  readonly send: (message: OutgoingMessage) => void;
}

/** @returns a message handler that never throws */
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
      const run = () => runCommand(row, deps, message.payload, { scope: address.scope, notify });
      // A broker does not tell who sent a message.
      const result = await (row.changes ? asOrigin({ door: 'mqtt', from: message.topic }, run) : run());
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

/** Sessions are never resumed, so an old message is a retained one, or was delayed on its way. */
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
  // Without a synchronized clock an age means nothing.
  if (sent === undefined || wall.reading() === undefined) return;
  const age = wall.nowSeconds() - Number(sent);
  if (age <= MAX_AGE_SECONDS) return;
  throw new CommandError(
    'stale-command',
    `The command was sent ${Number.isNaN(age) ? `at ${quote(sent)}` : `${age.toFixed(1)} s ago`}; allowed: within ${MAX_AGE_SECONDS} s.`,
  );
};

/** Otherwise anyone could make the player publish as another player, or to Home Assistant's discovery. */
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
