// Somebody else at the broker: sends commands, keeps what players say.
import { randomUUID } from 'node:crypto';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';

interface Heard {
  readonly topic: string;
  readonly text: string;
  readonly retained: boolean;
  readonly at: number;
}

/** Only what never comes is ended by it: a busy machine takes long for what needs Node, mpv or a probe. */
const TIMEOUT_SECONDS = 60;

type Json = Readonly<Record<string, unknown>>;

export const connectOperator = async (url: string, options: IClientOptions = {}) => {
  const client: MqttClient = await connectAsync(url, {
    protocolVersion: 5,
    clientId: `operator-${randomUUID()}`,
    reconnectPeriod: 100,
    ...options,
  });
  const answersTopic = `cuedeck/answers/${randomUUID()}`;
  const heard: Heard[] = [];
  const latest = new Map<string, Heard>();
  const answers: { readonly at: number; readonly correlation: string; readonly body: Json }[] = [];
  client.on('message', (topic, payload, packet) => {
    const at = performance.now();
    if (topic === answersTopic) {
      const correlation = packet.properties?.correlationData?.toString() ?? '';
      answers.push({ at, correlation, body: JSON.parse(payload.toString()) });
      return;
    }
    const message = { topic, text: payload.toString(), retained: packet.retain, at };
    heard.push(message);
    latest.set(topic, message);
  });
  await client.subscribeAsync(['cuedeck/#', 'homeassistant/#'], { qos: 1 });

  const until = async <Found>(find: () => Found | undefined, seconds = TIMEOUT_SECONDS): Promise<Found> => {
    const deadline = performance.now() + seconds * 1000;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new Error(`never came: ${find}\n${JSON.stringify([...latest], null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const say = (topic: string, payload: string | Json = '', extra: Parameters<MqttClient['publishAsync']>[2] = {}) =>
    client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1, ...extra });
  return {
    client,
    heard,
    answers,
    say,
    until,
    json: (topic: string): Json | undefined => {
      const message = latest.get(topic);
      return message === undefined || message.text === '' ? undefined : JSON.parse(message.text);
    },
    text: (topic: string): string | undefined => latest.get(topic)?.text,
    forget: () => {
      heard.length = 0;
      latest.clear();
    },
    /** Sends a command and resolves to its answers, as soon as they are enough: as many as are asked for, or as said. */
    ask: async (
      topic: string,
      payload: string | Json = '',
      enough: number | ((answers: readonly Json[]) => boolean) = 1,
      seconds = TIMEOUT_SECONDS,
    ): Promise<readonly Json[]> => {
      const correlation = randomUUID();
      await say(topic, payload, {
        properties: { responseTopic: answersTopic, correlationData: Buffer.from(correlation) },
      });
      return until(() => {
        const mine = answers.filter((answer) => answer.correlation === correlation).map(({ body }) => body);
        const isEnough = typeof enough === 'number' ? mine.length >= enough : enough(mine);
        return isEnough ? mine : undefined;
      }, seconds);
    },
    /** Resolves when a topic's JSON is as wanted. */
    when: (topic: string, holds: (value: Json) => boolean, seconds?: number): Promise<Json> =>
      until(() => {
        const message = latest.get(topic);
        const value = message === undefined ? undefined : JSON.parse(message.text);
        return value !== undefined && holds(value) ? value : undefined;
      }, seconds),
    end: () => client.endAsync(true),
  };
};

export type Operator = Awaited<ReturnType<typeof connectOperator>>;
