// cloud-init, as Raspberry Pi OS carries it, gives the box its first name back at every boot. The package keeps it from that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { createPc } from './pc.ts';

const OURS = '/etc/cloud/cloud.cfg.d/99_cuedeck.cfg';

describe.runIf(canBoot('the box with cloud-init'))('a box with cloud-init', () => {
  let installed: InstalledBox;

  beforeAll(async () => {
    installed = await createInstalledBox();
    const seed = join(installed.box.root, 'var/lib/cloud/seed/nocloud');
    mkdirSync(seed, { recursive: true });
    writeFileSync(join(seed, 'meta-data'), 'instance-id: one\nlocal-hostname: imaged\n');
    writeFileSync(join(seed, 'user-data'), '#cloud-config\nmanage_etc_hosts: true\n');
  }, 900_000);
  afterAll(() => installed?.dispose(), 120_000);

  test('keeps the name it was given, and would lose it without the setting of the package', async () => {
    const { box, lan } = installed;
    const pc = createPc(lan);
    await box.boot();
    await pc.whenServing();
    expect((await pc.get('/update_host?hostname=stage')).status).toBe(200);
    await box.reboot();
    await pc.whenServing();
    expect(await box.run('hostname; cat /etc/hostname; cloud-init status | head -1')).toBe(
      'stage\nstage\nstatus: done',
    );

    await box.run(`mv ${OURS} /root/`);
    await box.reboot();
    expect(await box.run('cat /etc/hostname')).toBe('imaged');
  });
});
