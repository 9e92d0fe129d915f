// Rejects PNGs whose compressed text or profile expands too far.
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { toSystemCode } from '../../base/errors.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Colour profiles of cameras and printers have up to 4 MB. */
const MAX_UNFOLDED_BYTES = 16 * 1024 * 1024;
const MAX_CHUNKS = 1000;
/** Length and type before the data, checksum after it. */
const CHUNK_HEAD_BYTES = 8;
const CHUNK_TAIL_BYTES = 4;

interface Readable {
  read(at: number, length: number): Promise<Buffer>;
  readonly size: number;
}

const unfold = promisify(inflate as (data: Buffer, options: object, done: (error: Error | null) => void) => void);

/** Start of the compressed bytes of a chunk; undefined without any. */
const COMPRESSED: Readonly<Record<string, (data: Buffer) => number | undefined>> = {
  // A zero-terminated name, then the method.
  iCCP: (data) => data.indexOf(0) + 2,
  zTXt: (data) => data.indexOf(0) + 2,
  // A name, the compression flag, the method, a language and a translated name.
  iTXt: (data) => {
    const name = data.indexOf(0);
    if (data[name + 1] !== 1) return undefined;
    return data.indexOf(0, data.indexOf(0, name + 3) + 1) + 1;
  },
};

const isTooLarge = async (compressed: Buffer): Promise<boolean> => {
  try {
    await unfold(compressed, { maxOutputLength: MAX_UNFOLDED_BYTES });
    return false;
  } catch (error) {
    // The decoder judges any other damage.
    return toSystemCode(error) === 'ERR_BUFFER_TOO_LARGE';
  }
};

/** Why a PNG with a chunk that expands too far is rejected; completes "The file is refused: …". */
export const whyUnfolding = async (file: Readable): Promise<string | undefined> => {
  if (!(await file.read(0, SIGNATURE.length)).equals(SIGNATURE)) return undefined;
  let at = SIGNATURE.length;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + CHUNK_HEAD_BYTES < file.size; chunk += 1) {
    const head = await file.read(at, CHUNK_HEAD_BYTES);
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)];
    if (type === 'IDAT') return undefined;
    const begin = COMPRESSED[type];
    if (begin !== undefined) {
      const data = await file.read(at + CHUNK_HEAD_BYTES, Math.min(length, MAX_UNFOLDED_BYTES));
      const first = begin(data);
      if (length > MAX_UNFOLDED_BYTES || (first !== undefined && (await isTooLarge(data.subarray(first))))) {
        return `it carries a text or colour profile of over ${MAX_UNFOLDED_BYTES / 1024 / 1024} MB; save it without`;
      }
    }
    at += CHUNK_HEAD_BYTES + length + CHUNK_TAIL_BYTES;
  }
  return undefined;
};
