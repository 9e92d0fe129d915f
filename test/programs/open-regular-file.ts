// Opens a file as the player does, and prints why that failed and how many files of its own are open before and after.
import { readdirSync } from 'node:fs';
import { toReason } from '../../src/base/errors.ts';
import { openRegularFile } from '../../src/storage/regular-file.ts';

const [path = ''] = process.argv.slice(2);
const openFiles = (): number => readdirSync('/proc/self/fd').length;

const before = openFiles();

openRegularFile(path)
  .then(() => 'opened', toReason)
  .then((why) => console.log(JSON.stringify({ why, left: openFiles() - before })))
  .catch(() => process.exit(1));
