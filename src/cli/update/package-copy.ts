// Repacks the installed version, so that it can be reinstalled offline.
import { chmod, lstat, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CliError, EXIT } from '../cli-error.ts';
import { attempt, outputOf } from '../subprocess.ts';

const PACK_SECONDS = 120;
/** Fields of an installed package that a package file may not contain. */
const FIELDS_OF_DPKG = /^(Status|Conffiles|Config-Version):/;

const toControl = (status: string): string => {
  let isLeftOut = false;
  const lines = status.split('\n').filter((line) => {
    // A line that begins with a space belongs to the field above.
    if (!line.startsWith(' ')) isLeftOut = FIELDS_OF_DPKG.test(line);
    return line !== '' && !isLeftOut;
  });
  return `${lines.join('\n')}\n`;
};

const linesOf = async (program: string, ...args: readonly string[]): Promise<readonly string[]> => {
  const output = await outputOf(program, args);
  if (output === undefined)
    throw new CliError(EXIT.refused, `${program} ${args.join(' ')} failed. Nothing was changed.`);
  return output.split('\n').filter((line) => line !== '');
};

const toScript = (path: string, name: string, stage: string): readonly [string, ...string[]] => [
  'cp',
  '--archive',
  path,
  join(stage, 'DEBIAN', basename(path).replace(`${name}.`, '')),
];

/**
 * @param folder target folder
 * @returns path of the package file
 * @throws CliError when the package is not installed, or cannot be packed
 */
export const packInstalled = async (name: string, folder: string): Promise<string> => {
  const stage = await mkdtemp(join(folder, 'stage-'));
  await chmod(stage, 0o755);
  const paths: string[] = [];
  for (const path of await linesOf('dpkg-query', '--listfiles', name)) {
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) paths.push(path);
  }
  await mkdir(join(stage, 'DEBIAN'));
  const status = await linesOf('dpkg-query', '--status', name);
  await writeFile(join(stage, 'DEBIAN/control'), toControl(status.join('\n')));
  const scripts = await linesOf('dpkg-query', '--control-path', name);
  const file = join(folder, `${basename(name)}-before.deb`);
  const commands: readonly (readonly [string, ...string[]])[] = [
    // cp of coreutils 9.1 resolves the folders of absolute paths against the current one, and fails.
    ['env', '--chdir=/', 'cp', '--archive', '--parents', ...paths, stage],
    ...scripts.map((path) => toScript(path, name, stage)),
    ['dpkg-deb', '--root-owner-group', '-Znone', '--build', stage, file],
  ];
  for (const [program, ...args] of commands) {
    const { isDone, lastLine } = await attempt(program, args, PACK_SECONDS);
    if (!isDone)
      throw new CliError(EXIT.refused, `The installed version cannot be kept: ${lastLine}. Nothing was changed.`);
  }
  return file;
};
