// The Debian packages, built from what the tests run on.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';

export interface Packages {
  readonly player: string;
  readonly talkgroup: string;
}

/** @param version undefined: that of package.json */
export const buildPackages = async (folder: string, version?: string): Promise<Packages> => {
  await run('env', 'BUNDLED=1', 'scripts/package', folder, ...(version === undefined ? [] : [version]));
  return { player: findPackage(folder, 'cuedeck'), talkgroup: findPackage(folder, 'cuedeck-talkgroup') };
};

/** Of those that were built into a folder; cuedeck-appliance, which the image has besides, is there too. */
export const findPackage = (folder: string, name: string): string => {
  const file = readdirSync(folder).find((each) => each.startsWith(`${name}_`));
  if (file === undefined) throw new Error(`scripts/package made no ${name}`);
  return join(folder, file);
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
