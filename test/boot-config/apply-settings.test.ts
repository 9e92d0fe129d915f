// What cuedeck.txt leaves on the data partition.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyCard } from '../../src/boot-config/apply-settings.ts';
import { chooseAudioDevice } from '../../src/boot-config/audio-choice.ts';
import { toNetworkFiles } from '../../src/boot-config/network-files.ts';
import { withSetting } from '../../src/boot-config/settings-file.ts';
import { readBootConfigErrors } from '../../src/host/boot-config-errors.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const createBox = async () => {
  const folder = await temporaryFolder();
  const places = {
    card: join(folder, 'cuedeck.txt'),
    kept: join(folder, 'kept'),
    names: join(folder, 'names'),
    hosts: join(folder, 'hosts'),
    playerConf: join(folder, 'player.conf'),
    closed: join(folder, 'closed.conf'),
  };
  mkdirSync(places.kept);
  writeFileSync(places.hosts, '127.0.0.1\tlocalhost\n127.0.1.1\tcuedeck\n::1\tlocalhost\n');
  writeFileSync(places.playerConf, '# Settings\n#CUEDECK_TOKEN=\nCUEDECK_OSC_PORT=8000\n');
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const log = { debug: note, info: note, warning: note, error: note, recent: () => [] };
  return {
    places,
    said,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    files: () => readdirSync(places.kept, { recursive: true }).map(String).sort(),
    boot: async (text?: string | Uint8Array) => {
      if (text !== undefined) writeFileSync(places.card, text);
      said.length = 0;
      return await applyCard(places, log);
    },
  };
};

test('name, token, network and outputs are where their services look', async () => {
  const box = await createBox();
  expect(
    await box.boot(
      'hostname=stage\ntoken=abc\naddress=10.0.0.5/8\nwifi-name=a\nwifi-country=DE\nrotation=90\nnonsense',
    ),
  ).toBe(0);
  expect(box.said).toEqual([
    'cuedeck.txt: Line 7 is passed over: it is not of the form NAME=VALUE.',
    'applied cuedeck.txt: address, hostname, rotation, token, wifi-country, wifi-name.',
  ]);
  expect([box.read('names/hostname'), box.read('names/hosts')]).toEqual([
    'stage\n',
    '127.0.0.1\tlocalhost\n127.0.1.1\tstage\n::1\tlocalhost\n',
  ]);
  expect(box.read('player.conf')).toBe('# Settings\n#CUEDECK_TOKEN=\nCUEDECK_OSC_PORT=8000\nCUEDECK_TOKEN=abc\n');
  expect(JSON.parse(box.read('kept/outputs.json'))).toEqual({ rotation: '90' });
  expect(box.files()).toEqual([
    'digest',
    'network',
    'network/wifi.conf',
    'network/wifi.network',
    'outputs.json',
    'problems',
    'values.json',
  ]);
});

test('what is wrong with it is kept for the log of the page, until it is mended', async () => {
  const box = await createBox();
  const kept = () => readBootConfigErrors(join(box.places.kept, 'problems'));
  await box.boot('hostname=große kirche\ngröße\n');
  expect(await kept()).toEqual([
    'cuedeck.txt: Line 2 is passed over: it is not of the form NAME=VALUE.',
    'cuedeck.txt: Line 1: hostname is refused; allowed: 1 to 63 letters, digits and hyphens.',
  ]);
  await box.boot('');
  expect(await kept()).toEqual([expect.stringMatching(/cuedeck\.txt is empty.* The settings stay unchanged\.$/)]);
  await box.boot('hostname=kirche\n');
  expect(await kept()).toEqual([]);
  // Mended by putting back the very file that was in force, which changes nothing else.
  await box.boot('');
  writeFileSync(join(box.places.names, 'hostname'), 'renamed\n');
  await box.boot('hostname=kirche\n');
  expect([await kept(), box.read('names/hostname')]).toEqual([[], 'renamed\n']);
});

test.each(['küster@PC', 'хор@PC', '🎹'])('a key whose comment is %s opens the box', async (comment) => {
  const box = await createBox();
  const key = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'A'.repeat(43)} ${comment}`;
  expect([await box.boot(`ssh-key=${key}\r\n`), box.said]).toEqual([0, ['applied cuedeck.txt: ssh-key.']]);
  expect(box.read('kept/authorized_keys')).toBe(`${key}\n`);
  // As a PC without UTF-8 saves it: the key is good all the same.
  await box.boot(Buffer.from(`ssh-key=${key.replace(comment, 'k\xfcster')}\n`, 'latin1'));
  expect(box.read('kept/authorized_keys')).toMatch(/^ssh-ed25519 A+/);
  expect(box.said).toEqual(['applied cuedeck.txt: ssh-key.']);
});

test.each(['Bühne', '舞台', 'stage 🎭'])('a network called %s is kept as it is', async (name) => {
  const box = await createBox();
  expect(await box.boot(`wifi-name=${name}\nwifi-country=DE\n`)).toBe(0);
  const wifi = box.read('kept/network/wifi.conf');
  expect(wifi).toContain(`ssid=${Buffer.from(name).toString('hex')}`);
  expect([await box.boot(), box.said]).toEqual([0, []]);
  // Refused now: what held before holds on.
  expect(await box.boot(`wifi-name=${'x'.repeat(33)}\nwifi-country=DE\n`)).toBe(0);
  expect(box.read('kept/network/wifi.conf')).toBe(wifi);
});

test('at the next boot the file is passed over, and what was set elsewhere since stays', async () => {
  const box = await createBox();
  await box.boot('hostname=stage\ntoken=abc\n');
  writeFileSync(join(box.places.names, 'hostname'), 'renamed\n');
  expect([await box.boot(), box.said]).toEqual([0, []]);
  // Another line changed: the name of the page is not taken back.
  await box.boot('hostname=stage\ntoken=abc\nsound=hdmi\n');
  expect(box.read('names/hostname')).toBe('renamed\n');
  await box.boot('hostname=hall\n');
  expect([box.read('names/hostname'), box.read('player.conf')]).toEqual([
    'hall\n',
    '# Settings\n#CUEDECK_TOKEN=\nCUEDECK_OSC_PORT=8000\n',
  ]);
  expect(JSON.parse(box.read('kept/outputs.json'))).toEqual({ sound: '' });
});

test('read again after an update, it brings what the former version passed over, and takes nothing back', async () => {
  const box = await createBox();
  const text = 'hostname=stage\ntoken=abc\nrotation=90\ntimezone=Europe/Berlin\n';
  await box.boot(text.replace('timezone=', 'time-zone='));
  expect(box.read('kept/problems')).toContain('there is no setting "time-zone"');
  writeFileSync(box.places.card, text);
  for (const name of ['digest', 'outputs.json']) rmSync(join(box.places.kept, name));
  writeFileSync(join(box.places.names, 'hostname'), 'renamed\n');
  writeFileSync(box.places.playerConf, 'CUEDECK_TOKEN=of the owner\n');
  expect(await box.boot()).toBe(0);
  expect([box.read('names/hostname'), box.read('player.conf'), box.read('kept/timezone')]).toEqual([
    'renamed\n',
    'CUEDECK_TOKEN=of the owner\n',
    'Europe/Berlin\n',
  ]);
  expect(box.files()).toEqual(['digest', 'network', 'timezone', 'values.json']);
});

test('a box of which nothing is known yet is closed while its file cannot be read', async () => {
  const closed = /^CUEDECK_TOKEN=[0-9a-f]{48}\n$/;
  const told = /Until this is fixed, the page and the APIs demand a token that nobody knows\.$/;
  const first = await createBox();
  expect([await first.boot(), first.said]).toEqual([0, [expect.stringMatching(told)]]);
  expect(first.read('closed.conf')).toMatch(closed);
  const torn = await createBox();
  expect([await torn.boot(new Uint8Array(1500)), torn.said]).toEqual([0, [expect.stringMatching(told)]]);
  expect([torn.read('closed.conf'), torn.read('player.conf')]).toEqual([
    expect.stringMatching(closed),
    '# Settings\n#CUEDECK_TOKEN=\nCUEDECK_OSC_PORT=8000\n',
  ]);
});

test.each([
  ['its token', 'token=abc\n', 'CUEDECK_TOKEN=abc\n'],
  ['that it has none', 'hostname=stage\n', 'CUEDECK_OSC_PORT=8000\n'],
])('once its file was read, %s holds on when it cannot be read any more', async (_what, text, last) => {
  const box = await createBox();
  await box.boot(text);
  rmSync(box.places.card);
  expect([await box.boot(), existsSync(box.places.closed)]).toEqual([0, false]);
  expect(box.read('player.conf').endsWith(last)).toBe(true);
});

test('time zone and time servers are kept for the start of their services, and taken back', async () => {
  const box = await createBox();
  await box.boot('timezone=Europe/Berlin\nntp=ntp.example.org, 192.0.2.1\n');
  expect([box.read('kept/timezone'), box.read('kept/timesyncd.conf')]).toEqual([
    'Europe/Berlin\n',
    '[Time]\nNTP=ntp.example.org 192.0.2.1\n',
  ]);
  await box.boot('timezone=\nntp=\n');
  expect(box.files()).toEqual(['digest', 'network', 'values.json']);
});

test('the talkgroup service runs only where it is asked for', async () => {
  const box = await createBox();
  await box.boot('hostname=stage\n');
  expect(box.files()).not.toContain('talkgroup');
  await box.boot('talkgroup=on\n');
  expect(box.files()).toContain('talkgroup');
  await box.boot('talkgroup=\n');
  expect(box.files()).not.toContain('talkgroup');
  const [, condition] = /^ConditionPathExists=(.+)$/m.exec(readFileSync('image/talkgroup.service.conf', 'utf8')) ?? [];
  expect(condition).toBe('/data/appliance/talkgroup');
});

test('a token that cannot be kept is demanded until the box is switched off', async () => {
  const box = await createBox();
  rmSync(box.places.playerConf);
  mkdirSync(box.places.playerConf);
  // Nor does what lies in the place of the digest keep it away.
  mkdirSync(join(box.places.kept, 'digest'));
  expect([await box.boot('token=abc\n'), box.read('closed.conf')]).toEqual([1, 'CUEDECK_TOKEN=abc\n']);
});

test('without the file, or with a step that fails, the rest is done and it is tried again', async () => {
  const box = await createBox();
  expect([await box.boot(), box.said]).toEqual([
    0,
    [expect.stringMatching(/cannot be read: .*Until this is fixed, the page and the APIs demand a token .*\.$/)],
  ]);
  writeFileSync(box.places.names, 'no folder');
  expect(await box.boot('hostname=stage\ntoken=abc\n')).toBe(1);
  expect([box.read('player.conf').includes('TOKEN=abc'), box.files()]).toEqual([true, ['network', 'values.json']]);
  // What was done is not done again over what was set elsewhere since.
  writeFileSync(box.places.playerConf, 'CUEDECK_TOKEN=of the page\n');
  expect([await box.boot(), box.read('player.conf')]).toEqual([1, 'CUEDECK_TOKEN=of the page\n']);
  rmSync(box.places.names);
  expect([await box.boot(), box.read('names/hostname'), box.read('player.conf')]).toEqual([
    0,
    'stage\n',
    'CUEDECK_TOKEN=of the page\n',
  ]);
});

test.each([
  ['empty', ''],
  ['of nothing but zeros, as a file system leaves it', new Uint8Array(1500)],
  ['of which a part is zeros', Buffer.from(`hostname=stage\nrotation=90\n${'\0'.repeat(600)}`)],
  ['too long', 'x'.repeat(300 * 1024)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000007800000043808060000', 'hex')],
  ['a letter', 'Dear Anna,\nthe box is in the hall.\n'],
])('a file that is %s takes nothing back, and is told of', async (_what, content) => {
  const box = await createBox();
  await box.boot('token=abc\nwifi-name=a\nwifi-country=DE\nwifi-password=12345678\nhostname=hall\n');
  const state = () => [box.read('player.conf'), box.read('kept/network/wifi.conf'), box.read('kept/values.json')];
  const before = state();
  expect([await box.boot(content), state()]).toEqual([0, before]);
  expect(box.said).toEqual([expect.stringMatching(/^\S+cuedeck\.txt .+ The settings stay unchanged\.$/)]);
  // The file mended, and what is no more in it is taken back.
  await box.boot('hostname=hall\n');
  expect(box.files()).toEqual(['digest', 'network', 'values.json']);
});

test('a password that is refused opens no way into a network without one', async () => {
  const box = await createBox();
  expect(await box.boot('wifi-name=hall\nwifi-country=DE\nwifi-password=short\n')).toBe(0);
  expect(box.files()).toEqual(['digest', 'network', 'problems', 'values.json']);
  // Name and password belong together: those that held hold on.
  await box.boot('wifi-name=hall\nwifi-country=DE\nwifi-password=long enough\n');
  const wifi = box.read('kept/network/wifi.conf');
  await box.boot('wifi-name=foyer\nwifi-country=DE\nwifi-password=short\n');
  expect(box.read('kept/network/wifi.conf')).toBe(wifi);
  await box.boot(`wifi-name=${'x'.repeat(33)}\nwifi-country=DE\nwifi-password=for another one\n`);
  expect(box.read('kept/network/wifi.conf')).toBe(wifi);
});

test('a gateway that belongs to an address that is refused is not that of the address before', async () => {
  const box = await createBox();
  await box.boot('address=10.0.0.5/8\ngateway=10.0.0.1\n');
  const cable = box.read('kept/network/cable.network');
  await box.boot('address=192.168.1.50\ngateway=192.168.1.1\n');
  expect(box.read('kept/network/cable.network')).toBe(cable);
  // The other way round, the address is good without.
  await box.boot('address=192.168.1.50/24\ngateway=192.168.1\n');
  expect(box.read('kept/network/cable.network')).toBe(
    cable.replace('10.0.0.5/8', '192.168.1.50/24').replace('Gateway=10.0.0.1\n', ''),
  );
});

test('outputs that the player has not taken yet are not lost over those of a later boot', async () => {
  const box = await createBox();
  await box.boot('rotation=90\nsound=hdmi\n');
  await box.boot('rotation=90\nsound=usb\ndisplay-mode=1920x1080\n');
  expect(JSON.parse(box.read('kept/outputs.json'))).toEqual({
    rotation: '90',
    sound: 'usb',
    'display-mode': '1920x1080',
  });
  // Of a file that a fault of the disk left, nothing is taken.
  writeFileSync(join(box.places.kept, 'outputs.json'), '{');
  expect(await box.boot('rotation=180\nsound=usb\ndisplay-mode=1920x1080\n')).toBe(0);
  expect(JSON.parse(box.read('kept/outputs.json'))).toEqual({ rotation: '180' });
});

test('a hosts file that a power cut left empty gets its localhost back', async () => {
  const box = await createBox();
  mkdirSync(box.places.names);
  writeFileSync(join(box.places.names, 'hosts'), '');
  await box.boot('hostname=stage\n');
  expect(box.read('names/hosts')).toBe('127.0.0.1\tlocalhost\n127.0.1.1\tstage\n::1\tlocalhost\n');
});

test('a token is for root alone, also where the settings file has to be made', async () => {
  const box = await createBox();
  rmSync(box.places.playerConf);
  await box.boot('token=abc\nwifi-name=a\nwifi-country=DE\nwifi-password=12345678\n');
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([box.read('player.conf'), modeOf(box.places.playerConf)]).toEqual(['CUEDECK_TOKEN=abc\n', '640']);
});

test('the Wi-Fi file holds name and password whatever is in them', () => {
  const files = toNetworkFiles({
    'wifi-name': ['a"b'],
    'wifi-password': ['pass "word" #1'],
    'wifi-country': ['DE'],
    dns: ['1.1.1.1 9.9.9.9'],
  });
  expect(files).toEqual({
    'cable.network': undefined,
    'wifi.network':
      '[Match]\nType=wlan\n\n[Network]\nDHCP=yes\nDNS=1.1.1.1\nDNS=9.9.9.9\nLinkLocalAddressing=yes\nMulticastDNS=no\nLLMNR=no\n',
    'wifi.conf':
      'ctrl_interface=/run/wpa_supplicant\ncountry=DE\nnetwork={\n  ssid=612262\n  scan_ssid=1\n  key_mgmt=WPA-PSK\n  psk="pass "word" #1"\n}\n',
  });
  const bare = toNetworkFiles({ 'wifi-name': ['x'], 'wifi-password': ['ab'.repeat(32)] })['wifi.conf'];
  expect([
    bare?.includes(`psk=${'ab'.repeat(32)}\n`),
    toNetworkFiles({ 'wifi-name': ['x'] })['wifi.conf']?.includes('key_mgmt=NONE\n}'),
  ]).toEqual([true, true]);
});

test('without Wi-Fi a fixed address is that of the cable', () => {
  expect(toNetworkFiles({ address: ['10.0.0.5/8'], gateway: ['10.0.0.1'] })).toEqual({
    'wifi.conf': undefined,
    'wifi.network': undefined,
    'cable.network':
      '[Match]\nType=ether\n\n[Network]\nAddress=10.0.0.5/8\nGateway=10.0.0.1\nLinkLocalAddressing=yes\nMulticastDNS=no\nLLMNR=no\n',
  });
});

test('a setting of player.conf is changed in its place, once, and taken out without a trace', () => {
  expect([
    withSetting('A=1\nB=2\nA=3\n', 'A', '4'),
    withSetting('A=1', 'B', '2'),
    withSetting('', 'B', '2'),
    withSetting('#A=1\nA=2\nB=3\n', 'A', undefined),
  ]).toEqual(['A=4\nB=2\n', 'A=1\nB=2\n', 'B=2\n', '#A=1\nB=3\n']);
});

test('words for sound find the devices of a Pi', () => {
  const devices = [
    { name: 'auto', description: 'Autoselect device' },
    { name: 'alsa/hdmi:CARD=vc4hdmi0,DEV=0', description: 'vc4-hdmi-0/HDMI Audio Output' },
    { name: 'alsa/sysdefault:CARD=Headphones', description: 'bcm2835 Headphones/Default Audio Device' },
  ];
  expect(
    ['auto', 'HDMI', 'headphones', 'usb', 'alsa/sysdefault:CARD=Headphones', 'other'].map((word) =>
      chooseAudioDevice(word, devices),
    ),
  ).toEqual([
    null,
    'alsa/hdmi:CARD=vc4hdmi0,DEV=0',
    'alsa/sysdefault:CARD=Headphones',
    undefined,
    'alsa/sysdefault:CARD=Headphones',
    undefined,
  ]);
});
