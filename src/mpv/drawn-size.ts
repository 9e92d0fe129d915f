// The size in which the CPU draws a picture, on outputs that scale on the CPU.
import type { Fit, Rotation } from '../deck/output.ts';
import type { Media } from '../deck/ports.ts';

/** What the player's mpv draws on. */
export interface DrawnScreen {
  /** Name of mpv's video output; empty while it has none. */
  readonly output: string;
  /** Pixels; 0 without a screen. */
  readonly width: number;
  readonly height: number;
  readonly rotationDegrees: Rotation;
  /** Absent: `contain`. */
  readonly fit?: Fit | undefined;
}

/** These scale and convert each frame on the CPU; the others leave it to the GPU. */
const CPU_OUTPUTS = ['x11', 'drm', 'wlshm'];

/** Undefined where the CPU does not draw. */
export const toDrawnSize = (
  picture: Media,
  { output, width, height, rotationDegrees, fit = 'contain' }: DrawnScreen,
): { readonly width: number; readonly height: number } | undefined => {
  if (!CPU_OUTPUTS.includes(output) || width === 0 || height === 0) return undefined;
  const coding = picture.kind === 'reel' ? undefined : picture.coding;
  if (coding === undefined) return { width, height };
  const isOnItsSide = rotationDegrees % 180 !== 0;
  const [across, down] = isOnItsSide ? [height, width] : [width, height];
  // What is cut off is not drawn.
  if (fit !== 'contain') return { width: across, height: down };
  const factor = Math.min(across / coding.width, down / coding.height);
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * factor) / 2));
  return { width: even(coding.width), height: even(coding.height) };
};
