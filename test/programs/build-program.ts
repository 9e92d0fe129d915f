import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles a program of this folder, so that a test can run it as a process of its own.
 * @returns its path, and the way to remove it
 */
export const buildProgram = async (name: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'cuedeck-program-'));
  const outfile = join(folder, `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  return { path: outfile, remove: () => rm(folder, { recursive: true, force: true }) };
};
