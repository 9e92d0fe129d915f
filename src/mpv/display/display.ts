// Detects the display at each mpv start, and its options.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `desktop`: X or Wayland. `bare`: a screen of our own over DRM/KMS; `gpu` where the board can render. */
export type Display =
  | { readonly kind: 'desktop' }
  | { readonly kind: 'bare'; readonly gpu: boolean }
  | { readonly kind: 'none' };

/** The kernel's prefix: `card1-HDMI-A-1` is the first HDMI connector of the second card. */
const CONNECTOR = /^card\d+-/;
const RENDER_NODE = /^renderD\d+$/;

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/**
 * A virtual machine's display has a render node even when it cannot render; the first bit of its features tells.
 * mpv would then try software rendering for seconds and seem frozen.
 */
const hasRenderer = (folder: string, node: string): boolean => {
  const device = join(folder, node, 'device');
  const display = namesIn(device).find((name) => /^virtio\d+$/.test(name));
  if (display === undefined) return true;
  try {
    return readFileSync(join(device, display, 'features'), 'latin1').startsWith('1');
  } catch {
    return true;
  }
};

/** Panels that cannot report are `unknown`; they count as plugged. */
const isPlugged = (folder: string, connector: string): boolean => {
  try {
    return readFileSync(join(folder, connector, 'status'), 'latin1').trim() !== 'disconnected';
  } catch {
    return false;
  }
};

/** True when the kernel has the same cards and connectors as before, plugged or not; `*` is a shell's name for none. */
export const hasSameScreens = (drmFolder: string, before: readonly string[]): boolean => {
  const toList = (names: readonly string[]): string =>
    names
      .filter((name) => name !== '*')
      .sort()
      .join(' ');
  return toList(namesIn(drmFolder)) === toList(before);
};

/** Connectors that have a display now, sorted. */
export const pluggedConnectors = (drmFolder: string): readonly string[] =>
  namesIn(drmFolder)
    .filter((name) => CONNECTOR.test(name) && isPlugged(drmFolder, name))
    .sort();

/**
 * @param deps.displays the display variables: DISPLAY, WAYLAND_DISPLAY; empty strings where they are not set
 * @param deps.drmFolder the kernel's `/sys/class/drm`
 */
export const findScreen = (deps: { readonly displays: readonly string[]; readonly drmFolder: string }): Display => {
  if (deps.displays.some((name) => name !== '')) return { kind: 'desktop' };
  if (pluggedConnectors(deps.drmFolder).length === 0) return { kind: 'none' };
  return {
    kind: 'bare',
    gpu: namesIn(deps.drmFolder).some((name) => RENDER_NODE.test(name) && hasRenderer(deps.drmFolder, name)),
  };
};

/**
 * @param connector as mpv names it (`HDMI-A-2`); undefined: the first that has a screen
 * @returns mpv's options
 */
export const toScreenOptions = (screen: Display, connector: string | undefined): readonly string[] => {
  if (screen.kind === 'desktop') return [];
  if (screen.kind === 'none') return ['--vo=null'];
  return [
    // A render node may lack a driver: mpv then refuses to render in software and takes the next output.
    ...(screen.gpu ? ['--vo=gpu,drm', '--gpu-context=drm'] : ['--vo=drm']),
    // Measured in a guest with virtio-gpu: with the usual queue an exact seek in pause leaves an older frame on the screen.
    '--swapchain-depth=1',
    ...(connector === undefined ? [] : [`--drm-connector=${connector}`]),
  ];
};
