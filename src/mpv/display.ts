// Whether mpv has anything to show pictures on.
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

const MODES_FOLDER = '/sys/class/drm';

/** Modes that the connected screens offer, as `WIDTHxHEIGHT`, largest first; none where the kernel tells of no screen. */
export const readDisplayModes = async (folder = MODES_FOLDER): Promise<readonly string[]> => {
  const connectors = await readdir(folder).catch(() => []);
  const lists = await Promise.all(
    connectors.map((name) => readFile(join(folder, name, 'modes'), 'utf8').catch(() => '')),
  );
  const modes = lists.flatMap((list) => list.split('\n')).filter((mode) => /^\d+x\d+$/.test(mode));
  return [...new Set(modes)].sort((one, other) => toPixels(other) - toPixels(one));
};

const toPixels = (mode: string): number => mode.split('x').reduce((product, side) => product * Number(side), 1);
