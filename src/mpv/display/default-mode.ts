// The mode of a screen for which nobody chose one.
import { toBoard } from '../board.ts';

const FULL_HD = '1920x1080';
/** A board that draws this in time may not scale to more. */
const MAX_PIXELS = 2560 * 1440;

const toPixels = (mode: string): number => mode.split('x').reduce((product, side) => product * Number(side), 1);

/**
 * Full HD on boards that cannot scale to 4K in real time; undefined: what the screen prefers.
 * @param compatible the chips of the device tree
 * @param offered modes of the screen
 */
export const toDefaultMode = (compatible: readonly string[], offered: readonly string[]): string | undefined => {
  if (toBoard(compatible) === 'other' || !offered.includes(FULL_HD)) return undefined;
  return offered.some((mode) => toPixels(mode) > MAX_PIXELS) ? FULL_HD : undefined;
};
