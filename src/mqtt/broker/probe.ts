// Probes the broker with the player's settings (for `doctor`).
import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { anyText, fittingFields, parseMessage, type ValueOf } from '../../schema/schema.ts';
import { type BrokerAddress, toCredentials, toPlaceHref } from './broker-address.ts';

const CONNECT_TIMEOUT_SECONDS = 5;
const ANSWER_TIMEOUT_SECONDS = 3;

const ANSWER = fittingFields({ deviceId: anyText, name: anyText });
/** The player that answered under the id. */
type PlayerAtBroker = ValueOf<typeof ANSWER>;

/**
 * Requests the player's status over the broker; changes nothing.
 * @param player.id its id in topics
 * @returns the answer; undefined without one within 3 s
 * @throws the client's error when the broker cannot be reached or rejects
 */
export const queryOverBroker = async (
  address: Omit<BrokerAddress, 'clientId'>,
  player: { readonly root: string; readonly id: string },
): Promise<PlayerAtBroker | undefined> => {
  const client = await reach(address, player.root);
  try {
    return await query(client, player);
  } finally {
    await client.endAsync(true);
  }
};

/** @throws the client's error when the broker cannot be reached or rejects */
export const tryBroker = async (address: Omit<BrokerAddress, 'clientId'>, root: string): Promise<void> => {
  const client = await reach(address, root);
  await client.endAsync(true);
};

const reach = async (address: Omit<BrokerAddress, 'clientId'>, root: string): Promise<MqttClient> => {
  const client = await connectAsync(
    toPlaceHref(address),
    {
      protocolVersion: 5,
      clientId: `${root}-look-${randomUUID()}`,
      connectTimeout: CONNECT_TIMEOUT_SECONDS * 1000,
      reconnectPeriod: 0,
      ...toCredentials(address),
    },
    false,
  );
  client.on('error', () => undefined);
  return client;
};

const query = async (
  client: MqttClient,
  { root, id }: { readonly root: string; readonly id: string },
): Promise<PlayerAtBroker | undefined> => {
  const responseTopic = `${root}/answers/${randomUUID()}`;
  const answered = new Promise<PlayerAtBroker | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWER_TIMEOUT_SECONDS * 1000);
    client.once('message', (_topic, payload) => {
      clearTimeout(timer);
      resolve(parseMessage(ANSWER, payload) ?? {});
    });
  });
  const queryUntilAnswered = async (): Promise<PlayerAtBroker | undefined> => {
    await client.subscribeAsync(responseTopic, { qos: 1 });
    await client.publishAsync(`${root}/player/${id}/do/status`, '', { qos: 1, properties: { responseTopic } });
    return answered;
  };
  // A broker that disappears in between acknowledges nothing.
  return Promise.race([answered, queryUntilAnswered()]);
};
