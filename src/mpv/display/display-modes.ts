// Lists the modes of connected displays and builds mpv's option for the chosen one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Display, pluggedConnectors } from './display.ts';

/**
 * As `WIDTHxHEIGHT`, largest first; empty where the kernel reports no display.
 * @param deps.drmFolder the kernel's `/sys/class/drm`
 * @param deps.connector the only one that counts, as mpv names it (`HDMI-A-2`); undefined: all
 */
export const readDisplayModes = (deps: {
  readonly drmFolder: string;
  readonly connector: string | undefined;
}): readonly string[] => {
  const { drmFolder, connector } = deps;
  const modes = pluggedConnectors(drmFolder)
    .filter((name) => connector === undefined || name.replace(/^card\d+-/, '') === connector)
    .flatMap((name) => readModes(join(drmFolder, name, 'modes')))
    .filter((mode) => /^\d+x\d+$/.test(mode));
  return [...new Set(modes)].sort((one, other) => toPixels(other) - toPixels(one));
};

const readModes = (path: string): readonly string[] => {
  try {
    return readFileSync(path, 'latin1').split('\n');
  } catch {
    return [];
  }
};

const toPixels = (mode: string): number => mode.split('x').reduce((product, side) => product * Number(side), 1);

/**
 * Leaves out a mode that the display does not offer, since mpv would show nothing. The kernel lists no refresh rates.
 * @param mode `WIDTHxHEIGHT` or `WIDTHxHEIGHT@RATE`; undefined: the display's preferred mode
 * @param offered modes of the display; empty: unknown
 */
export const toModeOptions = (
  screen: Display,
  mode: string | undefined,
  offered: readonly string[],
): readonly string[] => {
  if (screen.kind !== 'bare' || mode === undefined) return [];
  const [size = mode] = mode.split('@');
  return offered.length === 0 || offered.includes(size) ? [`--drm-mode=${mode}`] : [];
};
