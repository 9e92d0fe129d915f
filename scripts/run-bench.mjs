// Builds and runs the programs in bench/: all of them, or those named on the command line.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { build } from 'esbuild';

const folder = 'bench';
const libraries = ['figures', 'raw-mpv'];
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !libraries.includes(name));
const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? names : names.filter((name) => asked.includes(name));
if (chosen.length === 0) {
  console.error(`no such benchmark; there are: ${names.join(', ')}`);
  process.exit(2);
}

let failed = 0;
for (const name of chosen) {
  const outfile = `dist/bench/${name}.js`;
  await build({
    entryPoints: [`${folder}/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  console.log(`== ${name}`);
  if (spawnSync(process.execPath, [outfile], { stdio: 'inherit' }).status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
