import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * An empty folder that is gone when the test is over.
 * @param whenFinished that of the test's own context, where tests run at the same time
 */
export const temporaryFolder = async (whenFinished = onTestFinished): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'cuedeck-test-'));
  whenFinished(() => rm(path, { recursive: true, force: true }));
  return path;
};
