import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SIGNATURE_BYTES, whyNoClip } from '../../../src/library/containers/first-bytes.ts';
import { MEDIA_FOLDER } from '../../media/media.ts';

const head = (content: Buffer): Buffer => content.subarray(0, SIGNATURE_BYTES);
const bytes = (...start: readonly (number | string)[]): Buffer =>
  Buffer.concat([
    ...start.map((part) => Buffer.from(typeof part === 'string' ? part : [part])),
    randomBytes(SIGNATURE_BYTES),
  ]);
/** Of these the examination says more. */
const NO_PICTURE = /^(sound-only\.mp3)$/;

test('every test clip may be one, also in the middle of a transport stream', () => {
  const names = readdirSync(MEDIA_FOLDER).filter((name) => !NO_PICTURE.test(name));
  expect(names.length).toBeGreaterThan(20);
  const refused = names.filter((name) => whyNoClip(head(readFileSync(join(MEDIA_FOLDER, name)))) !== undefined);
  expect(refused).toEqual([]);
  const broadcast = readFileSync(join(MEDIA_FOLDER, 'broadcast.ts'));
  expect(whyNoClip(head(broadcast.subarray(1000)))).toBeUndefined();
});

describe('what may be a clip', () => {
  const M2TS = Buffer.concat(
    Array.from({ length: 400 }, () => Buffer.concat([randomBytes(4), Buffer.from([0x47]), randomBytes(187)])),
  );
  const box = (name: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length + 8);
    return Buffer.concat([size, Buffer.from(name), content]);
  };
  test.each([
    ['a Blu-ray stream', M2TS],
    ['a picture of a phone (HEIC)', bytes(0, 0, 0, 24, 'ftypheic')],
    ['an old QuickTime film that begins with its data', bytes(0, 1, 0, 0, 'mdat')],
    [
      'a film with an unknown box in front',
      Buffer.concat([box('abcd', randomBytes(500)), box('moov', randomBytes(500))]),
    ],
    ['a large TIFF', bytes('II', 0x2b, 0)],
    [
      'an MXF file with a preface',
      Buffer.concat([randomBytes(5000), Buffer.from('060e2b34020501010d010201010201', 'hex')]),
    ],
    ['a program stream', bytes(0, 0, 1, 0xba)],
    ['bare H.264, of which the examination says what to do', bytes(0, 0, 0, 1, 0x67)],
    ['an animated WebP', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8X')],
  ])('%s', (_what, content) => {
    expect(whyNoClip(head(content))).toBeUndefined();
  });
});

test.each([
  ['text', Buffer.from('Grüße, this is no film.\n'.repeat(4000)), 'it is text, not a video or picture'],
  ['a web page', Buffer.from(`<!doctype html>${'<p>ä</p>'.repeat(9000)}`), 'it is text, not a video or picture'],
  ['a ZIP', bytes('PK\x03\x04'), 'it is an archive; unpack it first'],
  ['a gzip', gzipSync(randomBytes(70_000)), 'it is an archive; unpack it first'],
  ['a PDF', bytes('%PDF-1.7'), 'it is a PDF; export its pages as pictures first'],
  ['an MP3 with tags', bytes('ID3', 4), 'it has sound only, no picture'],
  ['an MP3 without', bytes(0xff, 0xfb, 0x90), 'it has sound only, no picture'],
  ['a WAV', bytes('RIFF', 1, 2, 3, 4, 'WAVEfmt '), 'it has sound only, no picture'],
  ['a program of Windows', bytes('MZ', 0x90, 0), 'it is a program, not a video or picture'],
  ['a playlist', Buffer.from(`#EXTM3U\n${'#\n'.repeat(40_000)}`), 'it is a playlist, not a video or picture'],
  ['nothing but zeros', Buffer.alloc(SIGNATURE_BYTES), 'it does not begin like a video or picture'],
  [
    'noise',
    Buffer.from(Array.from({ length: SIGNATURE_BYTES }, (_, at) => (at * at * 31 + at * 7 + 3) % 251)),
    'it does not begin like a video or picture',
  ],
])('%s is refused by its beginning', (_what, content, why) => {
  expect(whyNoClip(head(content))).toBe(why);
});
