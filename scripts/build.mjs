// Bundles each executable into one file under dist/: what runs on the device needs no node_modules.
// The player's page goes into dist/web, the dashboard of the talkgroup service into dist/dashboard.
// Given names, it builds only those (`web` and `dashboard` are the pages) and leaves the others as they are.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { toLicenceText, toPackages } from './licences.mjs';

const sources = {
  'cuedeck-player': 'src/bin/player.ts',
  'cuedeck-talkgroup': 'src/bin/talkgroup.ts',
  'cuedeck-hostname': 'src/bin/hostname-helper.ts',
  'cuedeck-card': 'src/bin/boot-config.ts',
  cuedeck: 'src/bin/cuedeck.ts',
};

const wanted = process.argv.slice(2);
const executables = Object.fromEntries(
  Object.entries(sources).filter(([name]) => wanted.length === 0 || wanted.includes(name)),
);

// A small box. One malloc arena, a young heap of 8 MB and an old one that grows in small steps keep a busy daemon under
// 95 MiB at nine tenths of the speed that Node has without flags (bench/load); with `--optimize-for-size` it had two thirds,
// with a young heap of 4 MB 0.82 to 0.88. One thread clears the young heap: several hold a megabyte more, and are no faster.
// Marking that has to end at 50 % of the room left holds 2 MiB less than at 60 %, at the same speed.
const shebang = [
  '#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8 --heap-growing-percent=20',
  '--incremental-marking-hard-trigger=50 --no-parallel-scavenge',
].join(' ');

// CommonJS packages in an ESM bundle still call require() for Node's own modules.
const requireForCommonJs =
  "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);";

// The config file is the player's page; another page says here what it has else.
const pages = {
  web: {},
  dashboard: {
    root: 'src/web/dashboard',
    build: {
      outDir: '../../../dist/dashboard',
      rolldownOptions: { output: { entryFileNames: 'dashboard.js', assetFileNames: 'dashboard[extname]' } },
    },
  },
};

const buildPage = async (page) => {
  const { build: buildWithVite } = await import('vite');
  await buildWithVite({ configFile: 'src/web/vite.config.ts', ...page });
};

if (wanted.length === 0) rmSync('dist', { recursive: true, force: true });
for (const [name, page] of Object.entries(pages))
  if (wanted.length === 0 || wanted.includes(name)) await buildPage(page);
const { metafile } = await build({
  entryPoints: Object.entries(executables).map(([out, entry]) => ({ in: entry, out })),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
  metafile: true,
  banner: { js: `${shebang}\n${requireForCommonJs}` },
});
for (const name of Object.keys(executables)) chmodSync(`dist/${name}.js`, 0o755);
if (wanted.length === 0) {
  const inPage = 'node_modules/preact/package.json';
  const packages = toPackages([...Object.keys(metafile.inputs), inPage]);
  writeFileSync('dist/licences.txt', toLicenceText(packages));
  writeFileSync('dist/packages.json', `${JSON.stringify(packages, undefined, 2)}\n`);
}
