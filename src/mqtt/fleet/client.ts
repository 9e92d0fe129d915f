// Fleet client at the broker: sees all players, sends commands, collects replies.
import { randomUUID } from 'node:crypto';
import { connectAsync, type IClientPublishOptions, type MqttClient } from 'mqtt';
import { anyNumber, anyText, fittingFields, parseMessage, type ValueOf } from '../../schema/schema.ts';
import { type BrokerAddress, toCredentials, toPlaceHref } from '../broker/broker-address.ts';
import { createFleetRegistry, type FleetPlayer, toFleetFilters } from './registry.ts';

const ANSWER = fittingFields({
  player: anyText,
  phase: anyText,
  error: anyText,
  clip: anyText,
  lateSeconds: anyNumber,
});
/** One player's answer to a command; several come of a start at an instant. */
export type FleetAnswer = ValueOf<typeof ANSWER>;

export interface FleetClient {
  players(): readonly FleetPlayer[];
  /**
   * Sends a command, once, and gathers answers. What is lost on the way is not sent again: a show would start late, or twice.
   * @param scopes topics below the root: `all`, `group/WORD`, `player/ID`
   * @param isEnough told the last answer of each player
   * @returns the last answer of each, when they are enough or the time is over
   * @throws the client's error when the broker is gone
   */
  request(request: {
    readonly scopes: readonly string[];
    readonly command: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly seconds: number;
    readonly isEnough: (answers: ReadonlyMap<string, FleetAnswer>) => boolean;
  }): Promise<ReadonlyMap<string, FleetAnswer>>;
  /**
   * Takes away what the broker keeps under the topics, one after the other.
   * @throws the client's error when the broker refuses
   */
  clear(topics: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

const CONNECT_TIMEOUT_SECONDS = 5;
/** Retained messages come in one go; when nothing has come for so long, all are there. */
const QUIET_PERIOD_SECONDS = 0.3;
const MAX_GATHER_SECONDS = 3;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** For so long a broker keeps a command for a player that takes nothing. */
const EXPIRY_SECONDS = 5;

/**
 * @param timeOfDay seconds since 1970 where this machine's clock is kept, for players to see how old a command is
 * @throws the client's error when the broker is not reached or refuses
 */
export const connectFleet = async (
  address: Omit<BrokerAddress, 'clientId'>,
  root: string,
  timeOfDay: () => number | undefined = () => undefined,
): Promise<FleetClient> => {
  const client = await connectAsync(
    toPlaceHref(address),
    {
      protocolVersion: 5,
      clientId: `${root}-fleet-${randomUUID()}`,
      connectTimeout: CONNECT_TIMEOUT_SECONDS * 1000,
      // The first error is the answer here; afterwards a wave of updates may outlive the broker.
      reconnectPeriod: 1000,
      queueQoSZero: false,
      ...toCredentials(address),
    },
    false,
  );
  const view = createFleetRegistry(root);
  const listeners = new Set<(correlation: string, answer: FleetAnswer) => void>();
  const answersTopic = `${root}/answers/${randomUUID()}`;
  let lastAt = performance.now();
  client.on('error', () => undefined);
  client.on('message', (topic, payload, { properties }) => {
    lastAt = performance.now();
    if (topic !== answersTopic) return view.handle(topic, payload);
    const answer = parseMessage(ANSWER, payload) ?? {};
    for (const listener of listeners) listener(properties?.correlationData?.toString() ?? '', answer);
  });
  await client.subscribeAsync([answersTopic, ...toFleetFilters(root)], { qos: 1 });
  await gather(() => lastAt);
  return {
    players: view.players,
    request: async ({ scopes, command, values, seconds, isEnough }) => {
      const correlation = randomUUID();
      const answers = new Map<string, FleetAnswer>();
      const sent = timeOfDay();
      const properties = {
        responseTopic: answersTopic,
        correlationData: Buffer.from(correlation),
        messageExpiryInterval: EXPIRY_SECONDS,
        ...(sent !== undefined && { userProperties: { sent: sent.toFixed(3) } }),
      };
      const topics = scopes.map((scope) => `${root}/${scope}/do/${command}`);
      const stopListening = new AbortController();
      const arrived = new Promise<void>((resolve) => {
        const listen = (of: string, answer: FleetAnswer): void => {
          const { player: id } = answer;
          if (of !== correlation || id === undefined) return;
          answers.set(id, answer);
          if (isEnough(answers)) resolve();
        };
        listeners.add(listen);
        const timer = setTimeout(resolve, seconds * 1000);
        stopListening.signal.addEventListener('abort', () => {
          listeners.delete(listen);
          clearTimeout(timer);
        });
      });
      // Not to be waited for: with a broker that stands still it never is through.
      const sending = publishAll(client, topics, JSON.stringify(values), properties);
      try {
        await Promise.race([arrived, sending.then(() => (isEnough(answers) ? undefined : arrived))]);
      } finally {
        stopListening.abort();
      }
      return answers;
    },
    clear: async (topics) => {
      for (const topic of topics) await client.publishAsync(topic, '', { qos: 1, retain: true });
    },
    end: () => client.endAsync(true),
  };
};

const publishAll = (
  client: MqttClient,
  topics: readonly string[],
  payload: string,
  properties: NonNullable<IClientPublishOptions['properties']>,
): Promise<unknown> => Promise.all(topics.map((topic) => client.publishAsync(topic, payload, { qos: 0, properties })));

const gather = async (lastAt: () => number): Promise<void> => {
  const start = performance.now();
  for (;;) {
    const quiet = QUIET_PERIOD_SECONDS - (performance.now() - Math.max(start, lastAt())) / 1000;
    if (quiet <= 0 || performance.now() - start > MAX_GATHER_SECONDS * 1000) return;
    await pause(quiet);
  }
};
