// Where the boxes of a run of the suite find what was installed once; it goes with the run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    installedFolder: string;
  }
}

const makeFolder = (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-installed-'));
  project.provide('installedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};

export default makeFolder;
