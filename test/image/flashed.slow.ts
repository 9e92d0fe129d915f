// A flashed card in a PC, from its first start: what cuedeck.txt does, whose ids it has, and who may log in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canBootImage } from './needs.ts';
import { CARD_GIB, createPc, type Pc } from './pc.ts';

describe.runIf(canBootImage('a flashed card', 'amd64'))('a flashed card', () => {
  let pc: Pc;

  beforeAll(() => {
    pc = createPc();
  }, 3_600_000);
  afterAll(() => pc?.dispose(), 120_000);

  test('as it is flashed, nobody can log in, and the page is there under its name', async () => {
    await pc.boot();
    await pc.showsSplash(180);
    expect(await pc.guest.client.status()).toMatchObject({ CLIP_ID: 0, PLAYERNAME: 'cuedeck' });
    // Refused, and not only late.
    const { code, text } = await pc.guest.attempt('true');
    expect([code, text]).toEqual([255, expect.stringMatching(/Connection (closed|reset|refused)|Permission denied/)]);
    await pc.guest.cutPower();
  });

  test('what an owner wrote into cuedeck.txt holds at the next start', async () => {
    pc.card.edit({
      hostname: 'Stage',
      'ssh-key': pc.key,
      rotation: '180',
      'display-mode': '800x600',
      token: 'not good at all',
      address: '10.0.2.77/24',
      gateway: '10.0.2.2',
      'wifi-country': 'DE',
      'wifi-name': 'Haus & Hof',
      'wifi-password': 'geheim geheim',
    });
    expect(await pc.bootWhole()).toEqual(['running', '']);
    const { guest } = pc;
    expect((await guest.client.status()).PLAYERNAME).toBe('stage');
    expect(await guest.run('hostname; grep 127.0.1.1 /etc/hosts')).toBe('stage\n127.0.1.1\tstage');
    const said = await guest.run('journalctl -b -o cat -t cuedeck-settings');
    expect(said).toMatch(/cuedeck\.txt: Line \d+: token is refused; allowed: /);
    expect(said).not.toMatch(/not good|geheim/);
    expect((await guest.attempt('cuedeck doctor')).text).toMatch(
      /PROBLEM +Card +cuedeck\.txt: Line \d+: token is refused/,
    );
    expect(await guest.run('cat /data/appliance/network/wifi.conf')).toMatch(/country=DE[\s\S]*psk="geheim geheim"/);
    const outputs = await (await fetch(`${guest.url}/api/v1/outputs`)).json();
    expect(outputs).toMatchObject({ rotationDegrees: 180, displayMode: '800x600' });
    const { width, height } = await guest.screen();
    expect([width, height]).toEqual([800, 600]);
    await guest.powerOff();
  });

  test('a line that is taken out again is taken back, and the clip partition has the whole card', async () => {
    pc.card.edit({ rotation: '', 'display-mode': '', address: '', gateway: '', 'wifi-name': '', 'wifi-password': '' });
    expect(await pc.bootWhole()).toEqual(['running', '']);
    const { guest } = pc;
    expect((await guest.client.status()).PLAYERNAME).toBe('stage');
    const size = Number(await guest.run('df --output=size -B1 /data | tail -1'));
    const image = Number(await guest.run('cat /sys/class/block/vda2/size')) * 512;
    expect(size).toBeGreaterThan((CARD_GIB * 2 ** 30 - image - 400 * 2 ** 20) * 0.93);
    // LLMNR, which nobody asks.
    expect(await guest.run('ss -lntu | grep -c :5355 || true')).toBe('0');
    expect((await guest.attempt('touch /etc/x /usr/x')).text.match(/Read-only file system/g)).toHaveLength(2);
    expect(
      await guest.run('findmnt -n -o OPTIONS /boot/firmware | cut -d, -f1; ls -l /boot/firmware/cuedeck.txt'),
    ).toMatch(/^ro\n-rwx------ 1 root/);
  });

  test('its ids are its own, it has no password, and SSH takes keys only', async () => {
    const { guest } = pc;
    const [machineId, fingerprint] = (
      await guest.run(
        'cat /etc/machine-id; ssh-keygen -lf /data/appliance/ssh_host_ed25519_key.pub; ls /etc/ssh/*key* || true',
      )
    ).split('\n');
    expect(machineId).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint).toMatch(/^256 SHA256:/);
    expect(
      await guest.run('findmnt -n /etc/machine-id; cut -d: -f2 /etc/shadow | sort -u; ls /etc/ssh | grep host || true'),
    ).toBe('*');
    expect(
      await guest.run('sshd -T | grep -E "^(passwordauthentication|kbdinteractiveauthentication|permitrootlogin) "'),
    ).toBe('permitrootlogin without-password\npasswordauthentication no\nkbdinteractiveauthentication no');
    const { DEVICEID } = await guest.client.status();
    expect(DEVICEID).toMatch(/^[0-9a-f]{16}$/);
    // Another card from the same image.
    const twin = createPc();
    try {
      twin.card.edit({ 'ssh-key': twin.key });
      await twin.boot();
      const [itsId, itsFingerprint] = (
        await twin.guest.run('cat /etc/machine-id; ssh-keygen -lf /data/appliance/ssh_host_ed25519_key.pub')
      ).split('\n');
      const its = await twin.guest.client.status();
      expect([itsId === machineId, itsFingerprint === fingerprint, its.DEVICEID === DEVICEID]).toEqual([
        false,
        false,
        false,
      ]);
    } finally {
      await twin.dispose();
    }
  });
});
