// A box whose root file system is read-only: all that changes lies on the data partition.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { buildOffer } from './packages.ts';
import { createPc } from './pc.ts';

/** What an image mounts writable over its read-only root. */
const DATA = ['/clips', '/var/lib/cuedeck', '/var/lib/cuedeck-names', '/var/lib/cuedeck-talkgroup'];
const VOLATILE = ['/var/log', '/var/tmp', '/var/cache', '/var/lib/systemd'];
/** The box's root is an overlay, which takes `remount` by the old call only. */
const OF_OVERLAY = 'LIBMOUNT_FORCE_MOUNT2=always';

describe.runIf(canBoot('the read-only box'))('a box with a read-only root', () => {
  const data = join(tmpdir(), `cuedeck-data-${process.pid}`);
  let installed: InstalledBox;
  let options: readonly string[];

  beforeAll(async () => {
    mkdirSync(data, { recursive: true });
    installed = await createInstalledBox();
    options = [
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

    const watchdog = 'usr/lib/systemd/system.conf.d/cuedeck-appliance.conf';
    mkdirSync(join(box.root, dirname(watchdog)), { recursive: true });
    copyFileSync('image/system.conf', join(box.root, watchdog));
    const state = await box.boot('--read-only', ...options);
    expect(await box.run('systemctl show -P RuntimeWatchdogUSec -P RebootWatchdogUSec')).toBe('30s\n2min');
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

  test('is opened for an update that is good and for one that is taken back, and closed again', async () => {
    const { box, lan } = installed;
    const offers = mkdtempSync(join(data, 'offers-'));
    await box.powerOff();
    // As scripts/image puts it there.
    const opener = '/usr/lib/cuedeck-appliance/writable';
    mkdirSync(join(box.root, '/usr/lib/cuedeck-appliance'), { recursive: true });
    copyFileSync('image/writable', join(box.root, opener));
    for (const name of ['apt-get', 'dpkg']) symlinkSync(opener, join(box.root, '/usr/local/sbin', name));
    // Not the container's own option, which nothing in it can undo.
    expect(await box.boot(...options)).toBe('running');
    await box.run(`${OF_OVERLAY} mount -o remount,ro /`);
    await createPc(lan).whenServing();
    const first = await box.run('dpkg-query -W cuedeck');
    const update = async (version: string, code: string): Promise<string> => {
      const file = await buildOffer(offers, version, code);
      copyFileSync(file, join(data, 'clips', basename(file)));
      const { text } = await box.attempt(`${OF_OVERLAY} cuedeck update /clips/${basename(file)} --watch 6 2>&1`, 300);
      return text.split('\n').at(-1) ?? '';
    };
    const isClosed = async (): Promise<void> =>
      expect((await box.attempt('touch /usr/x')).text).toMatch(/Read-only file system/);
    await isClosed();

    expect(await update('8.0.0', 'process.exit(1);')).toMatch(/^cuedeck 8\.0\.0 failed: .* is back and runs\.$/);
    expect(await box.run('dpkg-query -W cuedeck')).toBe(first);
    await isClosed();

    expect(await update('9.0.0', '')).toMatch(/^cuedeck 9\.0\.0 runs, and ran well for 6 s\. /);
    expect(await box.run('dpkg-query -W cuedeck; dpkg --audit')).toBe('cuedeck\t9.0.0');
    await isClosed();
  });
});
