// What opens the read-only root of a box for apt and dpkg, while several of them run: in a root of its own, in memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMount, runInRoot } from './root-in-memory.ts';

/** A root in which `apt-get` and `dpkg` are these scripts. */
const runWith = (programs: Readonly<Record<string, string>>, lines: readonly string[]): Promise<string> =>
  runInRoot(
    'image/writable',
    (folder) => [
      'mkdir boot boot/firmware opener',
      'for name in apt-get dpkg; do ln -s /script opener/$name; done',
      ...Object.entries(programs).map(([name, text]) => {
        writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
        return `mount --bind '${folder}/${name}' usr/bin/${name}`;
      }),
    ],
    lines,
  );

const IS_CLOSED = 'touch /x 2> /dev/null && echo open || echo closed';
const until = (file: string): string => `until [ -e /run/${file} ]; do sleep 0.05; done`;

test.runIf(canMount).for([
  ['the first', 'apt-get', 'dpkg'],
  ['the second', 'dpkg', 'apt-get'],
])(
  'of two programs at once %s to end leaves it open to the other, and the last one closes it',
  async ([, first, last]) => {
    const programs = {
      'apt-get': `touch /run/began-apt-get; ${until('end-apt-get')}; touch /written-apt-get && echo written`,
      dpkg: `touch /run/began-dpkg; ${until('end-dpkg')}; touch /written-dpkg && echo written`,
    };
    const said = await runWith(programs, [
      IS_CLOSED,
      `apt-get install x & one=$!; ${until('began-apt-get')}`,
      `dpkg -i x & two=$!; ${until('began-dpkg')}`,
      `touch /run/end-${first}; wait ${first === 'apt-get' ? '$one' : '$two'}`,
      `touch /run/end-${last}; wait`,
      IS_CLOSED,
    ]);
    expect(said).toBe('closed\nwritten\nwritten\nclosed\n');
  },
);

test.runIf(canMount)('a root that its owner opened stays open', async () => {
  const said = await runWith({ 'apt-get': 'echo "ran $1"', dpkg: 'echo "ran $1"; exit 3' }, [
    'apt-get install',
    'dpkg -i',
    'echo $?',
    IS_CLOSED,
    'mount -o remount,rw /',
    'apt-get update',
    IS_CLOSED,
  ]);
  expect(said).toBe('ran install\nran -i\n3\nclosed\nran update\nopen\n');
});
