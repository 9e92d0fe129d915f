// A message from the broker, with the MQTT 5 properties that commands use.
import type { IPublishPacket } from 'mqtt';

export interface IncomingMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly retained: boolean;
  readonly responseTopic: string | undefined;
  readonly correlationData: Buffer | undefined;
  /** The user property `sent` of the message. */
  readonly sent: string | undefined;
}

export const toIncoming = (topic: string, payload: Buffer, { retain, properties }: IPublishPacket): IncomingMessage => {
  const sent = properties?.userProperties?.sent;
  return {
    topic,
    payload,
    retained: retain,
    responseTopic: properties?.responseTopic,
    correlationData: properties?.correlationData,
    sent: typeof sent === 'string' ? sent : undefined,
  };
};
