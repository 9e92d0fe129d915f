// Makes the terminator of a call whose own was lost: its link control stands inside the burst, under error correction.
// Coded as in ETSI TS 102 361-1, annex B: BPTC(196,96) over the link control and its Reed-Solomon (12,9) check.
import { BURST_BYTES } from './burst.ts';

/** The fields of a terminator. */
interface EndedCall {
  readonly source: number;
  readonly destination: number;
  readonly group: boolean;
  /** The stream it ends. */
  readonly id: number;
  /** That of its last burst. */
  readonly sequence: number;
}

const TAG = 0x444d5244;
const TERMINATOR = 0x22;
const PRIVATE_CALL = 0x40;
const CODE_AT = 20;

/** x^8 + x^4 + x^3 + x^2 + 1 */
const times = (one: number, other: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
};

/** The check of a terminator: a header has another mask. */
const MASK = 0x99;

const toCheck = (control: readonly number[]): readonly number[] => {
  let [low, middle, high] = [0, 0, 0];
  for (const byte of control) {
    const feedback = byte ^ high;
    high = middle ^ times(14, feedback);
    middle = low ^ times(56, feedback);
    low = times(64, feedback);
  }
  return [high ^ MASK, middle ^ MASK, low ^ MASK];
};

const toBytes = (number: number): readonly number[] => [number >> 16, (number >> 8) & 0xff, number & 0xff];

const toControl = ({ source, destination, group }: EndedCall): readonly number[] => {
  const control = [group ? 0 : 3, 0, 0, ...toBytes(destination), ...toBytes(source)];
  return [...control, ...toCheck(control)];
};

const toBits = (bytes: readonly number[]): readonly number[] =>
  bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));

/** The bits that each check bit of a row and of a column sums up. */
const ROW_CHECKS = [
  [0, 1, 2, 3, 5, 7, 8],
  [1, 2, 3, 4, 6, 8, 9],
  [2, 3, 4, 5, 7, 9, 10],
  [0, 1, 2, 4, 6, 7, 10],
];
const COLUMN_CHECKS = [
  [0, 1, 3, 5, 6],
  [0, 1, 2, 4, 6, 7],
  [0, 1, 2, 3, 5, 7, 8],
  [0, 2, 4, 5, 8],
];
const ROWS = 9;
const COLUMNS = 15;
const DATA_COLUMNS = COLUMNS - ROW_CHECKS.length;
const RESERVED_BITS = 3;

const withChecks = (bits: readonly number[], checks: readonly (readonly number[])[]): readonly number[] => [
  ...bits,
  ...checks.map((places) => places.reduce((sum, place) => sum ^ (bits[place] ?? 0), 0)),
];

const CODE_BITS = 196;
const HALF = CODE_BITS / 2;

/** The coded form, as sent on the air. */
const toCode = (control: readonly number[]): readonly number[] => {
  const filled = [...Array.from({ length: RESERVED_BITS }, () => 0), ...toBits(control)];
  const rows = Array.from({ length: ROWS }, (_, row) =>
    withChecks(filled.slice(row * DATA_COLUMNS, (row + 1) * DATA_COLUMNS), ROW_CHECKS),
  );
  const columns = Array.from({ length: COLUMNS }, (_, column) =>
    withChecks(
      rows.map((row) => row[column] ?? 0),
      COLUMN_CHECKS,
    ),
  );
  const code = Array.from({ length: CODE_BITS }, () => 0);
  for (let place = 1; place < code.length; place++)
    code[(place * 181) % CODE_BITS] = columns[(place - 1) % COLUMNS]?.[Math.floor((place - 1) / COLUMNS)] ?? 0;
  return code;
};

/** Between the halves of the code: the slot type (terminator, colour code 1) around the data sync of a base station. */
const MIDDLE = toBits([0x12, 0xb7, 0xfd, 0x5f, 0x5d, 0x77, 0xd7, 0x65, 0x90]).slice(0, 68);

const toBytesOf = (bits: readonly number[]): Buffer =>
  Buffer.from(
    Array.from({ length: bits.length / 8 }, (_, index) =>
      bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
    ),
  );

/** The burst that ends a call, addressed to nobody yet. */
export const toTerminator = (call: EndedCall): Buffer => {
  const datagram = Buffer.alloc(BURST_BYTES);
  datagram.writeUInt32BE(TAG, 0);
  datagram.writeUInt8((call.sequence + 1) & 0xff, 4);
  datagram.writeUIntBE(call.source, 5, 3);
  datagram.writeUIntBE(call.destination, 8, 3);
  datagram.writeUInt8(TERMINATOR | (call.group ? 0 : PRIVATE_CALL), 15);
  datagram.writeUInt32BE(call.id, 16);
  const code = toCode(toControl(call));
  toBytesOf([...code.slice(0, HALF), ...MIDDLE, ...code.slice(HALF)]).copy(datagram, CODE_AT);
  return datagram;
};
