// The kernel's hardware monitors: a folder of small files for each driver (Documentation/hwmon/sysfs-interface).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file's text without line end; '' when it is missing. */
export const readSensorFile = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).trim();

/**
 * @param root `/`, or a folder in its place
 * @param drivers names, such as `coretemp`
 * @returns the folder of the first monitor of one of these drivers
 */
export const findMonitor = async (root: string, drivers: readonly string[]): Promise<string | undefined> => {
  const monitors = join(root, 'sys/class/hwmon');
  for (const entry of await readdir(monitors).catch(() => [])) {
    const folder = join(monitors, entry);
    if (drivers.includes(await readSensorFile(join(folder, 'name')))) return folder;
  }
  return undefined;
};
