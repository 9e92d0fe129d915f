// Bundles each executable into one file under dist/: what runs on the device needs no node_modules.
// Given names, it bundles only those and leaves the others as they are.
import { chmodSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const sources = {
  'cuedeck-player': 'src/player.ts',
  'cuedeck-talkgroup': 'src/talkgroup.ts',
  cuedeck: 'src/cli.ts',
};

const wanted = process.argv.slice(2);
const executables = Object.fromEntries(
  Object.entries(sources).filter(([name]) => wanted.length === 0 || wanted.includes(name)),
);

if (wanted.length === 0) rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: Object.entries(executables).map(([out, entry]) => ({ in: entry, out })),
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  logLevel: 'warning',
  // CommonJS packages in an ESM bundle still call require() for Node's own modules.
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
for (const name of Object.keys(executables)) chmodSync(`dist/${name}.js`, 0o755);
