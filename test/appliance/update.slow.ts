// `cuedeck update` on a box: a good version stays, a bad one goes by itself.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { buildOffer } from './packages.ts';
import { createPc } from './pc.ts';

describe.runIf(canBoot('updates'))('an update', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-debs-'));
  let installed: InstalledBox;
  let pc: ReturnType<typeof createPc>;
  let first: string;

  /** Puts a package on the box whose player begins with this code; resolves to its path there. */
  const offer = async (version: string, code: string): Promise<string> => {
    const file = join(installed.box.root, 'root', `offered-${version}.deb`);
    cpSync(await buildOffer(folder, version, code), file);
    return `/root/${basename(file)}`;
  };
  const version = (): Promise<string> => installed.box.run('dpkg-query -W cuedeck | cut -f 2');
  const update = (file: string, ...more: readonly string[]) =>
    installed.box.attempt(`cuedeck update ${file} ${more.join(' ')} 2>&1`, 240);
  const clips = async (): Promise<readonly string[]> =>
    (await pc.whenServing()).CLIPS.slice(1).map(({ ClipName }) => ClipName);

  beforeAll(async () => {
    installed = await createInstalledBox();
    pc = createPc(installed.lan);
    await installed.box.boot();
    await pc.whenServing();
    await pc.upload(media('numbered-25-sound.mp4'), 'first.mp4');
    await installed.box.run('echo CUEDECK_OSC_PORT=8000 >> /etc/cuedeck/player.conf');
    first = await version();
  }, 900_000);
  afterAll(async () => {
    await installed?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  test('by a file that is damaged, no package, another package or not newer changes nothing', async () => {
    const { box } = installed;
    const root = join(box.root, 'root');
    writeFileSync(join(root, 'text.deb'), 'no package\n');
    const good = (await box.run('ls /root/cuedeck_*.deb')).trim();
    const whole = readFileSync(join(box.root, good));
    writeFileSync(join(root, 'half.deb'), whole.subarray(0, whole.length / 2));
    const before = await box.run('systemctl show -P MainPID cuedeck-player');
    for (const [file, reason] of [
      ['/root/none.deb', 'cannot be read'],
      ['/root/text.deb', 'is no Debian package, or damaged'],
      ['/root/half.deb', 'is no Debian package, or damaged'],
      ['/root/cuedeck-talkgroup_*.deb', 'is the package cuedeck-talkgroup'],
      [good, `cuedeck ${first} is what runs already`],
      [await offer('0.0.1', ''), `cuedeck 0.0.1 is older than ${first}`],
    ] as const)
      expect(await update(file)).toEqual({ code: 1, text: expect.stringContaining(reason) });
    expect([await version(), await box.run('systemctl show -P MainPID cuedeck-player')]).toEqual([first, before]);
  });

  test('that ends a moment after it came up is taken back, with clips and settings as they were', async () => {
    const { box } = installed;
    const bad = await offer('8.0.0', 'setTimeout(() => process.exit(1), 6000);');
    const { code, text } = await update(bad);
    expect([code, text.split('\n').at(-1)]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`cuedeck 8\\.0\\.0 failed: .*(ended|service is).*\\. cuedeck ${first} is back and runs\\.$`),
      ),
    ]);
    expect([await version(), await clips()]).toEqual([first, ['first.mp4']]);
    expect(await box.run('tail -1 /etc/cuedeck/player.conf; ls /var/tmp')).not.toMatch(/cuedeck-update/);
    expect(await box.run('tail -1 /etc/cuedeck/player.conf')).toBe('CUEDECK_OSC_PORT=8000');
    expect(await box.run('dpkg --verify cuedeck | grep -v /etc/cuedeck/player.conf; dpkg --audit')).toBe('');
    expect(await box.run('systemctl list-units --failed --plain --no-legend')).toBe('');
  });

  test('that gives the list a form which the old version cannot read is taken back with the list', async () => {
    const list = '/var/lib/cuedeck/clips.json';
    const bad = await offer(
      '8.1.0',
      `import { readFileSync as r, writeFileSync as w } from 'node:fs'; w('${list}', r('${list}', 'utf8').replace('{"version":1,', '{"version":99,')); process.exit(1);`,
    );
    const { code, text } = await update(bad);
    expect([code, text]).toEqual([1, expect.stringContaining(`cuedeck ${first} is back and runs.`)]);
    expect([await version(), await clips()]).toEqual([first, ['first.mp4']]);
  });

  test('that is good stays', async () => {
    const good = await offer('9.0.0', '');
    const { code, text } = await update(good, '--watch 6');
    expect([code, text]).toEqual([0, `cuedeck 9.0.0 runs, and ran well for 6 s. Before it was ${first}.`]);
    expect([await version(), await clips()]).toEqual(['9.0.0', ['first.mp4']]);
    expect(
      await installed.box.run(
        'man -w cuedeck 2>/dev/null || readlink -f /usr/share/bash-completion/completions/cuedeck',
      ),
    ).toBe('/usr/lib/cuedeck/cuedeck.bash');
  });
});
