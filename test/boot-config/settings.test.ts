// cuedeck.txt as owners leave it behind: good, bad, and from every kind of editor.
import { expect, test } from 'vitest';
import { type CardValues, isChanged, parseSavedValues, readCard, toHolding } from '../../src/boot-config/settings.ts';

const KEY = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('ssh-ed25519'), Buffer.alloc(36, 7)]).toString('base64')} anna@laptop`;
const GOOD = [
  'hostname=Stage-Left',
  'wifi-country=de',
  'wifi-name=Bühne 1',
  'wifi-password=#pass=word"1',
  'address=192.168.1.50/24',
  'gateway=192.168.1.1',
  'dns=192.168.1.1, 9.9.9.9',
  'display-mode=1920x1080@50',
  'rotation=90',
  'sound=hdmi',
  `ssh-key=${KEY}`,
  'token=s3cret',
];
const VALUES: CardValues = {
  hostname: ['stage-left'],
  'wifi-country': ['DE'],
  'wifi-name': ['Bühne 1'],
  'wifi-password': ['#pass=word"1'],
  address: ['192.168.1.50/24'],
  gateway: ['192.168.1.1'],
  dns: ['192.168.1.1 9.9.9.9'],
  'display-mode': ['1920x1080@50'],
  rotation: ['90'],
  sound: ['hdmi'],
  'ssh-key': [KEY],
  token: ['s3cret'],
};
const read = (text: string) => readCard(Buffer.from(text));
const good = { refused: new Set(), problems: [] };

test.each([
  ['with the line ends of Linux', Buffer.from(GOOD.join('\n'))],
  ['with those of Windows', Buffer.from(`${GOOD.join('\r\n')}\r\n`)],
  ['with those of old Macs', Buffer.from(GOOD.join('\r'))],
  ['with a byte order mark', Buffer.from(`\ufeff${GOOD.join('\n')}`)],
  ['as UTF-16', Buffer.from(`\ufeff${GOOD.join('\r\n')}`, 'utf16le')],
  ['as UTF-16 without a byte order mark', Buffer.from(GOOD.join('\r\n'), 'utf16le')],
  ['as UTF-16 of the other order without one', Buffer.from(GOOD.join('\r\n'), 'utf16le').swap16()],
  [
    'with spaces, comments and empty lines',
    Buffer.from(`# box\n\n${GOOD.map((line) => `  ${line.replace('=', ' = ')} \t`).join('\n\n')}`),
  ],
  [
    'with other letters in names',
    Buffer.from(
      GOOD.map((line) => line.replace(/^[a-z-]+/, (name) => name.toUpperCase().replace('-', '_'))).join('\n'),
    ),
  ],
])('a file %s gives every value', (_how, bytes) => {
  expect(readCard(bytes)).toEqual({ values: VALUES, ...good });
});

test('settings without a value, and an empty file, set nothing', () => {
  expect(read(GOOD.map((line) => line.replace(/=.*/, '=')).join('\n'))).toEqual({ values: {}, ...good });
  expect(read('')).toEqual({ values: {}, ...good });
});

test.each([
  ['hostname', ['-a', 'a b', 'localhost', 'ü', 'a'.repeat(64), '12']],
  ['wifi-country', ['D', 'DEU', '49']],
  ['wifi-name', ['x'.repeat(33), 'a\u0007b']],
  ['wifi-password', ['short', 'x'.repeat(64), 'pässwörter']],
  ['address', ['192.168.1.50', '192.168.1.500/24', '192.168.1.5/0', '192.168.1.5/33', 'fe80::1/64', '1.2.3.4/24/1']],
  // That of the network itself, that for all in it, and what no device may have.
  ['address', ['192.168.1.0/24', '192.168.1.255/24', '10.0.0.0/8', '10.255.255.255/8', '192.168.1.5/08']],
  ['address', ['0.0.0.5/24', '127.0.0.5/8', '224.0.0.5/24', '255.255.255.255/32']],
  ['gateway', ['router', '1.2.3']],
  ['dns', ['1.1.1.1;8.8.8.8', 'one']],
  ['display-mode', ['1080p', '1920*1080']],
  ['rotation', ['45', '-90', '90.0']],
  ['sound', ['x'.repeat(201)]],
  [
    'ssh-key',
    [
      'AAAA',
      'ssh-ed25519 AAAA',
      `command="sh" ${KEY}`,
      KEY.replace('ssh-ed25519', 'ssh-rsa'),
      'ssh-dss AAAAB3NzaC1kc3MAAACBAAAAB3NzaC1kc3MAAACB',
    ],
  ],
  ['token', ['two words', 'a"b', '$(x)', 'ä', 'x'.repeat(129)]],
])('a bad %s is refused in words that do not repeat it, and nothing else is lost', (name, values) => {
  for (const value of values) {
    const { values: taken, refused, problems } = read(`rotation=180\n${name}=${value}\nsound=usb`);
    const others = Object.fromEntries(
      Object.entries({ rotation: ['180'], sound: ['usb'] }).filter(([key]) => key !== name || name === 'rotation'),
    );
    expect([value, taken, [...refused]]).toEqual([
      value,
      { ...others, ...(name === 'sound' && { sound: ['usb'] }) },
      [name],
    ]);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^Line 2: ${name} is refused; allowed: `))]);
    if (/password|token|key/.test(name)) expect(problems.join()).not.toContain(value);
  }
});

test('letters in the way of an old editor are refused with what to do about it', () => {
  const { values, problems } = readCard(Buffer.from('wifi-name=B\xfchne\nrotation=90', 'latin1'));
  expect([values, problems]).toEqual([
    { rotation: ['90'] },
    [
      'Line 1: wifi-name is refused; allowed: the name of a network, up to 32 bytes. The file is not UTF-8: save it as UTF-8.',
    ],
  ]);
});

test('lines that are none, unknown settings and repeated ones are reported by their number', () => {
  expect(read('hello\n=x\nhost=a\nhostname=a\nhostname=b')).toEqual({
    values: { hostname: ['b'] },
    refused: new Set(),
    problems: [
      'Line 1 is passed over: it is not of the form NAME=VALUE.',
      'Line 2 is passed over: it is not of the form NAME=VALUE.',
      'Line 3 is passed over: there is no setting "host".',
      'Line 5: hostname is given twice, the last one holds.',
    ],
  });
});

test('several SSH keys may be given', () => {
  expect(read(`ssh-key=${KEY}\nssh-key=${KEY}2`).values).toEqual({ 'ssh-key': [KEY, `${KEY}2`] });
});

test('what belongs together and is not there is said', () => {
  expect(read('wifi-name=a').problems).toEqual([expect.stringMatching(/^wifi-country is missing/)]);
  expect(read('wifi-password=12345678').problems).toEqual([
    expect.stringMatching(/^wifi-password stands there without/),
  ]);
  expect(read('gateway=1.2.3.4').problems).toEqual([expect.stringMatching(/^gateway stands there without/)]);
});

test('any bytes at all are read without harm', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  for (let round = 0; round < 300; round += 1) {
    const bytes = Buffer.from(Array.from({ length: random() % 400 }, () => random() % 256));
    const { values, problems } = readCard(bytes);
    expect([values, problems.every((line) => /^(Line \d+|wifi|gateway)/.test(line))]).toEqual([{}, true]);
  }
  expect(readCard(Buffer.alloc(300 * 1024, 'a')).problems).toEqual([
    'The file has more than 256 KiB; nothing of it is taken.',
  ]);
});

test('a refused line leaves in force what was before; a line that is gone does not', () => {
  const former: CardValues = { token: ['old'], hostname: ['hall'], rotation: ['90'] };
  const holding = toHolding(read('token=not good\nhostname=stage'), former);
  expect(holding).toEqual({ token: ['old'], hostname: ['stage'] });
  expect(['token', 'hostname', 'rotation', 'sound'].map((name) => isChanged(name, holding, former))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('kept values that are damaged are as if there were none', () => {
  expect([
    parseSavedValues('{"a":["b"],"c":1}'),
    parseSavedValues('{'),
    parseSavedValues('null'),
    parseSavedValues(''),
  ]).toEqual([{ a: ['b'] }, {}, {}, {}]);
});
