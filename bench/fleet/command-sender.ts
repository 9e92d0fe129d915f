// Whoever sends the commands: to all at once, with answers, and when each answer came.
import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { sendAtOnce } from '../../src/mqtt/broker/connection.ts';
import { nowMs } from './monotonic.ts';

interface Answer {
  readonly at: number;
  readonly text: string;
}

interface CommandSender {
  /** Sends, and resolves when so many have answered. */
  call(
    topic: string,
    payload: string,
    answers: number,
  ): Promise<{ readonly sentAt: number; readonly answers: readonly Answer[] }>;
  end(): Promise<void>;
}

const TIMEOUT_SECONDS = 30;

export const connectSender = async (url: string): Promise<CommandSender> => {
  const client = await connectAsync(url, { protocolVersion: 5 });
  sendAtOnce(client);
  const responseTopic = `cuedeck/answers/${randomUUID()}`;
  await client.subscribeAsync(responseTopic, { qos: 1 });
  return {
    call: (topic, payload, wanted) =>
      new Promise((resolve, reject) => {
        const answers: Answer[] = [];
        const correlationData = Buffer.from(randomUUID());
        const take = (
          _topic: string,
          body: Buffer,
          { properties }: { properties?: { correlationData?: Buffer } },
        ): void => {
          if (properties?.correlationData?.equals(correlationData) !== true) return;
          answers.push({ at: nowMs(), text: body.toString() });
          if (answers.length === wanted) finish(() => resolve({ sentAt, answers }));
        };
        const finish = (done: () => void): void => {
          clearTimeout(timer);
          client.off('message', take);
          done();
        };
        const timer = setTimeout(
          () => finish(() => reject(new Error(`${answers.length} of ${wanted} answered ${topic}`))),
          TIMEOUT_SECONDS * 1000,
        );
        client.on('message', take);
        const sentAt = nowMs();
        client.publish(topic, payload, { qos: 1, properties: { responseTopic, correlationData } });
      }),
    end: () => client.endAsync(true),
  };
};
