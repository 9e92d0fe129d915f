// Renders text over the picture as mpv OSD overlay (ASS events).
import type { JsonObject } from './ipc/json-lines.ts';

const CANVAS = { width: 1920, height: 1080 } as const;
const FIRST_LINE = { y: 800, size: 64 } as const;
const FURTHER_LINE = { height: 54, size: 40 } as const;
const OVERLAY_ID = 1;

/** Backslash and braces are ASS syntax; look-alikes stop a host name from becoming a command. */
export const toPlainText = (line: string): string =>
  line.replaceAll('\\', '\u2216').replaceAll('{', '(').replaceAll('}', ')');

export const toOsdCommand = (lines: readonly string[]): JsonObject => {
  if (lines.length === 0) return { name: 'osd-overlay', id: OVERLAY_ID, format: 'none', data: '' };
  const events = lines.map((line, index) => {
    const y = FIRST_LINE.y + index * FURTHER_LINE.height + (index > 0 ? 20 : 0);
    const size = index === 0 ? FIRST_LINE.size : FURTHER_LINE.size;
    return `{\\an5\\pos(${CANVAS.width / 2},${y})\\fs${size}\\bord0\\shad0\\1c&HFFFFFF&}${toPlainText(line)}`;
  });
  return {
    name: 'osd-overlay',
    id: OVERLAY_ID,
    format: 'ass-events',
    data: events.join('\n'),
    res_x: CANVAS.width,
    res_y: CANVAS.height,
  };
};
