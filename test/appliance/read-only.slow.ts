// A box whose root file system is read-only: all that changes lies on the data partition.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { createPc } from './pc.ts';

/** What an image mounts writable over its read-only root. */
const DATA = ['/clips', '/var/lib/cuedeck', '/var/lib/cuedeck-names', '/var/lib/cuedeck-talkgroup'];
const VOLATILE = ['/var/log', '/var/tmp', '/var/cache', '/var/lib/systemd'];

describe.runIf(canBoot('the read-only box'))('a box with a read-only root', () => {
  const data = mkdtempSync(join(tmpdir(), 'cuedeck-data-'));
  let installed: InstalledBox;
  let options: readonly string[];

  beforeAll(async () => {
    installed = await createInstalledBox();
    options = [
      '--read-only',
      ...VOLATILE.map((path) => `--tmpfs=${path}`),
      ...DATA.map((path) => {
        mkdirSync(join(installed.box.root, path), { recursive: true });
        mkdirSync(join(data, path), { recursive: true });
        return `--bind=${join(data, path)}:${path}`;
      }),
    ];
  }, 900_000);
  afterAll(async () => {
    await installed?.dispose();
    rmSync(data, { recursive: true, force: true });
  }, 120_000);

  test('boots without a failed unit, takes clips and a name, and has both after a reboot', async () => {
    const { box, lan } = installed;
    const pc = createPc(lan);
    const failed = (): Promise<string> => box.run('systemctl list-units --failed --plain --no-legend');

    const state = await box.boot(...options);
    expect([state, await failed()]).toEqual(['running', '']);
    expect((await box.attempt('touch /etc/x')).text).toMatch(/Read-only/);
    await pc.whenServing();
    await pc.upload(media('numbered-25-sound.mp4'), 'kept.mp4');
    expect(await pc.get('/update_host?hostname=altar')).toMatchObject({ status: 200, body: { PLAYERNAME: 'altar' } });
    expect(await pc.lookUp('altar')).toBe(lan.boxAddress);

    expect([await box.reboot(), await failed()]).toEqual(['running', '']);
    await pc.whenServing();
    expect(await pc.lookUp('altar')).toBe(lan.boxAddress);
    expect(await box.run('hostname; cat /etc/hostname; grep 127.0.1.1 /etc/hosts')).toBe(
      'altar\naltar\n127.0.1.1\taltar',
    );
    expect((await pc.status()).CLIPS.map(({ ClipName }) => ClipName)).toEqual(['splashscreen', 'kept.mp4']);
  });
});
