// Keeps mpv at what lies over the picture, in the shape and rotation of its window.

import type { Rotation } from '../deck/output.ts';
import { isSameLines, NO_LINES, type OverlayLines } from '../deck/overlay/overlay-lines.ts';
import type { Command } from './ipc/ipc-connection.ts';
import { toOverlayCommand } from './overlay-drawing.ts';

/** @returns draws anew where the drawing is another one; throws AppError `unplayable`, `player-unavailable` */
export const createOverlayDrawer = (mpv: {
  readonly overlay: () => OverlayLines;
  readonly rotationDegrees: () => Rotation;
  readonly property: (name: string) => Promise<unknown>;
  readonly request: (command: Command) => Promise<unknown>;
}): (() => Promise<void>) => {
  const isNothing = (lines: OverlayLines): boolean => isSameLines(lines, NO_LINES);
  let drawn = '';
  return async () => {
    if (drawn === '' && isNothing(mpv.overlay())) return;
    const [width, height] = await Promise.all(['osd-width', 'osd-height'].map(mpv.property));
    const lines = mpv.overlay();
    const window = { width: Number(width ?? 0), height: Number(height ?? 0), rotationDegrees: mpv.rotationDegrees() };
    const command = toOverlayCommand(lines, window);
    const text = JSON.stringify(command);
    if (text === drawn) return;
    drawn = isNothing(lines) ? '' : text;
    await mpv.request(command);
  };
};
