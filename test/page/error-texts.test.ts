// What the player refuses is said on the page in words of people, whatever the operation.
import { describe, expect, test } from 'vitest';
import { isForGood, toErrorText } from '../../src/web/format/error-texts.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from '../http/server-under-test.ts';

const words = (code: string, message: string): string => toErrorText(code, message);

test.each([
  [
    'inSeconds=40 is refused; allowed: 0 to less than outSeconds.',
    'The in point cannot be 0:40.0. It has to be before the out point.',
  ],
  [
    'outSeconds=75.5 is refused; allowed: more than inSeconds (2) up to the duration (10).',
    'The out point cannot be 1:15.5. It has to be after the in point, 0:02.0, and no later than the end of the clip, 0:10.0.',
  ],
  [
    'hostname="a b" is refused; allowed: 1 to 63 letters, digits and hyphens.',
    'The host name cannot be “a b”. It can be 1 to 63 letters, digits and hyphens.',
  ],
  ['volumePercent=300 is refused; allowed: 0 to 100.', 'The volume cannot be 300 %. It can be 0 % to 100 %.'],
  [
    'fadeInSeconds=61 is refused; allowed: a number from 0 to 60.',
    'The fade in cannot be 61 s. It can be 0 s to 60 s.',
  ],
  ['number=9 is refused; allowed: 1 to 4.', 'The place in the list cannot be 9. It can be 1 to 4.'],
  [
    'displayMode="big" is refused; allowed: WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, such as 1920x1080@50.',
    'The display mode cannot be “big”. It has to be like 1920x1080 or 1920x1080@50.',
  ],
])('%s', (message, said) => {
  expect(words('invalid-value', message)).toBe(said);
});

test.each([
  [
    'no-space',
    'There is not enough free space for this file; allowed: 2703360 bytes now.',
    /^There is not enough room on the player: 2\.7 MB are left/,
  ],
  [
    'too-large',
    'The file is too large; allowed: 68719476736 bytes.',
    /^The file is too large: the player takes up to 69 GB\.$/,
  ],
  ['busy', '2 uploads are under way; allowed: 2 at a time.', /^2 uploads are under way\. Try again in a moment\.$/],
  ['clip-not-found', 'There is no clip with the id "a1b2".', /^This clip is not there any more\.$/],
  [
    'unsupported-media',
    'The file is refused: it has sound only, no picture.',
    /^The file is refused: it has sound only, no picture\.$/,
  ],
])('%s: %s', (code, message, said) => {
  expect(words(code, message)).toMatch(said);
});

test('what is wrong with the file itself is for good, a full disk or a busy player is not', () => {
  expect(['unsupported-media', 'too-large', 'invalid-value'].map(isForGood)).toEqual([true, true, true]);
  expect(['no-space', 'busy', 'upload-out-of-step', 'unreachable', 'internal'].map(isForGood)).toEqual(
    Array(5).fill(false),
  );
});

describe('every refusal that the page can bring about', () => {
  const PATCH = (body: unknown, path = '/clips/a'): [string, string, unknown] => ['PATCH', path, body];
  const POST = (path: string, body?: unknown): [string, string, unknown] => ['POST', path, body];
  const asked = [
    ...[
      { inSeconds: 40 },
      { outSeconds: 0 },
      { outSeconds: 99 },
      { inSeconds: -1 },
      { name: '' },
      { name: 'x'.repeat(200) },
    ].map((body) => PATCH(body)),
    ...[
      { name: 5 },
      { volumePercent: 101 },
      { endAction: 'dance' },
      { muted: 'yes' },
      { outSeconds: 'soon' },
      { unknownField: 1 },
    ].map((body) => PATCH(body)),
    PATCH({ name: 'x' }, '/clips/nothing'),
    ...[{ powerOn: 'sleep' }].map((body) => PATCH(body, '/device')),
    ...[{ displayMode: 'big' }, { rotationDegrees: 45 }, { audioDevice: '' }].map((body) => PATCH(body, '/outputs')),
    ...[0, 7, 1.5, 'one'].map((number) => POST('/clips/a/move', { number })),
    POST('/clips/a/restore'),
    POST('/transport/goto', { seconds: 5000 }),
    POST('/transport/goto', { seconds: -5 }),
    POST('/transport/goto', {}),
    POST('/transport/speed', { factor: 900 }),
    POST('/transport/jump', {}),
    POST('/transport/cue', { clipId: 'nothing' }),
    POST('/transport/fly'),
    ['DELETE', '/clips/splash', undefined] as [string, string, unknown],
    ['PUT', '/transport', undefined] as [string, string, unknown],
  ];

  test('has no field name, no equals sign and no raw number of bytes', async () => {
    const server = await createServer({ clips: [videoClip('a'), videoClip('b')] });
    const said: string[] = [];
    for (const [method, path, body] of asked) {
      const { status, text } = await server.ask(`/api/v1${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect([path, body, status >= 400]).toEqual([path, body, true]);
      const { code, error } = JSON.parse(text);
      said.push(words(code, error));
    }
    server.room.freeBytes = 2_703_360;
    for (const range of ['bytes 0-2/90000000', 'bytes 0-2/900000', 'bytes 5-9/10', 'nonsense']) {
      server.room.limitBytes = range.includes('90000000') ? 1_000_000 : 100_000_000;
      server.room.freeBytes = 20_000;
      const { status, text } = await server.ask('/api/v1/uploads/a.mp4', {
        method: 'PUT',
        body: 'abc',
        headers: { 'content-range': range },
      });
      expect([range, status >= 400]).toEqual([range, true]);
      const { code, error } = JSON.parse(text);
      said.push(words(code, error));
    }
    const machine = said.filter((sentence) => /\w=|allowed|[a-z]{2}[A-Z]|\d{5}|[{}[\]]|undefined|NaN/.test(sentence));
    expect(machine).toEqual([]);
    expect(said.filter((sentence) => !/^[A-Z“\d].*[.]$/.test(sentence))).toEqual([]);
  });
});
