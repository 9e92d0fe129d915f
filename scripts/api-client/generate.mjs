// Writes the types of the API client, src/client/api-types.ts, from the OpenAPI document of /api/v1.
// With --check it only says whether they are fresh: exit 1 when they are not.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'src/client/api-types.ts');
const folder = mkdtempSync(join(tmpdir(), 'cuedeck-api-'));

const toTypes = async () => {
  const program = join(folder, 'document.mjs');
  await build({
    stdin: {
      contents: `
        import { toOpenApi } from './src/http/api-v1/open-api.ts';
        import { API_OPERATIONS } from './src/http/api-v1/table.ts';
        export const document = toOpenApi(API_OPERATIONS, '1');
      `,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'warning',
    banner: { js: "import { createRequire as __r } from 'node:module';const require = __r(import.meta.url);" },
  });
  const { document } = await import(pathToFileURL(program).href);
  return astToString(await openapiTS(document, { alphabetize: false, immutable: true }));
};

const format = (text) => {
  const { stdout, status, stderr } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=src/client/api-types.ts'],
    { input: text, cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

try {
  const head =
    '// The types of /api/v1, made from its OpenAPI document by scripts/api-client/generate.mjs: not to be edited.\n';
  const text = format(head + (await toTypes()));
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    console.error('src/client/api-types.ts is not what the API says now: run node scripts/api-client/generate.mjs');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
