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
/** One player's answer to a command; a scheduled start has several. */
export type FleetAnswer = ValueOf<typeof ANSWER>;

export interface FleetClient {
  players(): readonly FleetPlayer[];
  /**
   * Sends a command once and collects answers. It is never sent again: a show would start late, or twice.
   * @param scopes topics below the root: `all`, `group/WORD`, `player/ID`
   * @param isEnough called with the last answer of each player
   * @returns the last answer of each player, when they are enough or after the timeout
   * @throws the client's error when the connection is lost
   */
  request(request: {
    readonly scopes: readonly string[];
    readonly command: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly seconds: number;
    readonly isEnough: (answers: ReadonlyMap<string, FleetAnswer>) => boolean;
  }): Promise<ReadonlyMap<string, FleetAnswer>>;
  /**
   * Removes the retained messages of the topics, one by one.
   * @throws the client's error when the broker rejects it
   */
  clear(topics: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

const CONNECT_TIMEOUT_SECONDS = 5;
/** The list of a few thousand clips. */
const MAX_PACKET_BYTES = 1024 * 1024;
/** Retained messages come at once; after this silence all have arrived. */
const QUIET_PERIOD_SECONDS = 0.3;
const MAX_GATHER_SECONDS = 3;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** How long the broker keeps a command for a player that does not read. */
const EXPIRY_SECONDS = 5;

/**
 * @param timeOfDay seconds since 1970 if this machine's clock is synchronized, so that players see the age of a command
 * @throws the client's error when the broker cannot be reached or rejects
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
      // The first connection fails on its first error; later ones reconnect, since an update may outlast the broker.
      reconnectPeriod: 1000,
      queueQoSZero: false,
      properties: { maximumPacketSize: MAX_PACKET_BYTES },
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
    // The positions of players that play never fall silent.
    if (!topic.endsWith('/position')) lastAt = performance.now();
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
      // Not awaited: with a stuck broker it would never finish.
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
