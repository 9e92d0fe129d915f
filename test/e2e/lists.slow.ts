// A show on a real player: GO by every door, follow-ons, and what a kill and a power cut leave of it.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { createClient } from './client.ts';
import { createCuedeck } from './cuedeck.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { whenSaved } from './saved-resume-point.ts';

const ENVIRONMENT = { CUEDECK_MPV_ARGS: '--ao=null --vo=null' };
const TIMEOUT_SECONDS = 60;

type Json = Readonly<Record<string, unknown>>;

const toApi =
  (daemon: Daemon) =>
  async (method: string, path: string, body?: unknown): Promise<Json> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${daemon.url}/api/v1${path}`, { method, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };

/** Polls until the transport is as expected. */
const untilOn = async (api: ReturnType<typeof toApi>, expected: Json): Promise<void> => {
  const latest = performance.now() + TIMEOUT_SECONDS * 1000;
  for (;;) {
    const transport = await api('GET', '/transport');
    if (Object.entries(expected).every(([key, value]) => transport[key] === value)) return;
    if (performance.now() > latest) expect(transport).toMatchObject(expected);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const startShow = async () => {
  const daemon = await startDaemon({ environment: ENVIRONMENT });
  onTestFinished(() => daemon.dispose());
  const client = createClient(daemon.url);
  for (const name of ['short-25.mp4', 'numbered-25.mp4', 'numbered-50.mp4'] as const) await client.add(media(name));
  const api = toApi(daemon);
  const clips = (await api('GET', '/clips')) as unknown as readonly { readonly id: string }[];
  const [, short, long, last] = clips.map(({ id }) => id);
  const items = [
    { id: 'one', clipId: short, follow: 'next' },
    { id: 'two', clipId: long, follow: 'loop' },
    { id: 'three', clipId: last, preWaitSeconds: 5 },
  ];
  const { id: listId } = await api('POST', '/lists', { name: 'Show', items });
  await api('POST', '/transport/activate', { listId });
  return { daemon, api, listId, long };
};

test('a show runs by GO alone, and goes on after a kill where it was', async () => {
  const { daemon, api, listId, long } = await startShow();
  await api('POST', '/transport/go');
  await untilOn(api, { state: 'playing', itemId: 'two' });
  await whenSaved(daemon, ({ clipId, transport }) => clipId === long && transport === 'playing');
  await daemon.end('SIGKILL');

  const again = await startDaemon({ folder: daemon.folder, environment: ENVIRONMENT });
  onTestFinished(() => again.dispose());
  const restarted = toApi(again);
  await untilOn(restarted, { state: 'playing', itemId: 'two', listId: listId as string });
  expect((await restarted('GET', '/transport')).standby).toMatchObject({ itemId: 'three' });
  await restarted('POST', '/transport/go');
  expect((await restarted('GET', '/transport')).itemId).toBe('two');
  await untilOn(restarted, { state: 'playing', itemId: 'three' });
  await again.end('SIGKILL');

  // As a power cut clears the runtime folder.
  rmSync(join(daemon.folder, 'run'), { recursive: true });
  const third = await startDaemon({ folder: daemon.folder, environment: ENVIRONMENT });
  onTestFinished(() => third.dispose());
  const api3 = toApi(third);
  const [list] = (await api3('GET', '/lists')) as unknown as readonly Json[];
  expect(list).toMatchObject({ id: listId, name: 'Show', items: [{ id: 'one' }, { id: 'two' }, { id: 'three' }] });
  expect((await api3('GET', '/transport')).standby).toMatchObject({ itemId: 'one' });
});

test('a backup has the lists, and a restore replaces them', async () => {
  const { daemon, api, listId } = await startShow();
  const cuedeck = createCuedeck({ folder: daemon.folder, url: daemon.url });
  const lists = await api('GET', '/lists');
  expect((await cuedeck('backup', 'show.tar')).code).toBe(0);
  await api('DELETE', `/lists/${listId}`);
  await api('POST', '/lists', { name: 'Another' });
  expect((await cuedeck('restore', 'show.tar', '--no-restart')).code).toBe(0);
  await daemon.end();
  const again = await startDaemon({ folder: daemon.folder, environment: ENVIRONMENT });
  onTestFinished(() => again.dispose());
  const restarted = toApi(again);
  expect(await restarted('GET', '/lists')).toEqual(lists);
  expect((await restarted('GET', '/transport')).listId).toBe(listId);
  expect(readdirSync(again.stateDir)).not.toContain('lists.json');
});
