// Commands to players of the fleet: each is sent once, and what every player made of it.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { WallClock } from '../../deck/ports.ts';
import { anyText, fittingFields, parseMessage } from '../../schema/schema.ts';
import type { IncomingMessage } from '../broker/incoming-message.ts';
import type { OutgoingMessage } from '../broker/outbox.ts';
import type { FleetPlayer } from './registry.ts';

/** The players of a group, or one player; all without either. */
interface FleetTarget {
  readonly group?: string;
  readonly player?: string;
}

export interface FleetCommand extends FleetTarget {
  /** A verb of the table of actions. */
  readonly command: string;
  /** By their names over MQTT; the players check them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface FleetOutcome {
  readonly id: string;
  readonly name: string;
  /** `unknown`: it is offline, or did not answer in time. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** Why it is not done: one sentence. */
  readonly reason?: string;
}

const ANSWER = fittingFields({ player: anyText, error: anyText });

/** A player answers when its picture is shown. */
const ANSWER_TIMEOUT_SECONDS = 10;
/** How long the broker keeps a command for a player that does not read. */
const EXPIRY_SECONDS = 5;
const MAX_REASON_LENGTH = 400;

const OFFLINE = 'It is offline.';
const SILENT = `It did not answer within ${ANSWER_TIMEOUT_SECONDS} s.`;

/** Any client of the broker can make up the name of a group; none may lead to another topic. */
const isWord = (group: string): boolean => !/[/+#\0]/.test(group);

export const isOfGroup = ({ groups }: FleetPlayer, group: string): boolean => groups.includes(group) && isWord(group);

export const isMeant = (player: FleetPlayer, target: FleetTarget): boolean =>
  (target.group === undefined || isOfGroup(player, target.group)) &&
  (target.player === undefined || player.id === target.player);

const toScope = ({ group, player }: FleetTarget): string => {
  if (player !== undefined) return `player/${player}`;
  return group === undefined ? 'all' : `group/${group}`;
};

const toOutcome = ({ id, name, isOnline }: FleetPlayer, answer: { error?: string } | undefined): FleetOutcome => {
  if (answer === undefined) return { id, name, outcome: 'unknown', reason: isOnline ? SILENT : OFFLINE };
  const { error } = answer;
  return error === undefined
    ? { id, name, outcome: 'done' }
    : { id, name, outcome: 'refused', reason: error.slice(0, MAX_REASON_LENGTH) };
};

export interface FleetCommands {
  readonly answersTopic: string;
  /** Takes a message on the answers topic. */
  handle(message: Pick<IncomingMessage, 'payload' | 'correlationData'>): void;
  /** @param players those that are meant: a list that is not empty */
  send(command: FleetCommand, players: readonly FleetPlayer[]): Promise<readonly FleetOutcome[]>;
  /** Ends the wait for answers. */
  stop(): void;
}

export const createFleetCommands = (deps: {
  readonly root: string;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly send: (message: OutgoingMessage) => void;
}): FleetCommands => {
  const { root, clock, wall, send } = deps;
  const answersTopic = `${root}/answers/${randomUUID()}`;
  const pending = new Map<string, { readonly take: (id: string, answer: { error?: string }) => void; end(): void }>();
  return {
    answersTopic,
    handle: ({ payload, correlationData }) => {
      const { player, ...answer } = parseMessage(ANSWER, payload) ?? {};
      if (player !== undefined) pending.get(correlationData?.toString() ?? '')?.take(player, answer);
    },
    send: async (command, players) => {
      const correlation = randomUUID();
      const answers = new Map<string, { error?: string }>();
      const isMissing = ({ id, isOnline }: FleetPlayer): boolean => isOnline && !answers.has(id);
      await new Promise<void>((resolve) => {
        const stopTimer = clock.after(ANSWER_TIMEOUT_SECONDS, resolve);
        const end = (): void => {
          stopTimer();
          resolve();
        };
        pending.set(correlation, {
          take: (id, answer) => {
            // The first one counts: a scheduled start is done once the clip is cued.
            if (players.some((player) => player.id === id) && !answers.has(id)) answers.set(id, answer);
            if (!players.some(isMissing)) end();
          },
          end,
        });
        send({
          topic: `${root}/${toScope(command)}/do/${command.command}`,
          payload: JSON.stringify(command.parameters),
          retained: false,
          // Sent once: after a broken connection it would come late, or twice.
          qos: 0,
          properties: {
            responseTopic: answersTopic,
            correlationData: Buffer.from(correlation),
            messageExpiryInterval: EXPIRY_SECONDS,
            // Without a synchronized clock the time of sending means nothing.
            ...(wall.reading() !== undefined && { userProperties: { sent: wall.nowSeconds().toFixed(3) } }),
          },
        });
        if (!players.some(isMissing)) end();
      });
      pending.delete(correlation);
      return players.map((player) => toOutcome(player, answers.get(player.id)));
    },
    stop: () => {
      for (const { end } of pending.values()) end();
    },
  };
};
