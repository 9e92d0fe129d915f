// Random inputs for the HTTP transport: pieces that mean something to it, put together in ways that no client would.
import type { Random } from './random.ts';

const ODD = [
  '%',
  '%2',
  '%zz',
  '%00',
  '%ff',
  '%C3%A9',
  '%ED%A0%80',
  '%F0%9F%8E%AC',
  '+',
  '\u0000',
  '\u00e9',
  '🎬',
  '\\',
];
const VALUES = [
  '0',
  '1',
  '7',
  '999999',
  '1000000',
  '-',
  '.',
  '12.345',
  'e',
  'x',
  'true',
  'false',
  'null',
  ' ',
  '[]',
  '{}',
];
const QUERY = [
  '?',
  '&',
  '&&',
  '=',
  '==',
  ';',
  '#',
  '/',
  'id',
  'id=',
  'secs=',
  'loop=',
  'name=',
  '&id=',
  '&name=',
  'token=',
];
const TARGET = [...QUERY, ...QUERY, ...VALUES, ...ODD, '__proto__', 'constructor', 'id[]', 'id[0]', '%69d', 'i%64='];

export const randomTarget = (random: Random): string =>
  `${random.pick(['/', '/select_clip?', '/x?id=', '/x?name=', '?', ''])}${random.text(TARGET, 12)}`;

const HEADER = [
  ...ODD,
  ...VALUES,
  ...[
    'cuedeck',
    'cuedeck.local',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[',
    ']',
    ':',
    ':80',
    ':8080',
    '.',
    '..',
    '@',
    ',',
  ],
  ...[
    'http://',
    'https://',
    '//',
    '/',
    '?',
    '#',
    'null',
    'lan.example',
    '.lan.example',
    'evil.example',
    'local',
    '\t',
    ' ',
  ],
];

export const randomHeader = (random: Random): string => random.text(HEADER, 8);

const SECRET = [
  'the',
  '-right',
  '-token',
  'the-right-toke',
  'n',
  'Bearer',
  'Basic',
  ' ',
  ':',
  'dGhl',
  '=',
  ...ODD,
  ...VALUES,
];

export const randomCredential = (random: Random): string => random.text(SECRET, 8);

const LETTERS = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
const NAME = [
  ...LETTERS,
  ...[
    '../',
    '..\\',
    '/',
    '\\',
    '\\"',
    '"',
    "'",
    ';',
    '=',
    '*',
    "UTF-8''",
    '%22',
    '%0A',
    '%0D',
    '%2e%2e',
    '\r\n',
    '\n',
    '\0',
  ],
  ...[
    '.',
    '..',
    '-',
    '--',
    'a',
    'clip.mp4',
    '\u00c3\u00a4',
    '\u00f0\u009f\u008e\u00ac',
    '\u00ff\u00fe',
    'x'.repeat(300),
  ],
];
const FIELD = [
  'videoFile',
  'videoFile',
  'videoFile',
  'videoFile',
  'videofile',
  '',
  'a[b]',
  'a[99999999]',
  '__proto__',
  'a"b',
];
const DISPOSITION = ['form-data', 'form-data', 'form-data', 'attachment', '', 'FORM-DATA', 'form-data;'];
const KEY = ['filename', 'filename', 'filename', 'filename*', 'FileName', 'filename '];

const randomPart = (random: Random): string => {
  const name = random.text(NAME, 6);
  const head = `Content-Disposition: ${random.pick(DISPOSITION)}; name="${random.pick(FIELD)}"; ${random.pick(KEY)}="${name}"`;
  const more = random.pick([
    '',
    '',
    'Content-Type: video/mp4\r\n',
    'Content-Type: ;\r\n',
    'X: \r\n y\r\n',
    'broken\r\n',
  ]);
  return `${head}\r\n${more}\r\n${random.text([...LETTERS, '\r\n', '\r\n--'], 5)}`;
};

/** A multipart body of up to three parts whose first names a file; the boundary is right, mostly. */
export const randomForm = (random: Random): { readonly body: Buffer; readonly boundary: string } => {
  const boundary = random.pick(['b', 'b', 'b', '----WebKitFormBoundary7', "'()+_,-./:=?", 'x'.repeat(70)]);
  const parts = Array.from({ length: 1 + (random.int(8) === 0 ? random.int(4) : 0) }, () => randomPart(random));
  const text = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  const end = random.int(8) === 0 ? random.pick(['', '--', `--${boundary}`, `--${boundary}-`]) : `--${boundary}--\r\n`;
  return { body: Buffer.from(text + end, 'latin1'), boundary: /^[\w-]+$/.test(boundary) ? boundary : `"${boundary}"` };
};
