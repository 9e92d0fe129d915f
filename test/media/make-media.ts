// Makes the test clips that are not there yet, before any test runs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { MEDIA_FOLDER, RECIPE_LIST } from './media.ts';

const makeMedia = (): void => {
  mkdirSync(MEDIA_FOLDER, { recursive: true });
  for (const [name, args] of RECIPE_LIST) {
    const file = join(MEDIA_FOLDER, name);
    if (existsSync(file)) continue;
    const unfinished = join(MEDIA_FOLDER, `${process.pid}-${name}`);
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, unfinished], { stdio: 'inherit' });
    renameSync(unfinished, file);
  }
};

export default makeMedia;
