// Fills a work folder with files, says so, and lets it be removed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inWorkFolder } from '../../src/cli/work-folder.ts';

const [parent = '', count = ''] = process.argv.slice(2);
void inWorkFolder('convert', parent, async (folder) => {
  for (let file = 0; file < Number(count); file += 1) await writeFile(join(folder, String(file)), '');
  process.stdout.write('done\n');
});
