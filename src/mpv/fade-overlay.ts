// Darkens the picture: a black drawing over the whole window, as thick as the fade is far. It works on every video
// output, on a picture that stands too; mpv's `contrast` and `brightness` do nothing where no shader draws.
import type { JsonObject } from './ipc/json-lines.ts';

/** Besides the texts' one; drawn over them. */
const OVERLAY = { id: 2, z: 1 } as const;
/** Its shape does not matter: the drawing goes far beyond it on all sides. */
const CANVAS = { width: 1280, height: 720 } as const;
const DRAWING = 'm -6000 -6000 l 8000 -6000 8000 8000 -6000 8000';

/** @param level 0 is black, 1 the whole picture */
export const toFadeCommand = (level: number): JsonObject => {
  if (level >= 1) return { name: 'osd-overlay', id: OVERLAY.id, format: 'none', data: '' };
  // ASS counts transparency.
  const alpha = Math.round(level * 255);
  const transparency = alpha.toString(16).padStart(2, '0').toUpperCase();
  return {
    name: 'osd-overlay',
    ...OVERLAY,
    format: 'ass-events',
    data: `{\\an7\\pos(0,0)\\bord0\\shad0\\1c&H000000&\\1a&H${transparency}&\\p1}${DRAWING}`,
    res_x: CANVAS.width,
    res_y: CANVAS.height,
  };
};
