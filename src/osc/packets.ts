// OSC packets to messages and back.
import { fromBuffer, type OscArgInput, type OscPacketOutput, toBuffer } from 'osc-min';
import { toMessageBytes } from './bundles.ts';
import type { OscValue } from './commands.ts';

export interface OscMessage {
  readonly address: string;
  readonly values: readonly OscValue[];
}

const MAX_MESSAGES = 64;

/**
 * The first 64 messages of a packet, those of bundles in order.
 * @throws Error when it is not an OSC packet, or has more than 8192 bytes
 */
export const parsePacket = (bytes: Buffer): readonly OscMessage[] => {
  const parts = toMessageBytes(bytes);
  const [only] = parts;
  if (only === bytes) return toMessages(fromBuffer(bytes));
  return parts.flatMap(toMessagesIfWhole).slice(0, MAX_MESSAGES);
};

/** A broken message in a bundle leaves the others alone. */
const toMessagesIfWhole = (bytes: Buffer): readonly OscMessage[] => {
  try {
    return toMessages(fromBuffer(bytes));
  } catch {
    return [];
  }
};

const toMessages = (packet: OscPacketOutput): readonly OscMessage[] => {
  if (packet.oscType === 'bundle') return [];
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
