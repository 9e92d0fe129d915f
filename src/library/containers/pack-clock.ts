// Reads the clock of a program stream (MPG, VOB), which each of its packs begins with.
import type { ByteWindow } from './byte-window.ts';

const PACK_START = Buffer.from([0, 0, 1, 0xba]);
const PACK_HEAD_BYTES = 10;
const CHUNK_BYTES = 32 * 1024;

export const isProgramStream = (head: Buffer): boolean => head.subarray(0, PACK_START.length).equals(PACK_START);

/** @returns the next pack's byte position and 90 kHz clock; undefined when none begins in that range */
export const findPack = async (
  bytes: ByteWindow,
  from: number,
  before: number,
): Promise<{ readonly at: number; readonly ticks: number } | undefined> => {
  for (let at = from; at + PACK_HEAD_BYTES <= before; at += CHUNK_BYTES) {
    const chunk = await bytes.read(at, Math.min(before - at, CHUNK_BYTES + PACK_HEAD_BYTES - 1));
    for (let pack = chunk.indexOf(PACK_START); pack >= 0; pack = chunk.indexOf(PACK_START, pack + 1)) {
      const ticks = readClock(chunk.subarray(pack + PACK_START.length, pack + PACK_HEAD_BYTES));
      if (ticks !== undefined) return { at: at + pack, ticks };
    }
  }
  return undefined;
};

/** MPEG-1 has its 33 bits in 40, MPEG-2 in 48 that begin otherwise; marker bits lie between them. */
const readClock = (clock: Buffer): number | undefined => {
  if (clock.length < PACK_HEAD_BYTES - PACK_START.length) return undefined;
  const bits = clock.readUIntBE(0, 6);
  const take = (from: number, count: number): number => Math.floor(bits / 2 ** (48 - from - count)) % 2 ** count;
  const first = take(0, 4) === 0b0010 ? 4 : take(0, 2) === 0b01 ? 2 : undefined;
  if (first === undefined || take(first + 3, 1) + take(first + 19, 1) + take(first + 35, 1) < 3) return undefined;
  return take(first, 3) * 2 ** 30 + take(first + 4, 15) * 2 ** 15 + take(first + 20, 15);
};
