import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../src/cli/read-text.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('what is too long for a text is refused before it fills the memory', async () => {
  await expect(readText('/dev/zero', 'Name the licence file.')).rejects.toThrow(
    '/dev/zero has more than 16.0 MB. Name the licence file.',
  );
});

test('a folder, and a file that is not there, are refused with the reason', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'a'));
  await expect(readText(join(folder, 'a'), 'Try again.')).rejects.toThrow(
    'a cannot be read: a folder is in the place of a file (EISDIR). Try again.',
  );
  await expect(readText(join(folder, 'b'), 'Try again.')).rejects.toThrow(
    'b cannot be read: it is not there (ENOENT). Try again.',
  );
});
