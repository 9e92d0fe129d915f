import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer } from '../server-under-test.ts';

const ID = 'a whole number of 1 to 6 digits';
const SECONDS = 'seconds as a plain decimal number, such as 12 or 12.345';
const FLAG = 'true, false, 1 or 0';
const TEXT = 'text as percent-encoded UTF-8 (a percent sign is %25)';

const FORMS = {
  '/select_clip': { id: ['1', ID] },
  '/delete': { id: ['1', ID] },
  '/goto_secs': { secs: ['1', SECONDS] },
  '/update_host': { hostname: ['a', TEXT] },
  '/update_clip': {
    id: ['1', ID],
    name: ['a', TEXT],
    startat: ['0', SECONDS],
    endat: ['1', SECONDS],
    loop: ['1', FLAG],
  },
} as const;

/** Each parameter of each operation, with the good query, what it may be, and the query's other parameters. */
const rows = Object.entries(FORMS).flatMap(([path, form]) =>
  Object.entries(form).map(([name, [value, allowed]]) => {
    const others = Object.entries(form).filter(([other]) => other !== name);
    return { path, name, value, allowed, rest: others.map(([other, [given]]) => `&${other}=${given}`).join('') };
  }),
);

describe.each(rows)('$path without a good $name', ({ path, name, value, allowed, rest }) => {
  const expectRejection = async (query: string, refusal: { error: string; code: string }): Promise<void> => {
    const { get, deck, machine } = await createServer();
    const before = deck.state();
    expect(await get(`${path}?${query}${rest}`)).toEqual([400, refusal]);
    expect([deck.state(), machine.hostName()]).toEqual([before, 'cuedeck']);
  };

  test('is refused when it is missing', () =>
    expectRejection('', { error: `${name} is missing; allowed: ${allowed}.`, code: 'missing-parameter' }));

  test('is refused when it is given twice, alike or not', async () => {
    await expectRejection(`${name}=${value}&${name}=${value}`, {
      error: `${name} is given 2 times ("${value}", "${value}"); allowed: once.`,
      code: 'repeated-parameter',
    });
    await expectRejection(`${name}=a&${name}=${value}&${name}=%zz&${name}=4&${name}=5`, {
      error: `${name} is given 5 times ("a", "${value}", (no percent-encoded UTF-8)); allowed: once.`,
      code: 'repeated-parameter',
    });
  });

  test.each(['%zz', '%', '%ff', 'a%C3', '%C0%AF', '%ED%A0%80'])('is refused when it is no UTF-8: %s', (bad) =>
    expectRejection(`${name}=${bad}`, {
      error: `${name}=(no percent-encoded UTF-8) is refused; allowed: ${allowed}.`,
      code: 'invalid-value',
    }),
  );
});

const BAD_IDS = ['', '-1', '+1', '1.0', '1e0', '0x1', '%201', '1%20', '1%00', '1000000', '٣', '１', 'true', '[]', '{}'];
const BAD_SECONDS = [
  '',
  '-1',
  '+1',
  '.5',
  '5.',
  '1,5',
  '1e3',
  '0x1',
  'Infinity',
  'NaN',
  '%201',
  '1:30',
  '1234567890',
  '1.0123456789',
];
const BAD_FLAGS = ['', 'True', 'TRUE', 'yes', 'on', '2', '01', 'null', '%20true'];

test.each([
  ...BAD_IDS.map((bad) => ['/select_clip?', 'id', bad, ID]),
  ...BAD_SECONDS.map((bad) => ['/goto_secs?', 'secs', bad, SECONDS]),
  ...BAD_FLAGS.map((bad) => ['/update_clip?id=1&name=a&startat=0&endat=1&', 'loop', bad, FLAG]),
])('%s%s=%s is not of its form', async (path = '', name = '', bad = '', allowed = '') => {
  const { get } = await createServer();
  const given = JSON.stringify(decodeURIComponent(bad.replaceAll('+', ' ')));
  expect(await get(`${path}${name}=${encodeURI(decodeURI(bad))}`)).toEqual([
    400,
    { error: `${name}=${given} is refused; allowed: ${allowed}.`, code: 'invalid-value' },
  ]);
});

test('a long value is cut in the sentence that refuses it', async () => {
  const { get } = await createServer();
  expect(await get(`/select_clip?id=${'7'.repeat(8000)}`)).toEqual([
    400,
    { error: `id="${'7'.repeat(80)}…" is refused; allowed: ${ID}.`, code: 'invalid-value' },
  ]);
});

test('a name that curl sends without escapes is refused with the way to send it', async () => {
  const { url } = await createServer();
  const { stdout } = await promisify(execFile)('curl', ['-sS', `${url}/update_clip?id=1&name=Grüße`]);
  expect(JSON.parse(stdout)).toEqual({
    error: 'The address is not readable; allowed: a path and a query in ASCII, all else percent-encoded as UTF-8.',
    code: 'malformed-request',
  });
});

test('a name that curl encodes arrives', async () => {
  const { url, deck } = await createServer();
  const args = ['-sSfG', `${url}/update_clip`, '--data-urlencode', 'name=Grüße & 100% 日本🎬'];
  await promisify(execFile)('curl', [...args, '-d', 'id=1', '-d', 'startat=0', '-d', 'endat=1', '-d', 'loop=0']);
  expect(deck.state().document.clips[1]?.name).toBe('Grüße & 100% 日本🎬');
});

test('a parameter without an equals sign is an empty one', async () => {
  const { get } = await createServer();
  expect(await get('/select_clip?id')).toEqual([
    400,
    { error: `id="" is refused; allowed: ${ID}.`, code: 'invalid-value' },
  ]);
});

test.each([
  ['startat=10&endat=10', 'startat=10 is refused; allowed: 0 to less than endat.'],
  ['startat=5&endat=5', 'endat=5 is refused; allowed: more than startat (5) up to the duration (10).'],
  ['startat=0&endat=10.001', 'endat=10.001 is refused; allowed: more than startat (0) up to the duration (10).'],
])('update_clip refuses a section outside the clip: %s', async (section, error) => {
  const { get, deck } = await createServer({ clips: [videoClip('a')] });
  const before = deck.state();
  expect(await get(`/update_clip?id=1&name=a&loop=0&${section}`)).toEqual([400, { error, code: 'invalid-value' }]);
  expect(deck.state()).toBe(before);
});

test.each(['', '%20', '%0A', 'a%07b', 'x'.repeat(121)])('update_clip refuses the name %j', async (name) => {
  const { get } = await createServer({ clips: [videoClip('a')] });
  const [code, refusal] = await get(`/update_clip?id=1&name=${name}&startat=0&endat=1&loop=0`);
  expect([code, refusal]).toEqual([
    400,
    {
      error: `name=${JSON.stringify(decodeURIComponent(name))} is refused; allowed: 1 to 120 characters, none of them a control character.`,
      code: 'invalid-value',
    },
  ]);
});
