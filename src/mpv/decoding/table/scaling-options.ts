// mpv's options for boards that have no time for fine scaling.
import { toBoard } from '../../board.ts';

/** mpv's profile `fast` as it is in 0.40, and the fast scaler of outputs without a GPU. */
const CHEAP_SCALING: Readonly<Record<string, string>> = {
  scale: 'bilinear',
  dscale: 'bilinear',
  cscale: 'bilinear',
  dither: 'no',
  'correct-downscaling': 'no',
  'linear-downscaling': 'no',
  'sigmoid-upscaling': 'no',
  'hdr-compute-peak': 'no',
  'sws-scaler': 'fast-bilinear',
  'sws-fast': 'yes',
};

/** @param compatible the chips of the device tree */
export const toScalingOptions = (compatible: readonly string[]): Readonly<Record<string, string>> =>
  toBoard(compatible) === 'other' ? {} : CHEAP_SCALING;
