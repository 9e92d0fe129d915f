// Reads what the kernel shows of the machine in its files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluggedConnectors } from '../../display/display.ts';
import type { Hardware } from './facts.ts';

const BYTES_PER_KIB = 1024;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

const namesIn = (folder: string, form: RegExp): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => form.test(name))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  } catch {
    return [];
  }
};

/** The device tree ends each text with a NUL. */
const textsOf = (raw: string): readonly string[] => raw.split('\0').filter((text) => text !== '');

const driverOf = (deviceFolder: string): string =>
  /^DRIVER=(.*)$/m.exec(read(join(deviceFolder, 'device/uevent')))?.[1] ?? '';

const readModel = (root: string): string => {
  const [board] = textsOf(read(join(root, 'proc/device-tree/model')));
  return (board ?? read(join(root, 'sys/class/dmi/id/product_name'))).trim();
};

const readContiguousBytes = (root: string): number | undefined => {
  const kib = /^CmaTotal:\s+(\d+) kB$/m.exec(read(join(root, 'proc/meminfo')))?.[1];
  return kib === undefined ? undefined : Number(kib) * BYTES_PER_KIB;
};

/** The connectors with a screen, and a hash of what each screen says of itself. */
export const readScreens = (drmFolder: string): readonly string[] =>
  pluggedConnectors(drmFolder).map((connector) => {
    const told = read(join(drmFolder, connector, 'edid')) || read(join(drmFolder, connector, 'modes'));
    return `${connector} ${createHash('sha256').update(told, 'latin1').digest('hex').slice(0, 16)}`;
  });

/**
 * A few small files; takes about a millisecond.
 * @param root `/`, or a folder in its place
 */
export const readHardware = (root: string): Hardware => {
  const drm = join(root, 'sys/class/drm');
  const video = join(root, 'sys/class/video4linux');
  const contiguousBytes = readContiguousBytes(root);
  return {
    model: readModel(root),
    compatible: textsOf(read(join(root, 'proc/device-tree/compatible'))),
    kernel: read(join(root, 'proc/sys/kernel/osrelease')).trim(),
    cards: namesIn(drm, /^card\d+$/)
      .map((name) => driverOf(join(drm, name)))
      .filter((driver) => driver !== ''),
    renderers: namesIn(drm, /^renderD\d+$/).map((node) => ({ node, driver: driverOf(join(drm, node)) })),
    devices: namesIn(video, /^video\d+$/).map((node) => ({
      node,
      driver: driverOf(join(video, node)),
      name: read(join(video, node, 'name')).trim(),
    })),
    screens: readScreens(drm),
    ...(contiguousBytes !== undefined && { contiguousBytes }),
  };
};
