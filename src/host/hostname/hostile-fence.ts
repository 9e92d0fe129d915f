// Runs hostile on a scratch file that contains only the machine's own hosts line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import hostile from 'hostile';
import { OWN_ADDRESS, withOwnNames } from './hosts-file.ts';

/** No resolver knows other names; hostile would take some of their bytes for space. They stay as they are. */
const isPlain = (name: string): boolean => /^[\x21-\x7e]+$/.test(name);

/**
 * Lets hostile write the line of the own names, and takes it into the text.
 *
 * Measured on hostile 1.4.0 with a whole hosts file: tabs collapse, comments behind an entry vanish, a line of two names
 * counts as one name (so a second line of 127.0.1.1 appears), the file is written in place, and the asynchronous calls
 * throw past their caller when it is missing. Its synchronous reading ends the process when closing the file fails.
 * So it never sees the hosts file: it writes a scratch file of one line, at once (its target is a variable of the module:
 * nothing can come between), and what it wrote is read back and compared before it is believed.
 * @returns the whole text with the line in its place
 * @throws the file system's error; Error when hostile wrote anything else than what was asked
 */
export const writeOwnNames = (text: string, names: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-hosts-'));
  const target = hostile.HOSTS;
  try {
    hostile.HOSTS = join(folder, 'hosts');
    const plain = names.filter(isPlain).join(' ');
    writeFileSync(hostile.HOSTS, '');
    hostile.writeFile([[OWN_ADDRESS, plain], '']);
    const written = readFileSync(hostile.HOSTS).toString('utf8');
    if (written !== `${OWN_ADDRESS} ${plain}\n`) throw new Error(`hostile wrote ${JSON.stringify(written)}`);
    return withOwnNames(text, names);
  } finally {
    hostile.HOSTS = target;
    rmSync(folder, { recursive: true, force: true });
  }
};
