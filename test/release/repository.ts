// A repository with what scripts/release reads, committed and tagged as a release is.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt, type Outcome, run } from '../appliance/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const FILES = [
  ...['package.json', 'package-lock.json', 'LICENSE', '.gitignore'],
  ...['scripts', 'debian', 'docs', 'systemd', 'image', 'dist'],
  ...['clips/splash.png', 'clips/black.png', 'src/library/clip-record.ts'],
];

export const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version;

/** `npm sbom` came with npm 10; Debian has npm 9. */
export const canListPackages = Number(execFileSync('npm', ['--version'], { encoding: 'utf8' }).split('.')[0]) >= 10;

interface Repository {
  readonly path: string;
  git(...args: readonly string[]): Promise<string>;
  /** Runs scripts/release on dist/ as it is. */
  release(...options: readonly string[]): Promise<Outcome>;
}

/** On a commit that has no tag. */
export const createRepository = async (): Promise<Repository> => {
  const path = await temporaryFolder();
  for (const file of FILES)
    cpSync(file, join(path, file), { recursive: true, filter: (from) => basename(from) !== 'node_modules' });
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@cuedeck.example', '-c', 'init.defaultBranch=main'];
  const git: Repository['git'] = (...args) => run('git', '-C', path, ...who, ...args);
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'first');
  return {
    path,
    git,
    release: (...options) => attempt('env', ['BUNDLED=1', join(path, 'scripts/release'), ...options]),
  };
};
