// Runs hostile on a scratch file that contains only the machine's own hosts line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import hostile from 'hostile';
import { OWN_ADDRESS, withOwnNames } from './hosts-file.ts';

/** Resolvers know only such names; hostile would treat some bytes of other ones as space. Those stay unchanged. */
const isPlain = (name: string): boolean => /^[\x21-\x7e]+$/.test(name);

/**
 * Lets hostile write the line of the machine's own names, and inserts it into the text.
 *
 * Measured on hostile 1.4.0 with a whole hosts file: tabs collapse, comments behind an entry vanish, a line of two names
 * counts as one name (so a second line of 127.0.1.1 appears), the file is written in place, and the asynchronous calls
 * throw past their caller when it is missing. Its synchronous reading ends the process when closing the file fails.
 * So it never sees the hosts file: it writes a scratch file of one line, synchronously (its target is a module variable,
 * so nothing may come between), and its output is read back and compared.
 * @returns the whole text with the line in its place
 * @throws the file system's error; Error when hostile wrote anything but the requested line
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
