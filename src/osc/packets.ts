// OSC packets to messages and back.
import { fromBuffer, type OscArgInput, type OscPacketOutput, toBuffer } from 'osc-min';
import type { OscValue } from './commands.ts';

export interface OscMessage {
  readonly address: string;
  readonly values: readonly OscValue[];
}

const MAX_MESSAGES = 64;

/**
 * All messages of a packet, those of bundles in order.
 * @throws Error when it is not an OSC packet
 */
export const parsePacket = (bytes: Buffer): readonly OscMessage[] =>
  toMessages(fromBuffer(bytes)).slice(0, MAX_MESSAGES);

const toMessages = (packet: OscPacketOutput): readonly OscMessage[] => {
  if (packet.oscType === 'bundle') return packet.elements.flatMap(toMessages);
  const values = packet.args.flatMap((arg): readonly OscValue[] => {
    if (arg.type === 'integer' || arg.type === 'float' || arg.type === 'double' || arg.type === 'string') {
      return [arg.value];
    }
    if (arg.type === 'true' || arg.type === 'false') return [arg.type === 'true'];
    return [];
  });
  return [{ address: packet.address, values }];
};

/** Whole numbers of feedback are integers, seconds are floats. */
export const toPacket = (address: string, args: readonly OscArgInput[]): Uint8Array => {
  const { buffer, byteOffset, byteLength } = toBuffer({ address, args: [...args] });
  return new Uint8Array(buffer, byteOffset, byteLength);
};
