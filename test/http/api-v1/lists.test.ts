// The lists in /api/v1.
import { expect, test } from 'vitest';
import { createServer } from '../server-under-test.ts';
import { listen } from './told-events.ts';

type Json = Readonly<Record<string, unknown>>;

const createBox = async () => {
  const box = await createServer();
  const send = async (method: string, path: string, body?: unknown): Promise<[number, Json]> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status, text } = await box.ask(`/api/v1${path}`, { method, ...sent });
    return [status, text === '' ? {} : JSON.parse(text)];
  };
  return { ...box, send };
};

const STANDARD = { preWaitSeconds: 0, postWaitSeconds: 0, note: '', inCountdown: true };

test('a list is made, read, changed, put in order and deleted', async () => {
  const { send, get } = await createBox();
  expect(await get('/api/v1/lists')).toEqual([200, []]);
  const [status, list] = await send('POST', '/lists', { name: ' Evening ' });
  expect([status, list]).toEqual([
    201,
    { id: expect.stringMatching(/^[0-9a-f]{12}$/), name: 'Evening', repeat: false, shuffle: false, items: [] },
  ]);
  const path = `/lists/${list.id}`;
  expect(await send('PATCH', path, { name: 'Night', repeat: true })).toEqual([
    200,
    { ...list, name: 'Night', repeat: true },
  ]);
  const items = [
    { id: 'one', clipId: 'b', follow: 'next', preWaitSeconds: 1.5, note: 'lights' },
    { id: 'two', clipId: 'a' },
  ];
  const kept = { ...list, name: 'Night', repeat: true, items: items.map((item) => ({ ...STANDARD, ...item })) };
  expect(await send('PUT', `${path}/items`, items)).toEqual([200, kept]);
  expect(await send('PUT', `${path}/items`, { items })).toEqual([200, kept]);
  expect(await get(`/api/v1${path}`)).toEqual([200, kept]);
  expect(await get('/api/v1/lists')).toEqual([200, [kept]]);
  expect(await send('DELETE', path)).toEqual([204, {}]);
  expect(await send('DELETE', path)).toEqual([404, { error: expect.any(String), code: 'list-not-found' }]);
});

test('every edit of a list is told to who listens, by a number that changes, and the other lists keep theirs', async () => {
  const { send, url } = await createBox();
  const [, one] = await send('POST', '/lists', { name: 'One' });
  const told = (await listen(url, 'lists')) as readonly (readonly Json[])[];
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toEqual([{ id: one.id, name: 'One', repeat: false, shuffle: false, revision: expect.any(Number) }]);
  const [, two] = await send('POST', '/lists', { name: 'Two' });
  await send('PUT', `/lists/${one.id}/items`, [{ clipId: 'a' }]);
  await send('PATCH', `/lists/${two.id}`, { name: 'Three', shuffle: true });
  await send('DELETE', `/lists/${one.id}`);
  await expect
    .poll(() => told.map((lists) => lists.map(({ name }) => name)))
    .toEqual([['One'], ['One', 'Two'], ['One', 'Two'], ['One', 'Three'], ['Three']]);
  const [atFirst, made, filled, renamed, deleted] = told.map((lists) => lists.map(({ revision }) => revision));
  expect(made?.[0]).toBe(atFirst?.[0]);
  expect(filled?.[0]).not.toBe(made?.[0]);
  expect(filled?.[1]).toBe(made?.[1]);
  expect(renamed?.[0]).toBe(filled?.[0]);
  expect(renamed?.[1]).not.toBe(filled?.[1]);
  expect(deleted).toEqual([renamed?.[1]]);
});

test('an order that was made from an older list is refused when it says so, and changes nothing', async () => {
  const { send, get, url } = await createBox();
  const [, list] = await send('POST', '/lists', { name: 'One', items: [{ id: 'one', clipId: 'a' }] });
  const told = (await listen(url, 'lists')) as readonly (readonly Json[])[];
  await expect.poll(() => told.length).toBe(1);
  const revision = told[0]?.[0]?.revision;
  const path = `/lists/${list.id}/items`;
  const items = [{ id: 'two', clipId: 'b' }];
  expect((await send('PUT', path, { items, revision }))[0]).toBe(200);
  expect(await send('PUT', path, { items: [], revision })).toEqual([
    409,
    { error: expect.stringContaining('One'), code: 'list-changed' },
  ]);
  expect(await get(`/api/v1/lists/${list.id}`)).toMatchObject([200, { items }]);
  await expect.poll(() => told.length).toBe(2);
  expect((await send('PUT', path, { items: [], revision: told[1]?.[0]?.revision }))[0]).toBe(200);
  expect((await send('PUT', path, { items, revision: 'x' }))[0]).toBe(400);
});

test('half a character in any text is refused, since other programs could not read the lists with it', async () => {
  const { ask, get, send } = await createBox();
  for (const body of [
    '{"name":"a\\ud800"}',
    '{"name":"\\uDC00a"}',
    '{"name":"a","items":[{"clipId":"a","note":"\\ud83d"}]}',
  ]) {
    const { status, text } = await ask('/api/v1/lists', { method: 'POST', body });
    expect([status, JSON.parse(text).code]).toEqual([400, 'invalid-value']);
  }
  expect((await ask('/api/v1/clips/a', { method: 'PATCH', body: '{"name":"a\\ud800"}' })).status).toBe(400);
  expect(await get('/api/v1/lists')).toEqual([200, []]);
  const { text } = await ask('/api/v1/lists', { method: 'POST', body: '{"name":"\\ud83d\\ude00"}' });
  expect(JSON.parse(text).name).toBe('😀');
  expect((await send('POST', '/lists', { name: '\\ud800' }))[1].name).toBe('\\ud800');
});

test('an item gets an id when it has none', async () => {
  const { send } = await createBox();
  const [, list] = await send('POST', '/lists', { name: 'Show', items: [{ clipId: 'a' }, { clipId: 'a' }] });
  const ids = (list.items as readonly Json[]).map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test('the transport says what is on, what stands by and what comes next', async () => {
  const { send, get } = await createBox();
  const items = [
    { id: 'one', clipId: 'a', follow: 'next' },
    { id: 'two', clipId: 'b' },
    { id: 'three', clipId: 'c' },
  ];
  const [, { id }] = await send('POST', '/lists', { name: 'Show', items });
  const show = async (): Promise<unknown> => {
    const [, transport] = await get('/api/v1/transport');
    const { clipId, standby, listId, itemId, next, listRemainingSeconds } = transport as Json;
    return { clipId, standby, listId, itemId, next, listRemainingSeconds };
  };
  const nothing = { standby: null, listId: null, itemId: null, next: null, listRemainingSeconds: null };
  expect(await show()).toEqual({ clipId: 'splash', ...nothing });
  await send('POST', '/transport/activate', { listId: id });
  expect(await show()).toEqual({
    ...nothing,
    clipId: 'splash',
    listId: id,
    standby: { clipId: 'a', itemId: 'one' },
  });
  await send('POST', '/transport/go');
  await send('POST', '/transport/standby', { clipId: 'c' });
  expect(await show()).toEqual({
    clipId: 'a',
    standby: { clipId: 'c' },
    listId: id,
    itemId: 'one',
    next: { clipId: 'b', itemId: 'two' },
    listRemainingSeconds: 20,
  });
  for (const nobody of [{ clipId: null }, { itemId: null }, {}]) {
    await send('POST', '/transport/standby', { itemId: 'three' });
    expect(await show()).toMatchObject({ standby: { clipId: 'c', itemId: 'three' } });
    await send('POST', '/transport/standby', nobody);
    expect(await show()).toMatchObject({ standby: null });
  }
});

test('bad input is refused, and changes nothing', async () => {
  const { send, get, player } = await createBox();
  await send('POST', '/lists', { name: 'Show', items: [{ clipId: 'a' }] });
  const [, [list]] = (await get('/api/v1/lists')) as [number, readonly Json[]];
  const steps = player.steps.length;
  const path = `/lists/${list?.id}`;
  const refusals = [
    await send('PUT', `${path}/items`, [{ clipId: 'x' }]),
    await send('PUT', `${path}/items`, [{ clipId: 'a', follow: 'white' }]),
    await send('PUT', `${path}/items`, [{ clipId: 'a', preWaitSeconds: -1 }]),
    await send('PUT', `${path}/items`, [{ clipId: 'a', fadeInSeconds: 61 }]),
    await send('PUT', `${path}/items`, 'items'),
    await send('PATCH', path, { name: '' }),
    await send('PATCH', path, { items: [] }),
    await send('POST', '/lists', {}),
    await send('GET', '/lists/x'),
    await send('POST', '/transport/activate', { listId: 'x' }),
    await send('POST', '/transport/standby', { itemId: 'x' }),
    await send('POST', '/transport/standby', { clipId: 'a', itemId: 'x' }),
    await send('POST', '/transport/go'),
    await send('POST', '/transport/previous'),
  ].map(([status, { code }]) => `${status} ${code}`);
  expect(refusals).toEqual([
    '404 clip-not-found',
    ...Array(5).fill('400 invalid-value'),
    '400 invalid-value',
    '400 missing-parameter',
    '404 list-not-found',
    '404 list-not-found',
    '404 item-not-found',
    '400 invalid-value',
    '409 nothing-standing-by',
    '409 end-of-list',
  ]);
  expect([await get('/api/v1/lists'), player.steps.length]).toEqual([[200, [list]], steps]);
});

test('the lists are exported and imported with the clip list', async () => {
  const { send, get } = await createBox();
  const items = [
    { id: 'one', clipId: 'b', follow: 'loop' },
    { id: 'two', clipId: 'splash' },
  ];
  const [, list] = await send('POST', '/lists', { name: 'Show', shuffle: true, items });
  const [, kept] = (await get('/api/v1/clip-list')) as [number, Json];
  expect(kept.lists).toEqual([
    {
      ...{ id: list.id, name: 'Show', repeat: false, shuffle: true },
      items: [
        { id: 'one', file: 'b.mp4', follow: 'loop' },
        { id: 'two', file: '' },
      ],
    },
  ]);
  await send('DELETE', `/lists/${list.id}`);
  const [, other] = await send('POST', '/lists', { name: 'Other' });
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await send('PUT', '/clip-list', kept))[0]).toBe(200);
    expect(await get('/api/v1/lists')).toEqual([200, [other, list]]);
  }
  // As before there were lists.
  expect((await send('PUT', '/clip-list', { version: 1, clips: kept.clips }))[0]).toBe(200);
  expect(await get('/api/v1/lists')).toEqual([200, [other, list]]);
});

test('the import of a list says which files its items lack, each once', async () => {
  const { send, get } = await createBox();
  const [, kept] = (await get('/api/v1/clip-list')) as [number, { clips: readonly Json[] }];
  const files = ['a.mp4', 'gone.mp4', '', 'gone.mp4', 'other.mp4'];
  const lists = [{ id: 'show', name: 'Show', items: files.map((file) => ({ file })) }];
  const clips = [...kept.clips, kept.clips[0], { ...kept.clips[0], file: 'other.mp4' }];
  expect(await send('PUT', '/clip-list', { version: 1, clips, lists })).toEqual([
    200,
    { applied: kept.clips.length, missing: ['other.mp4', 'gone.mp4'] },
  ]);
  const [, [list]] = (await get('/api/v1/lists')) as [number, readonly [{ items: readonly Json[] }]];
  expect(list.items.map(({ clipId }) => clipId)).toEqual(['a', 'splash']);
});

test('the import of a damaged list changes nothing', async () => {
  const { send, get } = await createBox();
  const [, list] = await send('POST', '/lists', { name: 'Show', items: [{ id: 'one', clipId: 'b' }] });
  const [, kept] = (await get('/api/v1/clip-list')) as [number, { clips: readonly Json[]; lists: readonly Json[] }];
  const [one] = kept.lists;
  const damaged = [
    { ...kept, lists: [{ ...one, id: '../x' }] },
    { ...kept, lists: [one, one] },
    { ...kept, lists: [{ ...one, items: [{ file: 'b.mp4', follow: 'up' }] }] },
    {
      ...kept,
      lists: [
        {
          ...one,
          items: [
            { id: 'i', file: 'a.mp4' },
            { id: 'i', file: 'b.mp4' },
          ],
        },
      ],
    },
    { ...kept, lists: Array.from({ length: 201 }, (_, index) => ({ ...one, id: `${index}` })) },
    { clips: [{ ...kept.clips[0], volumePercent: 101 }], lists: [], version: 1 },
    { clips: [{ ...kept.clips[0], inSeconds: 20, outSeconds: 10 }], lists: [{ ...one, name: 'New' }], version: 1 },
  ];
  const before = [await get('/api/v1/lists'), await get('/api/v1/clips')];
  for (const body of damaged.slice(0, -1)) expect((await send('PUT', '/clip-list', body))[0]).toBe(400);
  await send('PUT', '/clip-list', damaged.at(-1));
  expect(await get('/api/v1/clips')).toEqual(before[1]);
  expect(list.name).toBe('Show');
});

test('a list of the most items is answered in time', async () => {
  const { send, get } = await createBox();
  const items = Array.from({ length: 2000 }, () => ({ clipId: 'a', follow: 'next' }));
  const [status, list] = await send('POST', '/lists', { name: 'Long', items });
  expect(status).toBe(201);
  const [, shown] = (await get(`/api/v1/lists/${list.id}`)) as [number, Json];
  expect((shown.items as readonly unknown[]).length).toBe(2000);
  expect((await send('PUT', `/lists/${list.id}/items`, [...items, { clipId: 'a' }]))[0]).toBe(400);
});

test('the transport tells the wait that runs, and its events what remains of it', async () => {
  const { send, get, url, clock } = await createBox();
  const items = [{ id: 'one', clipId: 'b', preWaitSeconds: 3 }];
  const [, { id }] = await send('POST', '/lists', { name: 'Show', items });
  await send('POST', '/transport/activate', { listId: id });
  const told = (await listen(url, 'transport')) as readonly Json[];
  const positions = (await listen(url, 'position')) as readonly Json[];
  await expect.poll(() => [told.length, positions.length]).toEqual([1, 1]);
  expect([told[0]?.waiting, positions[0]?.waitRemainingSeconds]).toEqual([null, null]);
  const waiting = { itemId: 'one', clipId: 'b', kind: 'pre', remainingSeconds: 3 };
  const [, answer] = await send('POST', '/transport/go');
  expect(answer.waiting).toEqual(waiting);
  await expect.poll(() => told.at(-1)?.waiting).toEqual(waiting);
  const count = told.length;
  clock.advance(1);
  const [, transport] = await get('/api/v1/transport');
  expect(transport).toMatchObject({ waiting: { ...waiting, remainingSeconds: 2 } });
  await expect.poll(() => positions.at(-1)?.waitRemainingSeconds).toBe(2);
  // It runs down by itself: no status is sent for it.
  expect(told.length).toBe(count);
  await send('POST', '/transport/stop');
  await expect.poll(() => told.at(-1)?.waiting).toBeNull();
  await expect.poll(() => positions.at(-1)?.waitRemainingSeconds).toBeNull();
});
