// The names of clips on the wire: what is listed leads back to its clip to the byte, by files or by the names people give.
import { describe, expect, test } from 'vitest';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { toBlockRequest, valuesOf, type WireClient } from './wire-client.ts';

const ODD_FILES = [
  'plain.mp4',
  ' leading space.mp4',
  'trailing space.mp4 ',
  '  two  inside  .mp4',
  '\u00a0no-break.mp4\u00a0',
  '\ufeffmark.mp4',
  'Take 1: final.mp4',
  'name: name.mp4',
  'in: 00:00:01:00 out: 2.mp4',
  'ends with a colon:',
  './hidden? no.mp4',
  '/root.mp4',
  'u\u0308ber.mp4',
  '\u00fcber.mp4',
  '12',
  'start',
  '+1',
  '日本語.mp4',
  'tab\there.mp4',
  'CASE.mp4',
  'case.mp4',
];

/** The names as `clips get: version: 2` lists them, byte for byte. */
const listed = async (client: WireClient): Promise<readonly string[]> =>
  (await client.ask('clips get: version: 2')).lines
    ?.slice(1)
    .map((line) => /^\d+: (?:\S+ ){4}(.*)$/s.exec(line)?.[1] ?? '') ?? [];

test.each(['files', 'clips'] as const)(
  'every listed name is taken byte for byte, in either shape: lists of %s',
  async (listNames) => {
    const clips = ODD_FILES.map((text, index) =>
      videoClip(
        `c${index}`,
        listNames === 'files' ? { file: text, name: `Name ${index}` } : { file: `${index}.mp4`, name: text },
      ),
    );
    const { connect } = await createHyperDeckServer({ clips, listNames });
    const client = await connect();
    const names = await listed(client);
    expect(names).toEqual(ODD_FILES.map((text) => text.replaceAll('\t', '_')));
    await client.say('clips clear');
    for (const name of names) {
      expect([name, await client.say(`clips add: name: ${name}`)]).toEqual([name, '200 ok']);
      expect([name, await client.say(toBlockRequest('clips add', [['name', name]]))]).toEqual([name, '200 ok']);
    }
    expect(await listed(client)).toEqual(names.flatMap((name) => [name, name]));
    await client.say('clips rebuild');
    for (const [index, name] of names.entries()) {
      expect([name, await client.say(`goto: name: ${name}`)]).toEqual([name, '200 ok']);
      expect([name, valuesOf(await client.ask('transport info'))['clip id']]).toEqual([name, String(index + 1)]);
    }
  },
);

test('by hand: spaces around, the root folder before, the other form of an accent', async () => {
  const { connect } = await createHyperDeckServer({ clips: [videoClip('a', { file: '\u00fcber all.mp4' })] });
  const client = await connect();
  for (const name of ['  u\u0308ber all.mp4  ', '/\u00fcber all.mp4', './\u00fcber all.mp4']) {
    expect([name, await client.say(`clips add: name: ${name}`)]).toEqual([name, '200 ok']);
  }
});

describe('lists of names', () => {
  const CLIPS = [
    videoClip('a', { file: 'a.mp4', name: 'Opening' }),
    videoClip('b', { file: 'b.mp4', name: 'a.mp4' }),
    videoClip('c', { file: 'c.mp4', name: 'Act 1: dusk' }),
  ];

  test('clip and disk list carry them, a rename is told', async () => {
    const { connect, deck } = await createHyperDeckServer({ clips: CLIPS, listNames: 'clips' });
    const client = await connect();
    expect((await client.ask('clips get')).lines?.slice(1)).toEqual([
      '1: Opening 00:00:00:00 00:00:10:00',
      '2: a.mp4 00:00:10:00 00:00:10:00',
      '3: Act 1: dusk 00:00:20:00 00:00:10:00',
    ]);
    expect((await client.ask('disk list')).lines?.[3]).toBe('3: Act 1: dusk H264 1080p25 00:00:10:00');
    await client.say('notify: slot: true clips: true');
    const since = client.messages.length;
    await deck.clips.update(3, { name: 'Finale', inSeconds: 0, outSeconds: 10, loop: false });
    const told = await client.until(({ code }) => code === 519, since);
    expect(told.lines?.at(-1)).toMatch(/ Finale$/);
    expect(client.messages.slice(since).some(({ code }) => code === 502)).toBe(true);
  });

  test.each([
    ['files', 'a.mp4', '1'],
    ['clips', 'a.mp4', '2'],
    ['files', 'Act 1: dusk', '3'],
    ['clips', 'c.mp4', '3'],
    ['clips', 'b.mp4', '2'],
  ] as const)('goto and play by either, what is listed first (%s, %s)', async (listNames, name, id) => {
    const { connect } = await createHyperDeckServer({ clips: CLIPS, listNames });
    const client = await connect();
    const requests = [`goto: name: ${name}`, `play: single clip: true name: ${name}`];
    if (!name.includes(':')) requests.push(`goto: clip id: ${name}`, `play: clip id: ${name} loop: true`);
    requests.push(toBlockRequest('goto', [['clip id', name]]));
    for (const request of requests) {
      await client.say('preview: enable: true');
      expect([request, await client.say(request)]).toEqual([request, '200 ok']);
      expect([request, valuesOf(await client.ask('transport info'))['clip id']]).toEqual([request, id]);
    }
  });

  test('a name that no clip has, and one beside a number', async () => {
    const { connect } = await createHyperDeckServer({ clips: CLIPS });
    const client = await connect();
    expect(await client.say('goto: name: nobody')).toBe('112 clip not found');
    expect(await client.say('goto: clip id: nobody')).toBe('102 invalid value');
    expect(await client.say('goto: clip id: 1 name: Opening')).toBe('100 syntax error');
  });
});

test('remote info is remote', async () => {
  const { connect } = await createHyperDeckServer();
  const client = await connect();
  expect(await client.ask('remote info')).toMatchObject({ code: 210, lines: ['enabled: true', 'override: false'] });
  expect(await client.say('remote info: enable: false')).toBe('200 ok');
  expect((await client.ask('remote')).lines).toEqual(['enabled: false', 'override: false']);
});
