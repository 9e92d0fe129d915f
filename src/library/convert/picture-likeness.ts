// Compares two small pictures as eyes would: structure of the brightness, and mean difference of the colours.

/** Bytes of the planes Y, U and V, each of the whole size. */
interface Planes {
  readonly width: number;
  readonly height: number;
}

const BLOCK = 8;
/** Constants of SSIM for 8 bits. */
const STEADY_MEAN = (0.01 * 255) ** 2;
const STEADY_VARIANCE = (0.03 * 255) ** 2;

interface Likeness {
  /** SSIM, -1 to 1. */
  readonly structure: number;
  /** Difference of the mean brightness, in steps of 256. */
  readonly difference: number;
}

const compareBlock = (one: Buffer, other: Buffer, at: number, width: number): Likeness => {
  let [sumOne, sumOther, squares, otherSquares, products] = [0, 0, 0, 0, 0];
  for (let y = 0; y < BLOCK; y += 1) {
    for (let x = 0; x < BLOCK; x += 1) {
      const [a = 0, b = 0] = [one[at + y * width + x], other[at + y * width + x]];
      sumOne += a;
      sumOther += b;
      squares += a * a;
      otherSquares += b * b;
      products += a * b;
    }
  }
  const count = BLOCK * BLOCK;
  const [mean, otherMean] = [sumOne / count, sumOther / count];
  const variances = squares / count - mean ** 2 + (otherSquares / count - otherMean ** 2);
  const covariance = products / count - mean * otherMean;
  const structure =
    ((2 * mean * otherMean + STEADY_MEAN) * (2 * covariance + STEADY_VARIANCE)) /
    ((mean ** 2 + otherMean ** 2 + STEADY_MEAN) * (variances + STEADY_VARIANCE));
  return { structure, difference: Math.abs(mean - otherMean) };
};

const compareBlocks = (one: Buffer, other: Buffer, { width, height }: Planes): readonly Likeness[] => {
  const blocks: Likeness[] = [];
  for (let y = 0; y + BLOCK <= height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= width; x += BLOCK) blocks.push(compareBlock(one, other, y * width + x, width));
  }
  return blocks;
};

const toMeanDifference = (one: Buffer, other: Buffer, from: number): number => {
  let sum = 0;
  for (let at = from; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / (one.length - from);
};

/** Below this mean a picture is another one, or damaged; what encoding loses is far less at this size. */
const MIN_STRUCTURE = 0.9;
/** In steps of 256: of the brightness of any block, and of the colours on average. */
const MAX_BLOCK_DIFFERENCE = 64;
const MAX_COLOUR_DIFFERENCE = 6;

/** Whether two pictures of that size show the same. @param size at least 8 by 8 */
export const isAlike = (one: Buffer, other: Buffer, size: Planes): boolean => {
  if (one.length !== other.length) return false;
  const blocks = compareBlocks(one, other, size);
  const structure = blocks.reduce((sum, block) => sum + block.structure, 0) / blocks.length;
  return (
    structure >= MIN_STRUCTURE &&
    blocks.every(({ difference }) => difference <= MAX_BLOCK_DIFFERENCE) &&
    toMeanDifference(one, other, size.width * size.height) <= MAX_COLOUR_DIFFERENCE
  );
};
