// The Debian packages, built from what the tests run on.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';

export interface Packages {
  readonly player: string;
  readonly talkgroup: string;
}

/** @param version undefined: that of package.json */
export const buildPackages = async (folder: string, version?: string): Promise<Packages> => {
  await run('env', 'BUNDLED=1', 'scripts/package', folder, ...(version === undefined ? [] : [version]));
  const find = (start: string): string => {
    const name = readdirSync(folder).find((file) => file.startsWith(start));
    if (name === undefined) throw new Error(`scripts/package made no ${start}…`);
    return join(folder, name);
  };
  return { player: find('cuedeck_'), talkgroup: find('cuedeck-talkgroup_') };
};
