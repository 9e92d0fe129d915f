// Whether mpv has anything to show pictures on.
import { readdirSync } from 'node:fs';

const DRM_FOLDER = '/dev/dri';

/** @param displays the display variables that are set: DISPLAY, WAYLAND_DISPLAY */
export const hasDisplay = (displays: readonly string[]): boolean =>
  displays.some((name) => name !== '') || hasDrmCard();

const hasDrmCard = (): boolean => {
  try {
    return readdirSync(DRM_FOLDER).some((name) => name.startsWith('card'));
  } catch {
    return false;
  }
};
