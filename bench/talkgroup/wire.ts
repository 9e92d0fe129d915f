// The bursts of the load: the time they leave at travels inside them.

export const STREAM_BASE = 0x5000_0000;

export const toFields = (datagram: Buffer): { readonly isBurst: boolean; readonly peer: number } => {
  const isBurst = datagram.length === 55;
  return { isBurst, peer: datagram.readUInt32BE(isBurst ? 11 : 7) };
};

/** @param kind flags without the slot bit: 0x21 header, 0x10 or 0x01 to 0x05 voice, 0x22 terminator */
export const toBurstBytes = (burst: {
  readonly peer: number;
  readonly talkgroup: number;
  readonly stream: number;
  readonly sequence: number;
  readonly kind: number;
  readonly leavesAtMs: number;
}): Buffer => {
  const bytes = Buffer.alloc(55);
  bytes.write('DMRD');
  bytes.writeUInt8(burst.sequence & 0xff, 4);
  bytes.writeUIntBE(1_000_000 + (burst.peer % 1000), 5, 3);
  bytes.writeUIntBE(burst.talkgroup, 8, 3);
  bytes.writeUInt32BE(burst.peer, 11);
  bytes.writeUInt8(0x80 | burst.kind, 15);
  bytes.writeUInt32BE(burst.stream, 16);
  bytes.writeDoubleBE(burst.leavesAtMs, 20);
  return bytes;
};

export const toDelayMs = (datagram: Buffer): number => performance.now() - datagram.readDoubleBE(20);
