// Settings of cuedeck.txt that an update of the box brings.
import { expect, test } from 'vitest';
import { canMount, runInRoot } from './root-in-memory.ts';

test.runIf(canMount)('after an update cuedeck.txt is read again, and what it said before is known', async () => {
  const said = await runInRoot(
    'debian/cuedeck-appliance/postinst',
    () => [
      'mkdir data opener; mount -t tmpfs card data; mkdir data/appliance',
      'for name in digest problems values.json; do echo kept > data/appliance/$name; done',
      'cp usr/bin/true opener/deb-systemd-helper',
    ],
    ['sh /script abort-upgrade; ls /data/appliance', 'sh /script configure 1.0.0; ls /data/appliance'],
  );
  expect(said).toBe('digest\nproblems\nvalues.json\nproblems\nvalues.json\n');
});
