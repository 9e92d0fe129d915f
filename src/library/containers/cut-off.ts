// Detects truncated files by the lengths they declare.

import { type ByteWindow, orSpent } from './byte-window.ts';
import { isChainOfBoxesCut, isChainOfPngChunksCut, isGifCut, isMatroskaCut } from './cut-off-chains.ts';
import { declaredBytes } from './declared-size.ts';
import { isTiffCut } from './tiff-strips.ts';

const HEAD_BYTES = 512;
const TAIL_BYTES = 65_536;
const BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot'];

const ASF_HEAD = '\x30\x26\xb2\x75\x8e\x66\xcf\x11';
const ASF_FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const MXF_PARTITION = '\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01';

/**
 * Streams that may end anywhere (transport and program streams, DV) are never truncated, nor are live recordings
 * that declare no length, nor files of more than `MAX_READS` parts.
 */
export const isCutOff = (bytes: ByteWindow): Promise<boolean> => orSpent(isPartMissing(bytes), false);

const isPartMissing = async (bytes: ByteWindow): Promise<boolean> => {
  const head = Buffer.from(await bytes.read(0, HEAD_BYTES));
  if (bytes.size < (declaredBytes(head) ?? 0)) return true;
  const text = head.toString('latin1');
  if (BOXES.includes(text.slice(4, 8))) return isChainOfBoxesCut(bytes);
  if (text.startsWith('\x89PNG')) return isChainOfPngChunksCut(bytes);
  if (text.startsWith('GIF8')) return isGifCut(bytes);
  if (text.startsWith('\x1aE\xdf\xa3')) return isMatroskaCut(bytes);
  if (text.startsWith('RIFF')) return isRiffCut(bytes);
  if (text.startsWith('FLV')) return isFlvCut(bytes);
  if (text.startsWith('OggS')) return isOggCut(bytes);
  if (text.startsWith(ASF_HEAD)) return isAsfCut(bytes);
  if (text.startsWith(MXF_PARTITION)) return isMxfCut(head, bytes.size);
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return isTiffCut(bytes);
  return false;
};

/** Beyond 1 GiB a file continues in further chunks. */
const isRiffCut = async (bytes: ByteWindow): Promise<boolean> => {
  for (let at = 0; at + 8 <= bytes.size; ) {
    const chunk = await bytes.read(at, 8);
    const length = chunk.readUInt32LE(4);
    // Interrupted recorders leave 0 or all ones.
    if (chunk.toString('latin1', 0, 4) !== 'RIFF' || length === 0 || length === 0xffffffff) return false;
    at += 8 + length + (length % 2);
    if (at > bytes.size + 1) return true;
  }
  return false;
};

/** Each tag is followed by its length. */
const isFlvCut = async (bytes: ByteWindow): Promise<boolean> => {
  if (bytes.size < 32) return true;
  const length = (await bytes.read(bytes.size - 4, 4)).readUInt32BE(0);
  const tagAt = bytes.size - 4 - length;
  if (length < 11 || tagAt < 13) return true;
  return (await bytes.read(tagAt + 1, 3)).readUIntBE(0, 3) !== length - 11;
};

/** The last page must be complete. */
const isOggCut = async (bytes: ByteWindow): Promise<boolean> => {
  const from = Math.max(0, bytes.size - TAIL_BYTES - 512);
  const tail = await bytes.read(from, bytes.size - from);
  const at = tail.lastIndexOf('OggS');
  const segments = tail[at + 26];
  if (at < 0 || segments === undefined) return true;
  const table = tail.subarray(at + 27, at + 27 + segments);
  const length = table.reduce((sum, segment) => sum + segment, 27 + segments);
  return table.length < segments || at + length > tail.length;
};

/** Windows Media declares its total size, except for live streams. */
const isAsfCut = async (bytes: ByteWindow): Promise<boolean> => {
  const header = await bytes.read(0, TAIL_BYTES);
  const at = header.indexOf(ASF_FILE_PROPERTIES);
  if (at < 0 || at + 92 > header.length) return false;
  const isBroadcast = (header.readUInt32LE(at + 88) & 1) === 1;
  return !isBroadcast && Number(header.readBigUInt64LE(at + 40)) > bytes.size;
};

/** The first part of a finished MXF holds the start of the last one. */
const isMxfCut = (head: Buffer, size: number): boolean => {
  const lengthBytes = (head[16] ?? 0) < 0x80 ? 0 : (head[16] ?? 0) - 0x80;
  const footerAt = 17 + lengthBytes + 24;
  return footerAt + 8 <= head.length && Number(head.readBigUInt64BE(footerAt)) >= size;
};
