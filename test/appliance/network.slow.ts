// The box and its network: it shows its picture before there is one, and is found on it by what it offers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './command.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { createPc } from './pc.ts';

/** The network comes after the picture, or when a player that waits for it has had this long. */
const MAX_SECONDS = 45;
const PICTURE_UP = 'journalctl -b -u cuedeck-player -o cat | grep -q "^picture up"';
const OLD_NAME_SECONDS = 20;
/** Stands for a network that waits for its DHCP server. */
const SLOW_NETWORK = `[Unit]
DefaultDependencies=no
After=sysinit.target
Before=network-pre.target network.target network-online.target
Wants=network-pre.target network.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=-timeout ${MAX_SECONDS} sh -c 'until ${PICTURE_UP}; do sleep 0.2; done; sleep 1'

[Install]
WantedBy=multi-user.target network-online.target
`;

describe.runIf(canBoot('the box on its network'))('a box on its network', () => {
  let installed: InstalledBox;

  beforeAll(async () => {
    installed = await createInstalledBox();
    const { box } = installed;
    writeFileSync(join(box.root, 'etc/systemd/system/slow-network.service'), SLOW_NETWORK);
    await box.boot();
    await box.run('systemctl enable slow-network && systemctl add-wants multi-user.target network-online.target');
    await box.reboot();
  }, 900_000);
  afterAll(() => installed?.dispose(), 120_000);

  /** Microseconds since the start of the machine. */
  const activeSince = async (unit: string): Promise<number> =>
    Number(await installed.box.run(`systemctl show -P ActiveEnterTimestampMonotonic ${unit}`));

  test('the splash screen is up and the player serves before the network is there', async () => {
    const { box } = installed;
    const lines = await box.run(
      'journalctl -b -u cuedeck-player -o json --output-fields=MESSAGE,__MONOTONIC_TIMESTAMP',
    );
    const picture = lines
      .split('\n')
      .map((line): Readonly<Record<string, string>> => JSON.parse(line))
      .find(({ MESSAGE }) => MESSAGE?.startsWith('picture up'));
    const [player, network] = [await activeSince('cuedeck-player'), await activeSince('network.target')];
    expect([network > 0, await box.run('systemctl is-active network-online.target')]).toEqual([true, 'active']);
    expect(player).toBeLessThan(network);
    expect(Number(picture?.__MONOTONIC_TIMESTAMP)).toBeLessThan(network);
  });

  test('its page and its HyperDeck are announced under its name', async () => {
    const { box, lan } = installed;
    const pc = createPc(lan);
    await pc.get('/update_host?hostname=stage');
    expect(await pc.lookUp('stage')).toBe(lan.boxAddress);
    // The box's avahi still lists the old name for a moment after it has answered with the new one.
    const announced = (type: string): Promise<readonly (string | undefined)[]> =>
      until(
        async () => {
          const lines = (await box.run(`avahi-browse --parsable --resolve --terminate ${type}`)).split('\n');
          const [only, ...others] = lines.filter((line) => line.startsWith('=;eth0;IPv4;'));
          const fields = only?.split(';') ?? [];
          return others.length === 0 && fields[3] === 'stage' ? [3, 6, 8, 9].map((index) => fields[index]) : undefined;
        },
        OLD_NAME_SECONDS,
        `one ${type}, under the new name`,
      );
    expect(await announced('_http._tcp')).toEqual(['stage', 'stage.local', '80', '"path=/"']);
    expect((await announced('_hyperdeck_ctrl._tcp')).slice(0, 3)).toEqual(['stage', 'stage.local', '9993']);
  });

  test('a name that avahi has changed, because another device has it, is the one that is shown', async () => {
    const { box, lan } = installed;
    const pc = createPc(lan);
    await box.run('avahi-set-host-name stage-2');
    expect(await pc.lookUp('stage-2')).toBe(lan.boxAddress);
    const device = async () => (await pc.get('/api/v1/device')).body as unknown as Readonly<Record<string, unknown>>;
    const shown = await until(
      async () => {
        const { name, announcedName } = await device().catch(() => ({ name: '', announcedName: undefined }));
        return announcedName === undefined ? undefined : [name, announcedName];
      },
      OLD_NAME_SECONDS * 6,
      'the announced name',
    );
    expect(shown).toEqual(['stage', 'stage-2']);
    expect((await box.attempt('cuedeck doctor')).text).toMatch(/is called stage: this one answers to stage-2\.local\./);
  });
});
