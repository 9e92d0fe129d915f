// Imports TypeScript of src/ into a script: bundled into dist/, imported, removed.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/** The repository, with a slash at its end. */
export const root = new URL('..', import.meta.url).pathname;

/**
 * @param source module text, with paths from the repository
 * @returns its exports
 */
export const importSource = async (source) => {
  const outfile = `${root}dist/source-${process.pid}.mjs`;
  await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    outfile,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
  });
  try {
    return await import(outfile);
  } finally {
    rmSync(outfile);
  }
};
