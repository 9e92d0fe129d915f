// Recent bursts of voice and data of a stream; an echo is bit-identical.

export interface BurstPrints {
  record(datagram: Buffer): void;
  has(datagram: Buffer): boolean;
}

/** 7.7 s: an echo of a longer over has begun while it ran. */
const MAX_PRINTS = 128;
const AIR_AT = 20;

/** Of what comes before the middle of a burst, which servers on the way may write anew. */
const toPrint = (datagram: Buffer): number => {
  let print = 0x811c9dc5;
  for (let offset = AIR_AT; offset < AIR_AT + 12; offset += 4)
    print = Math.imul(print ^ datagram.readUInt32BE(offset), 0x01000193);
  return print >>> 0;
};

export const createBurstPrints = (): BurstPrints => {
  const prints: number[] = [];
  let next = 0;
  return {
    record: (datagram) => {
      prints[next] = toPrint(datagram);
      next = (next + 1) % MAX_PRINTS;
    },
    has: (datagram) => prints.includes(toPrint(datagram)),
  };
};
