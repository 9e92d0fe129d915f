// Darkens the picture: a black drawing over the whole window, as opaque as the fade is far on. It works on every video
// output, on a picture that stands too; mpv's `contrast` and `brightness` do nothing where no shader draws.
import type { JsonObject } from './ipc/json-lines.ts';

/** The overlay of texts is number 1; these two are drawn over it, and what the operator lays over the picture between them. */
const MASTER = { id: 2, z: 3 } as const;
export const COVER = { id: 3, z: 1 } as const;
/** The height of the window; its width comes from that, with square pixels. */
const HEIGHT = 720;
/** Six times as wide as it is high, with an edge around it. A larger drawing is drawn whole, too, and takes its memory. */
const DRAWING = `m -8 -8 l 4320 -8 4320 ${HEIGHT + 8} -8 ${HEIGHT + 8}`;

/**
 * @param level 0 is black, 1 the whole picture
 * @param overlay the master's fade by default
 */
export const toFadeCommand = (level: number, { id, z }: typeof MASTER | typeof COVER = MASTER): JsonObject => {
  if (level >= 1) return { name: 'osd-overlay', id, format: 'none', data: '' };
  // ASS counts transparency.
  const alpha = Math.round(level * 255);
  const transparency = alpha.toString(16).padStart(2, '0').toUpperCase();
  return {
    name: 'osd-overlay',
    ...{ id, z },
    format: 'ass-events',
    data: `{\\an7\\pos(0,0)\\bord0\\shad0\\1c&H000000&\\1a&H${transparency}&\\p1}${DRAWING}`,
    res_x: 0,
    res_y: HEIGHT,
  };
};
