// Fills a work folder with files and lets it be removed, when a signal comes.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inWorkFolder } from '../../src/cli/work-folder.ts';

const [parent = '', count = ''] = process.argv.slice(2);
void inWorkFolder('convert', parent, async (folder) => {
  for (let file = 0; file < Number(count); file += 1) await writeFile(join(folder, String(file)), '');
  setImmediate(() => process.kill(process.pid, 'SIGINT'));
});
