// Limits frame size and total decoder memory.
import type { Headers } from './probe-report.ts';
import { numberOf } from './report-fields.ts';

/** More than 8K, and more than any display shows. */
export const MAX_PIXELS = 64 * 1024 ** 2;
/** Limit of all reference frames together: above the highest levels of H.264 and HEVC. */
const MAX_REFERENCE_PIXELS = 216 * 1024 ** 2;

const toMillions = (pixels: number): number => Math.round(pixels / 1e6);

/** Completes "The file is refused: …". */
export const whyTooLarge = (width: number, height: number): string =>
  `its picture of ${width} × ${height} has ${toMillions(width * height)} million pixels; allowed: ${toMillions(MAX_PIXELS)}`;

/** Why frames of this size are rejected; completes "The file is refused: …". */
export const whyOversized = ({ video }: Headers): string | undefined => {
  const [width = 0, height = 0, references = 1] = [video?.width, video?.height, video?.refs].map(numberOf);
  const pixels = width * height;
  if (pixels > MAX_PIXELS) return whyTooLarge(width, height);
  if (pixels * references <= MAX_REFERENCE_PIXELS) return undefined;
  const allowed = Math.floor(MAX_REFERENCE_PIXELS / pixels);
  return `a frame of it, ${width} × ${height}, may refer to ${references} others; allowed at this size: ${allowed}`;
};
