// Reads the declared size of a container; a shorter file is truncated.

const SEGMENT_ID = 0x18538067;
const EBML_ID = 0x1a45dfa3;

/** EBML numbers: the number of leading zero bits in the first byte is the number of further bytes; all ones means "unknown". */
export const readEbmlSize = (
  bytes: Buffer,
  at: number,
): { readonly value: number | undefined; readonly end: number } => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return { value: undefined, end: bytes.length };
  let value = first - (1 << (8 - length));
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte;
  return { value: value >= 2 ** (7 * length) - 1 ? undefined : value, end: at + length };
};

/** Matroska and WebM: the EBML header, then one segment. */
const matroskaSize = (head: Buffer): number | undefined => {
  if (head.length < 12 || head.readUInt32BE(0) !== EBML_ID) return undefined;
  const header = readEbmlSize(head, 4);
  const segmentAt = header.end + (header.value ?? Number.POSITIVE_INFINITY);
  if (segmentAt + 5 > head.length || head.readUInt32BE(segmentAt) !== SEGMENT_ID) return undefined;
  const segment = readEbmlSize(head, segmentAt + 4);
  return segment.value === undefined ? undefined : segment.end + segment.value;
};

/** AVI; beyond 1 GiB it continues in further chunks. Interrupted recorders leave 0 or all ones. */
const aviSize = (head: Buffer): number | undefined => {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'AVI ') return undefined;
  const size = head.readUInt32LE(4);
  return size === 0 || size === 0xffffffff ? undefined : size + 8;
};

/**
 * @param head the first bytes of the file
 * @returns declared size in bytes; undefined when the container declares none
 */
export const declaredBytes = (head: Buffer): number | undefined => matroskaSize(head) ?? aviSize(head);
