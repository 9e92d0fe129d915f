import { expect, test } from 'vitest';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer } from '../server-under-test.ts';

const API = '/api/v1';

const createApi = async () => {
  const server = await createServer({ clips: ['a', 'b', 'c'].map((id) => videoClip(id)) });
  const ask = async (method: string, path: string, body?: unknown): Promise<[number, Record<string, unknown>]> => {
    const { status, text } = await server.ask(`${API}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [status, text === '' ? {} : JSON.parse(text)];
  };
  const ids = (): readonly string[] => server.deck.state().document.clips.map(({ id }) => id);
  return { ...server, api: ask, ids };
};

const CLIP_A = {
  id: 'a',
  number: 1,
  kind: 'video',
  name: 'a.mp4',
  file: 'a.mp4',
  durationSeconds: 10,
  inSeconds: 0,
  outSeconds: 10,
  endAction: 'hold',
  volumePercent: 100,
  muted: false,
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
  media: {
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    videoCodec: 'h264',
    width: 192,
    height: 108,
    interlaced: false,
    frameRate: { numerator: 25, denominator: 1 },
  },
};

test('a clip has all that the list knows of it', async () => {
  const { api } = await createApi();
  expect(await api('GET', '/clips/a')).toEqual([200, CLIP_A]);
});

test('a patch changes what it names and nothing else', async () => {
  const { api } = await createApi();
  for (const change of [
    { endAction: 'loop', volumePercent: 40 },
    { fadeInSeconds: 0.5, fadeOutSeconds: 60 },
    { endAction: 'black', fadeOutSeconds: 0 },
  ]) {
    const [, before] = await api('GET', '/clips/a');
    expect(await api('PATCH', '/clips/a', change)).toEqual([200, { ...before, ...change }]);
  }
});

test.each([
  ['a name that is not known', { nmae: 'x' }, 'invalid-value', 'nmae'],
  ['a value of another kind', { muted: 'yes' }, 'invalid-value', 'muted'],
  ['a volume over 100', { volumePercent: 101 }, 'invalid-value', 'volumePercent'],
  ['an out point before the in point', { inSeconds: 5, outSeconds: 4 }, 'invalid-value', 'outSeconds'],
  ['no object', [1], 'invalid-value', 'the body'],
])('a patch with %s is refused in one sentence, and nothing changes', async (_what, body, code, word) => {
  const { api } = await createApi();
  const [status, refusal] = await api('PATCH', '/clips/a', body);
  expect([status, refusal.code, String(refusal.error).includes(word)]).toEqual([400, code, true]);
  expect(await api('GET', '/clips/a')).toEqual([200, CLIP_A]);
});

test('a body that is no JSON, or too large, is refused', async () => {
  const { ask } = await createApi();
  const sent = async (body: string) => (await ask(`${API}/clips/a`, { method: 'PATCH', body })).status;
  expect([await sent('{'), await sent(''), await sent('x'.repeat(70_000))]).toEqual([400, 400, 413]);
});

test('a clip moves to a number and the others make room; the splash screen stays first', async () => {
  const { api, ids } = await createApi();
  expect((await api('POST', '/clips/c/move', { number: 1 }))[1].number).toBe(1);
  expect(ids()).toEqual(['splash', 'c', 'a', 'b']);
  expect((await api('POST', '/clips/splash/move', { number: 2 }))[1].code).toBe('splash-locked');
  expect((await api('POST', '/clips/a/move', { number: 4 }))[1].code).toBe('invalid-value');
  expect(ids()).toEqual(['splash', 'c', 'a', 'b']);
});

test('a deleted clip comes back to its place for 10 s, and is gone after that', async () => {
  const { api, ids, clock, settle } = await createApi();
  expect((await api('DELETE', '/clips/b'))[0]).toBe(204);
  expect(ids()).toEqual(['splash', 'a', 'c']);
  clock.advance(10);
  expect((await api('POST', '/clips/b/restore'))[1].number).toBe(2);
  expect(ids()).toEqual(['splash', 'a', 'b', 'c']);
  await api('DELETE', '/clips/b');
  clock.advance(12);
  await settle();
  expect(await api('POST', '/clips/b/restore')).toMatchObject([404, { code: 'clip-not-found' }]);
});

test('a clip that is deleted, brought back and deleted again has its 10 s anew', async () => {
  const { api, ids, clock, settle } = await createApi();
  await api('DELETE', '/clips/b');
  clock.advance(3);
  await api('POST', '/clips/b/restore');
  clock.advance(6);
  await api('DELETE', '/clips/b');
  clock.advance(10);
  await settle();
  expect((await api('POST', '/clips/b/restore'))[1].number).toBe(2);
  expect(ids()).toEqual(['splash', 'a', 'b', 'c']);
});

test('an exported list brings order and settings back, and says which files are not here', async () => {
  const { api, ids } = await createApi();
  const [, list] = await api('GET', '/clip-list');
  await api('PATCH', '/clips/a', { name: 'other', inSeconds: 2 });
  await api('POST', '/clips/c/move', { number: 1 });
  const clips = list.clips as readonly Record<string, unknown>[];
  const kept = { version: 1, clips: [...clips, { ...clips[0], file: 'gone.mp4' }] };
  expect(await api('PUT', '/clip-list', kept)).toEqual([200, { applied: 3, missing: ['gone.mp4'] }]);
  expect(ids()).toEqual(['splash', 'a', 'b', 'c']);
  expect(await api('GET', '/clips/a')).toEqual([200, CLIP_A]);
});

test.each(['/clips/none', '/clips/none/thumbnail', '/clips/none/media'])('%s is 404', async (path) => {
  const { api } = await createApi();
  expect(await api('GET', path)).toMatchObject([404, { code: 'clip-not-found' }]);
});

test.each(['/', '/none', '/clips/', '/clips/a/b/c', '/clips/%zz'])('%s is no path of the API', async (path) => {
  const { api } = await createApi();
  expect(await api('GET', path)).toMatchObject([404, { code: 'path-not-found' }]);
});
