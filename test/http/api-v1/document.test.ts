import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Loudness } from '../../../src/deck/clips/loudness.ts';
import { addList } from '../../../src/deck/lists/list-edits.ts';
import { API_PATH } from '../../../src/http/api-path.ts';
import type { ApiOperation, Fleet } from '../../../src/http/api-v1/operation.ts';
import { API_OPERATIONS } from '../../../src/http/api-v1/table.ts';
import { createServer } from '../server-under-test.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const MEASURED: Loudness = {
  ...{ state: 'measured', integratedLufs: -20, truePeakDbtp: -6, rangeLu: 2.5, measuredAt: '2026-05-01T20:15:00.000Z' },
  match: { volumePercent: 89.1, lufs: -23 },
};

/** What makes each operation succeed on clips a, b and c, of which a is cued, and a list a that is active. */
const BODIES: Readonly<Record<string, unknown>> = {
  patchClip: { name: 'new', inSeconds: 1, outSeconds: 9, endAction: 'loop', volumePercent: 50, muted: true },
  moveClip: { number: 2 },
  importClipList: { version: 1, clips: [] },
  cueTransport: { clipId: 'b' },
  fireTransport: { clipId: 'b' },
  gotoTransport: { seconds: 1 },
  jumpTransport: { frames: 1 },
  stepTransport: { frames: 1 },
  lastTransport: { seconds: 1 },
  speedTransport: { factor: 2 },
  volumeTransport: { percent: 50, seconds: 1 },
  fadeTransport: { to: 'black', seconds: 0 },
  muteTransport: { on: true },
  overlayTransport: { kind: 'countdown', text: 'Starts in', until: '2026-05-01T20:15:00Z' },
  showinfoDevice: { shown: false },
  createList: { name: 'new', items: [{ clipId: 'b', follow: 'loop', note: 'x' }] },
  patchList: { repeat: true },
  putListItems: [{ clipId: 'a', preWaitSeconds: 2 }],
  standbyTransport: { clipId: 'b' },
  activateTransport: { listId: 'a' },
  doFleet: { do: 'go', group: 'stage' },
  patchDevice: { showSplash: false, powerOn: 'play-last', safeLock: true },
  patchOutputs: {
    rotationDegrees: 90,
    fit: 'cover',
    audioDelayMilliseconds: -120,
    audioDevice: 'alsa/hdmi:CARD=vc4hdmi0',
    displayMode: '1920x1080@50',
    decoder: 'software',
  },
};

/** Somebody at the broker, without whom a command to the fleet is refused. */
const FLEET: Fleet = {
  view: () => ({ isConnected: true, players: [] }),
  request: () => Promise.resolve([{ id: 'a', name: 'a', outcome: 'done' }]),
};

const toPath = ({ path }: ApiOperation): string => API_PATH + path.replace('{id}', 'a').replace('{name}', 'x.mp4');

test('the document lists every operation of the table and none besides, but the login', async () => {
  const { get } = await createServer();
  const [status, json] = await get(`${API_PATH}/openapi.json`);
  const { paths } = json as Document;
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const rows = API_OPERATIONS.map(({ method, path, id }) => `${method} ${path} ${id}`);
  expect([status, listed.toSorted()]).toEqual([200, [...rows, 'POST /login login'].toSorted()]);
});

test('every name that the document refers to is there', async () => {
  const { ask } = await createServer();
  const { text } = await ask(`${API_PATH}/openapi.json`);
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  const { components } = JSON.parse(text) as Document;
  expect(names.filter((name) => name !== undefined && !(name in components.schemas))).toEqual([]);
});

test.each(API_OPERATIONS.filter(({ answers }) => 'shape' in answers || answers.status === 204))(
  '$id is answered as the document says',
  async (row) => {
    const loudness = { of: () => MEASURED, envelopeOf: () => undefined, subscribe: () => () => undefined };
    const { ask, deck } = await createServer({ loudness, fleet: FLEET });
    const list = { name: 'a', repeat: true, items: [{ clipId: 'b' }] };
    await deck.lists.edit((lists, clips) => addList(lists, list, clips, 'a'));
    await deck.lists.activate('a');
    await deck.select(1);
    if (row.id === 'restoreClip') await ask(toPath(row).replace('/restore', ''), { method: 'DELETE' });
    if (row.id === 'getUpload') {
      await ask(toPath(row), { method: 'PUT', headers: { 'content-range': 'bytes 0-2/9' }, body: 'abc' });
    }
    const given = BODIES[row.id];
    const body = row.takesFile ? 'a video' : given === undefined ? undefined : JSON.stringify(given);
    const { status, text } = await ask(toPath(row), { method: row.method, ...(body !== undefined && { body }) });
    const isAsExpected = status === row.answers.status && status !== 204;
    expect([status, isAsExpected ? '' : text], 'BODIES has what it needs').toEqual([row.answers.status, '']);
    // Shapes refuse what is missing and what is too much.
    if ('shape' in row.answers) {
      expect(row.answers.shape.parse(JSON.parse(text), 'the answer')).toEqual(JSON.parse(text));
    }
  },
);

test.each(API_OPERATIONS)('$id says which methods its path knows, and does nothing for others', async (row) => {
  const { ask, deck } = await createServer();
  const before = deck.state();
  const options = await ask(toPath(row), { method: 'OPTIONS' });
  expect([options.status, options.headers.allow?.split(', ').includes(row.method)]).toEqual([204, true]);
  const other = await ask(toPath(row), { method: 'PROPFIND' });
  expect([other.status, JSON.parse(other.text).code, other.headers.allow]).toEqual([
    405,
    'method-not-allowed',
    options.headers.allow,
  ]);
  expect(deck.state()).toBe(before);
});

test.each(API_OPERATIONS.filter(({ method }) => method !== 'GET'))('$id is refused to a foreign page', async (row) => {
  const { ask, deck } = await createServer();
  const before = deck.state();
  const { status, text } = await ask(toPath(row), {
    method: row.method,
    headers: { origin: 'http://evil.example' },
    ...(BODIES[row.id] !== undefined && { body: JSON.stringify(BODIES[row.id]) }),
  });
  expect([status, JSON.parse(text).code]).toEqual([403, 'foreign-page']);
  expect(deck.state()).toBe(before);
});

test('the types that the page is checked with are made from this very document', async () => {
  await promisify(execFile)(process.execPath, ['scripts/api-client/generate.mjs', '--check']);
});
