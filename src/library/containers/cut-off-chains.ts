// Checks length-prefixed files (boxes, chunks) for a truncated last part.
import type { ByteWindow } from './byte-window.ts';
import { readEbmlSize } from './declared-size.ts';

/**
 * @param next end of the part at `at`; undefined at the end of the chain, or where its form is unknown
 * @returns true when a part extends past the end of the file
 */
const walk = async (
  bytes: ByteWindow,
  from: number,
  next: (at: number) => Promise<number | undefined>,
): Promise<boolean> => {
  let at = from;
  while (at < bytes.size) {
    const end = await next(at);
    if (end === undefined || end <= at) return false;
    at = end;
  }
  return at > bytes.size;
};

/** Boxes that must be complete; other boxes may be anything that a program appended. */
const NEEDED_BOXES = ['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'free', 'skip', 'wide', 'meta', 'uuid'];

/** MP4 and MOV, also fragmented. */
export const isChainOfBoxesCut = (bytes: ByteWindow): Promise<boolean> =>
  walk(bytes, 0, async (at) => {
    const box = await bytes.read(at, 16);
    // Zeros at the end are padding; anything without a box name is no box.
    if (box.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(box.toString('latin1', 4, 8))) return undefined;
    const length = box.readUInt32BE(0);
    const isNeeded = NEEDED_BOXES.includes(box.toString('latin1', 4, 8));
    if (length === 0 || (!isNeeded && at + length > bytes.size)) return undefined;
    if (length > 1) return at + Math.max(8, length);
    return box.length < 16 ? Number.POSITIVE_INFINITY : at + Math.max(16, Number(box.readBigUInt64BE(8)));
  });

const PNG_HEAD_BYTES = 8;

/** The last chunk is IEND; data after it does not count. */
export const isChainOfPngChunksCut = async (bytes: ByteWindow): Promise<boolean> => {
  let isWhole = false;
  const isCut = await walk(bytes, PNG_HEAD_BYTES, async (at) => {
    const chunk = await bytes.read(at, 8);
    if (chunk.length < 8) return Number.POSITIVE_INFINITY;
    if (chunk.toString('latin1', 4, 8) !== 'IEND') return at + 12 + chunk.readUInt32BE(0);
    isWhole = true;
    return undefined;
  });
  return isCut || !isWhole;
};

const GIF = { image: 0x2c, extension: 0x21 } as const;

const toColours = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Images and extensions are themselves chains of blocks; some programs omit the final marker. */
export const isGifCut = async (bytes: ByteWindow): Promise<boolean> => {
  const byteAt = async (at: number): Promise<number> => (await bytes.read(at, 1))[0] ?? 0;
  let isInside = false;
  const isCut = await walk(bytes, 13 + toColours(await byteAt(10)), async (at) => {
    const first = await byteAt(at);
    if (isInside) {
      isInside = first !== 0;
      return at + 1 + first;
    }
    if (first !== GIF.image && first !== GIF.extension) return undefined;
    isInside = true;
    return first === GIF.image ? at + 11 + toColours(await byteAt(at + 9)) : at + 2;
  });
  return isCut || isInside;
};

const EBML = '1a45dfa3';
const SEGMENT = '18538067';

/**
 * Matroska and WebM: a segment of a live recording has no length, but its clusters have one. After a segment with
 * a length anything may follow.
 */
export const isMatroskaCut = async (bytes: ByteWindow): Promise<boolean> => {
  let isInside = false;
  return walk(bytes, 0, async (at) => {
    const element = await bytes.read(at, 12);
    const idLength = Math.clz32(element[0] ?? 0) - 23;
    if (idLength > 4) return undefined;
    const id = element.toString('hex', 0, 4);
    if (!isInside && id !== EBML && id !== SEGMENT) return undefined;
    const { value, end } = readEbmlSize(element, idLength);
    if (value !== undefined) return at + end + value;
    if (isInside || id !== SEGMENT) return undefined;
    isInside = true;
    return at + end;
  });
};
