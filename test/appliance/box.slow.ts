// The life of a box: installed, used from a PC beside it, renamed, rebooted, upgraded, purged.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { type Box, createBox } from './box.ts';
import { run, until } from './command.ts';
import { createLan, type Lan } from './lan.ts';
import { canBoot } from './needs.ts';
import { buildPackages, type Packages } from './packages.ts';
import { createPc } from './pc.ts';

const UNITS = ['cuedeck-player.service', 'cuedeck-talkgroup.service', 'cuedeck-hostname.service'];
const ALL_UNITS = [...UNITS, 'cuedeck-hostname.socket', 'cuedeck-names.service'];
const EARLIER = '0.0.1';

describe.runIf(canBoot('the life of a box'))('a box', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-debs-'));
  let lan: Lan;
  let pc: ReturnType<typeof createPc>;
  let box: Box;
  let earlier: Packages;
  let current: Packages;

  beforeAll(async () => {
    const rootSystem = execFileSync('scripts/test-root', { encoding: 'utf8' }).trim();
    earlier = await buildPackages(join(folder, 'earlier'), EARLIER);
    current = await buildPackages(join(folder, 'current'));
    lan = await createLan();
    pc = createPc(lan);
    box = await createBox({ layers: [rootSystem], lan });
    for (const packages of [earlier, current])
      for (const path of Object.values(packages)) copyFileSync(path, join(box.root, 'root', basename(path)));
    expect(await box.boot()).toBe('running');
  }, 900_000);
  afterAll(async () => {
    await box?.dispose();
    await lan?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const install = (packages: Packages) =>
    box.attempt(
      `dpkg -i ${Object.values(packages)
        .map((path) => `/root/${basename(path)}`)
        .join(' ')} 2>&1`,
    );
  const mainPid = async (unit: string): Promise<number> => Number(await box.run(`systemctl show -P MainPID ${unit}`));
  const mpvPid = async (): Promise<number> => Number(await box.run('pidof -s mpv'));
  const failed = (): Promise<string> => box.run('systemctl list-units --failed --plain --no-legend');

  test('installed from the packages, it serves the network, and plays an uploaded clip', async () => {
    expect(await install(earlier)).toMatchObject({ code: 0 });
    await pc.whenServing();
    await pc.upload(media('numbered-25-sound.mp4'), 'first.mp4');
    await pc.get('/select_clip?id=1');
    await pc.get('/play');
    const playing = await until(
      async () => {
        const now = await pc.status();
        return now.TIMECODE > 0.2 ? now : undefined;
      },
      10,
      'a running clip',
    );
    expect(playing).toMatchObject({ CLIP_ID: 1, PLAY: true, IFACES: { eth0: lan.boxAddress } });
    expect(await pc.run('curl', '-s', `http://${lan.boxAddress}:8081/api/list_talkgroups.json`, '-d', 'peer=1')).toBe(
      'invalid',
    );
    expect(await box.run('systemctl is-active cuedeck-player cuedeck-talkgroup cuedeck-hostname.socket')).toBe(
      'active\nactive\nactive',
    );
    expect(await failed()).toBe('');
  });

  test('the units are as systemd wants them, and expose little', async () => {
    expect(await box.run(`systemd-analyze verify ${ALL_UNITS.join(' ')}`)).toBe('');
    for (const unit of UNITS) {
      const { code, text } = await box.attempt(
        `systemd-analyze security --offline=true --threshold=20 /usr/lib/systemd/system/${unit}`,
      );
      console.log(text.split('\n').at(-1));
      expect([unit, code]).toEqual([unit, 0]);
    }
  });

  test('the daemons and mpv are locked in as written', async () => {
    const NET_BIND_SERVICE = '0000000000000400';
    const NOTHING = '0000000000000000';
    for (const [pid, user, capabilities, home] of [
      [await mainPid('cuedeck-player'), 'cuedeck', NET_BIND_SERVICE, '/var/lib/cuedeck'],
      [await mpvPid(), 'cuedeck', NET_BIND_SERVICE, '/clips'],
      [await mainPid('cuedeck-talkgroup'), 'cuedeck-talkgroup', NOTHING, '/var/lib/cuedeck-talkgroup'],
    ] as const) {
      const lines = (await box.run(`cat /proc/${pid}/status`)).split('\n').map((line) => line.split(/\s+/));
      const value = (name: string): string | undefined => lines.find(([key]) => key === `${name}:`)?.[1];
      const uid = await box.run(`id -u ${user}`);
      expect([value('Uid'), value('CapEff'), value('CapBnd'), value('NoNewPrivs'), value('Seccomp')]).toEqual([
        uid,
        capabilities,
        capabilities,
        '1',
        '2',
      ]);
      // Even root could not write where the unit shows a read-only disk.
      const write = (path: string) => box.attempt(`nsenter -t ${pid} -m touch ${path}/x && rm ${path}/x`);
      for (const path of ['/etc', '/usr', '/var/lib', '/root'])
        expect([path, (await write(path)).text]).toEqual([path, expect.stringMatching(/Read-only|No such/)]);
      expect(await write(home)).toMatchObject({ code: 0 });
    }
    const users = (await box.run('ls -ln /run/cuedeck-hostname.sock')).split(/\s+/);
    expect([users[0], users[3]]).toEqual(['srw-rw----', await box.run('id -g cuedeck')]);
  });

  test('a new name is there at once on the box and on the network', async () => {
    // It asks ten times a second, from before the request on: its own start is not measured.
    const looking = pc.lookUp('stage-left');
    await pc.status();
    const startedAt = performance.now();
    const [address, { status }] = await Promise.all([looking, pc.get('/update_host?hostname=Stage-Left')]);
    expect([address, status]).toEqual([lan.boxAddress, 200]);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`from the request to the name on the network ${seconds.toFixed(2)} s`);
    expect(seconds).toBeLessThanOrEqual(3);
    expect(await box.run('hostname; cat /etc/hostname; grep 127.0.1.1 /etc/hosts')).toBe(
      'stage-left\nstage-left\n127.0.1.1\tstage-left',
    );
    expect((await pc.status()).PLAYERNAME).toBe('stage-left');
  });

  test('a name that cannot be written changes nothing anywhere', async () => {
    await run('chattr', '+i', join(box.root, 'etc/hostname'));
    const hosts = await box.run('cat /etc/hosts');
    const { status: code, body } = await pc.get('/update_host?hostname=other');
    expect([code, body.error]).toEqual([500, expect.stringMatching(/^The host name stays: writing .*hostname failed/)]);
    expect(await box.run('hostname; cat /etc/hostname /etc/hosts')).toBe(`stage-left\nstage-left\n${hosts}`);
    await run('chattr', '-i', join(box.root, 'etc/hostname'));
    expect(await pc.lookUp('stage-left')).toBe(lan.boxAddress);
  });

  test('after a reboot the name, the clips and both services are there', async () => {
    expect(await box.reboot()).toBe('running');
    await pc.whenServing();
    expect(await box.run('hostname')).toBe('stage-left');
    expect(await pc.lookUp('stage-left')).toBe(lan.boxAddress);
    expect((await pc.status()).CLIPS.map(({ ClipName }) => ClipName)).toEqual(['splashscreen', 'first.mp4']);
    expect(await failed()).toBe('');
  });

  test('a setting that is refused ends in one plain line, and the mended one holds', async () => {
    await box.run('echo CUEDECK_HTTP_PORT=eighty >> /etc/cuedeck/player.conf');
    expect((await box.attempt('systemctl restart cuedeck-player')).code).not.toBe(0);
    expect(await box.run('systemctl show -P ExecMainStatus cuedeck-player')).toBe('78');
    expect(await box.run('journalctl -b -u cuedeck-player -o cat | tail -5')).toContain(
      'CUEDECK_HTTP_PORT="eighty" is refused; allowed: a port from 0 (any free one) to 65535',
    );
    await box.run('sed -i s/eighty/80/ /etc/cuedeck/player.conf && systemctl restart cuedeck-player');
    await pc.whenServing();
  });

  test('the player and its mpv take at most 200 MiB', async () => {
    await pc.get('/status');
    const pids = `${await mainPid('cuedeck-player')} ${await mpvPid()}`;
    const kibibytes = await box.run(
      `for pid in ${pids}; do grep ^Pss: /proc/$pid/smaps_rollup; done | awk '{ sum += $2 } END { print sum }'`,
    );
    console.log(`memory of the player's unit, idle: ${(Number(kibibytes) / 1024).toFixed(0)} MiB`);
    expect(Number(kibibytes) / 1024).toBeLessThanOrEqual(200);
  });

  test('an upgrade keeps clips, list, name and settings, and runs the new version', async () => {
    await pc.get('/update_clip?id=1&name=Opening&startat=1&endat=2&loop=true');
    const before = await mainPid('cuedeck-player');
    expect(await install(current)).toMatchObject({ code: 0 });
    expect((await pc.whenServing()).CLIPS[1]).toMatchObject({ ClipName: 'Opening', StartAt: 1, EndAt: 2, Loop: true });
    expect(await mainPid('cuedeck-player')).not.toBe(before);
    expect(await box.run('tail -1 /etc/cuedeck/player.conf; hostname')).toBe('CUEDECK_HTTP_PORT=80\nstage-left');
    expect(await box.run('dpkg-query -s cuedeck | grep ^Version')).not.toBe(`Version: ${EARLIER}`);
    expect(await failed()).toBe('');
  });

  test('a downgrade under the list of a newer version is refused in a plain line, and everything runs on', async () => {
    const list = '/var/lib/cuedeck/clips.json';
    await box.run(`cp -p ${list} /root/list && sed -i 's/^{"version":1,/{"version":99,/' ${list}`);
    const before = await mainPid('cuedeck-player');
    const { code, text } = await install({ ...earlier, talkgroup: earlier.player });
    expect(code).not.toBe(0);
    expect(text).toContain(
      `cuedeck ${EARLIER} cannot read the clip list of a newer CueDeck (${list} has form 99, this version knows 1). Nothing was changed.`,
    );
    expect(await box.run(`head -c 14 ${list}`)).toBe('{"version":99,');
    expect([await mainPid('cuedeck-player'), (await pc.status()).CLIPS.length]).toEqual([before, 2]);
    await box.run(`cp -p /root/list ${list}`);
  });

  test('purged, nothing is left and nothing was asked', async () => {
    expect(await box.attempt('dpkg --purge cuedeck cuedeck-talkgroup < /dev/null')).toMatchObject({ code: 0 });
    const places = '/clips /etc/cuedeck /var/lib/cuedeck* /run/cuedeck* /usr/lib/cuedeck* /usr/bin/cuedeck*';
    expect((await box.attempt(`ls -d ${places} 2>/dev/null`)).text).toBe('');
    expect((await box.attempt('getent passwd | grep cuedeck; getent group | grep cuedeck; pidof mpv')).text).toBe('');
    expect(await box.run('find / -xdev -name "*cuedeck*" -not -path "/root/*" -not -path "/proc/*"')).toBe('');
    expect(await failed()).toBe('');
  });
});
