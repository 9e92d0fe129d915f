// Takes commands from the broker: refuses stale ones, carries out the others, and answers where it was asked to.

import { quote } from '../../base/quote.ts';
import type { WallClock } from '../../deck/ports.ts';
import type { IncomingMessage } from '../broker/connection.ts';
import type { OutgoingMessage } from '../broker/outbox.ts';
import { CommandError, toRefusalJson } from '../command-error.ts';
import type { Topics } from '../topics.ts';
import { COMMANDS, type CommandHouse } from './commands.ts';

/** More commands than this under way at a time are refused. */
const MOST_AT_ONCE = 100;
/** A command that says when it was sent is too old after so long. */
const OLDEST_SECONDS = 5;

export interface DeskParts extends CommandHouse {
  readonly topics: Topics;
  readonly id: string;
  readonly wall: WallClock;
  /** So long a message that is read now may have waited here. */
  readonly waitedSeconds: () => number;
  /** The status as an answer has it. */
  readonly toStatus: () => Readonly<Record<string, unknown>>;
  readonly send: (message: OutgoingMessage) => void;
}

/** @returns what to do with a message; it never throws */
export const createCommandDesk = (parts: DeskParts): ((message: IncomingMessage) => void) => {
  let underWay = 0;

  const carryOut = async (message: IncomingMessage): Promise<void> => {
    const asked = parts.topics.parse(message.topic);
    if (asked === undefined) return;
    const tell = (news: Readonly<Record<string, unknown>>): void => answer(parts, message, asked.command, news);
    try {
      const command = COMMANDS.find(({ name }) => name === asked.command);
      if (command === undefined) {
        const allowed = COMMANDS.map(({ name }) => name).join(', ');
        throw new CommandError(
          'command-not-found',
          `There is no command ${quote(asked.command)}; allowed: ${allowed}.`,
        );
      }
      checkAnswerTopic(message, parts);
      checkFresh(message, parts);
      if (underWay > MOST_AT_ONCE) throw new CommandError('busy', `More than ${MOST_AT_ONCE} commands are under way.`);
      const news = await command.run(parts, message.payload, { scope: asked.scope, tell });
      tell({ ...news, ...parts.toStatus() });
    } catch (error) {
      refuse(parts, message, asked.command, toRefusalJson(error));
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
const checkFresh = ({ retained, sent }: IncomingMessage, { wall, waitedSeconds }: DeskParts): void => {
  if (retained) {
    throw new CommandError(
      'stale-command',
      'The command is a retained message; allowed: commands without retain flag.',
    );
  }
  const waited = waitedSeconds();
  if (waited > OLDEST_SECONDS) {
    throw new CommandError(
      'stale-command',
      `The player stood still for ${waited.toFixed(1)} s, and the command may be as old; allowed: within ${OLDEST_SECONDS} s.`,
    );
  }
  // Without a clock that somebody keeps, an age says nothing.
  if (sent === undefined || wall.reading() === undefined) return;
  const age = wall.nowSeconds() - Number(sent);
  if (age <= OLDEST_SECONDS) return;
  throw new CommandError(
    'stale-command',
    `The command was sent ${Number.isNaN(age) ? `at ${quote(sent)}` : `${age.toFixed(1)} s ago`}; allowed: within ${OLDEST_SECONDS} s.`,
  );
};

/** Answers would otherwise be a way to publish in the player's name: as another player, as Home Assistant's discovery. */
const checkAnswerTopic = ({ responseTopic }: IncomingMessage, { topics }: DeskParts): void => {
  if (responseTopic === undefined || topics.isForAnswers(responseTopic)) return;
  throw new CommandError(
    'malformed-request',
    `The response topic ${quote(responseTopic)} is refused; allowed: ${topics.answersAllowed}.`,
  );
};

const answer = (
  { topics, id, send }: DeskParts,
  { responseTopic, correlationData }: IncomingMessage,
  command: string,
  news: Readonly<Record<string, unknown>>,
): void => {
  if (responseTopic === undefined || !topics.isForAnswers(responseTopic)) return;
  send({
    topic: responseTopic,
    payload: JSON.stringify({ player: id, command, ...news }),
    retained: false,
    ...(correlationData !== undefined && { properties: { correlationData } }),
  });
};

const refuse = (parts: DeskParts, message: IncomingMessage, command: string, refusal: object): void => {
  if (message.responseTopic !== undefined && parts.topics.isForAnswers(message.responseTopic)) {
    answer(parts, message, command, { ...refusal });
    return;
  }
  const payload = JSON.stringify({ player: parts.id, command, ...refusal });
  parts.send({ topic: parts.topics.reports.refusal, payload, retained: false });
};
