// Locates a TIFF's strips or tiles.
import type { ByteWindow } from './byte-window.ts';

const TAG = { stripOffsets: 273, stripLengths: 279, tileOffsets: 324, tileLengths: 325 } as const;
const SHORT = 3;
const MAX_ENTRIES = 4096;
/** Pictures with more strips are not checked. */
const MAX_STRIPS = 1_000_000;

/** True when the directory or a part of the first picture lies past the end of the file. */
export const isTiffCut = async (bytes: ByteWindow): Promise<boolean> => {
  const head = Buffer.from(await bytes.read(0, 8));
  const isLittle = head[0] === 0x49;
  const short = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const long = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  if (head.length < 8) return true;

  /** The numbers of a directory entry, stored in it or at its offset; undefined when they lie past the end of the file. */
  const numbersOf = async (entry: Buffer): Promise<readonly number[] | undefined> => {
    const width = short(entry, 2) === SHORT ? 2 : 4;
    const count = long(entry, 4);
    if (count > MAX_STRIPS) return [];
    const isInside = width * count <= 4;
    const at = isInside ? 0 : long(entry, 8);
    if (!isInside && at + width * count > bytes.size) return undefined;
    const from = isInside ? entry.subarray(8) : Buffer.from(await bytes.read(at, width * count));
    return Array.from({ length: count }, (_, n) => (width === 2 ? short(from, 2 * n) : long(from, 4 * n)));
  };

  const at = long(head, 4);
  if (at + 2 > bytes.size) return true;
  const count = short(await bytes.read(at, 2), 0);
  if (at + 2 + 12 * count > bytes.size) return true;
  if (count > MAX_ENTRIES) return false;
  const directory = Buffer.from(await bytes.read(at + 2, 12 * count));
  const entries = new Map<number, Buffer>();
  for (let n = 0; n < count; n += 1) entries.set(short(directory, 12 * n), directory.subarray(12 * n, 12 * n + 12));

  for (const [offsets, lengths] of [
    [TAG.stripOffsets, TAG.stripLengths],
    [TAG.tileOffsets, TAG.tileLengths],
  ] as const) {
    const [from, long] = [entries.get(offsets), entries.get(lengths)];
    if (from === undefined || long === undefined) continue;
    const [starts, sizes] = [await numbersOf(from), await numbersOf(long)];
    if (starts === undefined || sizes === undefined) return true;
    if (starts.some((start, n) => start + (sizes[n] ?? 0) > bytes.size)) return true;
  }
  return false;
};
