// The Debian packages, built from what the tests run on.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';

export interface Packages {
  readonly player: string;
  readonly talkgroup: string;
  /** What the image has besides. */
  readonly appliance: string;
}

/** @param version undefined: that of package.json */
export const buildPackages = async (folder: string, version?: string): Promise<Packages> => {
  await run('env', 'BUNDLED=1', 'scripts/package', folder, ...(version === undefined ? [] : [version]));
  const find = (start: string): string => {
    const name = readdirSync(folder).find((file) => file.startsWith(start));
    if (name === undefined) throw new Error(`scripts/package made no ${start}…`);
    return join(folder, name);
  };
  return { player: find('cuedeck_'), talkgroup: find('cuedeck-talkgroup_'), appliance: find('cuedeck-appliance_') };
};

/**
 * A package whose player begins with code of the test's.
 * @param folder where all that it takes is made
 * @returns its path
 */
export const buildOffer = async (folder: string, version: string, code: string): Promise<string> => {
  const { player } = await buildPackages(mkdtempSync(join(folder, 'built-')), version);
  const stage = mkdtempSync(join(folder, 'stage-'));
  await run('dpkg-deb', '--raw-extract', player, stage);
  const program = join(stage, 'usr/lib/cuedeck/dist/cuedeck-player.js');
  const [shebang = '', ...rest] = readFileSync(program, 'utf8').split('\n');
  writeFileSync(program, [shebang, code, ...rest].join('\n'));
  const file = join(folder, `offered-${version}.deb`);
  await run('dpkg-deb', '--root-owner-group', '-Znone', '--build', stage, file);
  return file;
};
