// What the bundle of a program is made of: esbuild's own list of its files.
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const inputsOf = async (entry: string): Promise<readonly string[]> => {
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'esm', outdir: 'dist' } as const;
  const { metafile } = await build({ entryPoints: [entry], ...options, write: false, metafile: true });
  return Object.keys(metafile.inputs);
};

const foldersOf = (inputs: readonly string[]): readonly string[] =>
  [...new Set(inputs.filter((path) => path.startsWith('src/')).map((path) => path.split('/')[1] ?? ''))].sort();

test('the talkgroup service carries nothing of the player', async () => {
  const inputs = await inputsOf('src/bin/talkgroup.ts');
  expect(foldersOf(inputs)).toEqual(['base', 'bin', 'config', 'daemon', 'net', 'schema', 'storage', 'talkgroup']);
  expect(inputs.filter((path) => /^src\/config\/.*player/.test(path))).toEqual([]);
});

test('the helper that runs as root carries no more than renaming the machine needs', async () => {
  const inputs = await inputsOf('src/bin/hostname-helper.ts');
  expect(foldersOf(inputs)).toEqual(['base', 'bin', 'config', 'deck', 'host', 'schema', 'storage']);
});
