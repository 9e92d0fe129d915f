// The box as the image makes it: its folders on a partition of their own, here a folder, and cuedeck.txt on another.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { buildPackages, findPackage } from './packages.ts';
import { createPc } from './pc.ts';

const TOKEN = 'twelve-letters-and-more';
/** In a container the disk is that of its host: nothing is trimmed, and what the unit calls is told. */
const TRIM_IN_CONTAINER = '[Unit]\nConditionVirtualization=\n';
const SAID_TRIM = '#!/bin/sh\necho "fstrim $*"\n';
/** The image's own unit waits for the partition, which no container has. */
const WITHOUT_PARTITION = readFileSync('image/cuedeck-folders.service', 'utf8')
  .replaceAll(/dev-disk\S+\.device ?/g, '')
  .replace('card folders', 'card put_all_over');

describe.runIf(canBoot('the box of the image'))('a box of the image', () => {
  const outside = join(tmpdir(), `cuedeck-card-${process.pid}`);
  const [data, firmware, debs] = ['data', 'firmware', 'debs'].map((name) => join(outside, name)) as [
    string,
    string,
    string,
  ];
  let installed: InstalledBox;
  const options = [
    '--read-only',
    ...['/var/log', '/var/cache'].map((path) => `--tmpfs=${path}`),
    `--bind=${data}:/data`,
    `--bind=${firmware}:/boot/firmware`,
  ];

  beforeAll(async () => {
    for (const path of [data, firmware, debs]) mkdirSync(path, { recursive: true });
    installed = await createInstalledBox();
    const { box } = installed;
    await buildPackages(debs);
    const appliance = findPackage(debs, 'cuedeck-appliance');
    copyFileSync(appliance, join(box.root, 'root', basename(appliance)));
    await box.boot();
    // Without what it needs for Wi-Fi and partitions.
    await box.run(`dpkg -i --force-depends /root/${basename(appliance)} 2>&1`);
    writeFileSync(join(box.root, 'etc/systemd/system/cuedeck-folders.service'), WITHOUT_PARTITION);
    mkdirSync(join(box.root, 'etc/systemd/system/fstrim.service.d'));
    writeFileSync(join(box.root, 'etc/systemd/system/fstrim.service.d/test.conf'), TRIM_IN_CONTAINER);
    writeFileSync(join(box.root, 'usr/sbin/fstrim'), SAID_TRIM, { mode: 0o755 });
    await box.powerOff();
    for (const name of ['data', 'boot/firmware', 'clips', 'var/lib/cuedeck-names'])
      mkdirSync(join(box.root, name), { recursive: true });
  }, 900_000);
  afterAll(async () => {
    await installed?.dispose();
    rmSync(outside, { recursive: true, force: true });
  }, 120_000);

  const isOpen = async (token = ''): Promise<string> =>
    createPc(installed.lan).run(
      ...[
        'curl',
        '-s',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        '--retry',
        '20',
        '--retry-connrefused',
        '--retry-delay',
        '1',
      ],
      ...['-H', `Authorization: Bearer ${token}`, `http://${installed.lan.boxAddress}/status`],
    );
  const failedUnits = (): Promise<string> => installed.box.run('systemctl list-units --failed --plain --no-legend');

  test('is closed while its settings were never read, and says so; nothing runs uninvited', async () => {
    const { box } = installed;
    expect([await box.boot(...options), await failedUnits()]).toEqual(['running', '']);
    expect(await isOpen()).toBe('401');
    expect((await box.attempt('cuedeck doctor')).text).toMatch(
      /PROBLEM +Card +\/boot\/firmware\/cuedeck\.txt cannot be read: .* Until this is fixed, the page and the APIs demand a token/,
    );
    expect((await box.attempt('systemctl is-active cuedeck-talkgroup')).text).toBe('inactive');
    // Seen after the next start.
    await box.run('systemctl kill --signal=SIGKILL cuedeck-player');
  });

  test('has what cuedeck.txt says from the next start on, and the log of the former one', async () => {
    const { box } = installed;
    writeFileSync(join(firmware, 'cuedeck.txt'), `token=${TOKEN}\r\ntimezone=Europe/Berlin\r\ntalkgroup=on\r\n`);
    expect([await box.reboot(), await failedUnits()]).toEqual(['running', '']);
    expect([await isOpen(), await isOpen(TOKEN)]).toEqual(['401', '200']);
    const pid = await box.run('systemctl show -P MainPID cuedeck-player');
    expect(await box.run(`tr '\\0' '\\n' < /proc/${pid}/environ | grep ^TZ=`)).toBe('TZ=Europe/Berlin');
    expect(await box.run('systemctl is-active cuedeck-talkgroup')).toBe('active');
    const { text } = await box.attempt('cuedeck doctor');
    expect(text).toMatch(/Faults .*cuedeck-player\.service: Main process exited, code=killed, status=9\/KILL/);
    expect(text).toMatch(/ok +Card +Every line of cuedeck\.txt is taken/);
  });

  test('trims CLIPS when no clip plays', async () => {
    const { box } = installed;
    const trim = async (): Promise<string> => {
      await box.attempt('systemctl start fstrim');
      return box.run('systemctl show -P Result fstrim');
    };
    copyFileSync(media('numbered-25.mp4'), join(data, 'clip.mp4'));
    await box.run('cuedeck upload /data/clip.mp4 && cuedeck edit 1 --loop on && cuedeck play 1');
    expect(await trim()).toBe('exec-condition');
    await box.run('cuedeck stop');
    expect(await trim()).toBe('success');
    // What Debian's own unit looks up ends at fstab, which does not have CLIPS: image/card mounts it.
    expect(await box.run("journalctl --sync; journalctl -u fstrim -o cat | grep '^fstrim '")).toBe(
      'fstrim --verbose --quiet-unsupported /data',
    );
  });

  test('keeps its token when the file cannot be read any more, and its folders but one are torn', async () => {
    const { box } = installed;
    await box.powerOff();
    rmSync(join(firmware, 'cuedeck.txt'));
    rmSync(join(data, 'names'), { recursive: true, force: true });
    writeFileSync(join(data, 'names'), 'torn');
    await box.boot(...options);
    expect([await failedUnits(), await isOpen(), await isOpen(TOKEN)]).toEqual(['', '401', '200']);
  });

  test('gets its token back from cuedeck.txt when the settings are gone from their folder', async () => {
    const { box } = installed;
    await box.powerOff();
    writeFileSync(join(firmware, 'cuedeck.txt'), `token=${TOKEN}\n`);
    await box.boot(...options);
    await box.powerOff();
    rmSync(join(data, 'settings/player.conf'));
    await box.boot(...options);
    expect([await failedUnits(), await isOpen(), await isOpen(TOKEN)]).toEqual(['', '401', '200']);
  });
});
