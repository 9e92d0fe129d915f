// Rejects uploads early whose first bytes match no video or image format.
import { HEAD_BYTES, isPlaylist } from '../../storage/file-references.ts';

/** Bytes that are enough to decide: some formats may begin in the middle of a broadcast, or after a preface of up to 64 KiB. */
export const SIGNATURE_BYTES = 64 * 1024;

const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** Stands for any byte in the patterns below. */
const ANY = '\u2022';
const begins = (text: string, ...patterns: readonly string[]): boolean =>
  patterns.some((pattern) => [...pattern].every((letter, at) => letter === ANY || letter === text[at]));

/** First bytes of the allowed formats, as text in Latin-1. */
const BEGINNINGS = [
  ...['\x1aE\xdf\xa3', 'FLV', 'ON2 ', '0&\xb2u', 'OggS', 'GIF8', '\x89PNG', '\xff\xd8\xff', 'BM', '\xff\n'],
  ...['AVI ', 'AVIX', 'AVI\x19', 'AMV ', 'WEBP'].flatMap((form) => [`RIFF••••${form}`, `RIFX••••${form}`]),
  ...['II*\0', 'II+\0', 'MM\0*', 'MM\0+', '\0\0\0\x0cJXL ', '\x1f\x07\0', '\x9f\x07\0'],
  // Bare H.264, H.265 and MPEG-4 begin with a start code; the probe rejects them with the reason.
  ...['\0\0\x01', '\0\0\0\x01'],
];

/** First boxes of MP4, MOV and HEIF. */
const BOXES =
  'ftyp moov mdat free skip wide pnot udta uuid junk pict PICT PICT prrt styp sidx moof emsg mfra meta prfl pdin'.split(
    ' ',
  );

/** Consecutive boxes; the first may be an unknown one. */
const isBoxes = (head: Buffer): boolean => {
  for (let at = 0; at + 8 <= head.length; ) {
    const name = latin1(head, at + 4, at + 8);
    if (BOXES.includes(name)) return true;
    const bytes = head.readUInt32BE(at);
    if (bytes < 8 || !/^[ -~\xa9]{4}$/.test(name)) return false;
    at += bytes;
  }
  return false;
};

/** Packet lengths of MPEG transport streams on disk, on tape and on air. */
const PACKETS = [188, 192, 204];
const PACKETS_IN_STEP = 5;

const isTransportStream = (head: Buffer): boolean =>
  PACKETS.some((length) => {
    const last = Math.min(head.length - length * PACKETS_IN_STEP, SIGNATURE_BYTES);
    for (let at = head.indexOf(0x47); at >= 0 && at <= last; at = head.indexOf(0x47, at + 1)) {
      if (
        Array.from({ length: PACKETS_IN_STEP }, (_, packet) => head[at + packet * length]).every(
          (byte) => byte === 0x47,
        )
      )
        return true;
    }
    return false;
  });

/** Formats that may follow a preface: an MPEG program stream or bare stream, and MXF. */
const MARKS = [
  Buffer.from([0, 0, 1, 0xba]),
  Buffer.from([0, 0, 1, 0xb3]),
  Buffer.from([0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02]),
];

const mayBePicture = (head: Buffer): boolean => {
  const beginning = latin1(head, 0, 16);
  return (
    begins(beginning, ...BEGINNINGS) ||
    isBoxes(head) ||
    MARKS.some((mark) => head.includes(mark)) ||
    isTransportStream(head)
  );
};

/** Other files that people upload, by their first bytes. */
const OTHERS: readonly (readonly [why: string, ...beginnings: readonly string[]])[] = [
  [
    'it is an archive; unpack it first',
    'PK\x03\x04',
    'PK\x05\x06',
    'Rar!',
    '7z\xbc\xaf',
    '\x1f\x8b',
    'BZh',
    '\xfd7zXZ',
    '(\xb5/\xfd',
  ],
  ['it is a PDF; export its pages as pictures first', '%PDF'],
  ['it has sound only, no picture', 'ID3', 'fLaC', 'MThd', 'RIFF••••WAVE', 'FORM••••AIF'],
  ['it has sound only, no picture', ...[...'\xe2\xe3\xf0\xf1\xf2\xf3\xf8\xf9\xfa\xfb'].map((byte) => `\xff${byte}`)],
  ['it is a program, not a video or picture', 'MZ', '\x7fELF', '#!'],
];

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // The last character may be cut in two.
  const text = head.toString('utf8').replace(/\ufffd{1,3}$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no text has
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/.test(text);
};

/**
 * Why a file with these first bytes cannot be a clip; undefined when it may be one.
 * @param head the first SIGNATURE_BYTES of a file that is longer
 * @returns completes "The file is refused: …"
 */
export const whyNoClip = (head: Buffer): string | undefined => {
  if (isPlaylist(head.subarray(0, HEAD_BYTES))) return 'it is a playlist, not a video or picture';
  if (mayBePicture(head)) return undefined;
  const beginning = latin1(head, 0, 16);
  const known = OTHERS.find(([, ...beginnings]) => begins(beginning, ...beginnings));
  if (known !== undefined) return known[0];
  if (isText(head)) return 'it is text, not a video or picture';
  return 'it does not begin like a video or picture';
};
