import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/http/control-api/operations.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createServer } from '../server-under-test.ts';

type Server = Awaited<ReturnType<typeof createServer>>;

/** What /status says now. */
const statusOf = async ({ get }: Server): Promise<unknown> => (await get('/status'))[1];

/** Asks, and expects the status after it as the answer. */
const expectStatus = async (server: Server, path: string, change: Record<string, unknown>): Promise<void> => {
  const before = await statusOf(server);
  const answer = await server.get(path);
  expect(answer).toEqual([200, Object.assign({}, before, change)]);
  expect(await statusOf(server)).toEqual(answer[1]);
};

test('select_clip cues a clip at its start and answers with the status', async () => {
  const server = await createServer({ clips: [videoClip('a'), videoClip('b', { inSeconds: 2 })] });
  await expectStatus(server, '/select_clip?id=2', { CLIP_ID: 2, TIMECODE: 2 });
  await expectStatus(server, '/select_clip?id=00001', { CLIP_ID: 1, TIMECODE: 0 });
  await expectStatus(server, '/select_clip?id=0', { CLIP_ID: 0, TIMECODE: 0 });
});

test('play toggles between playing and paused', async () => {
  const server = await createServer();
  await expectStatus(server, '/play', {});
  await server.get('/select_clip?id=1');
  await expectStatus(server, '/play', { PLAY: true });
  server.player.advance(1.5);
  await expectStatus(server, '/play', { PLAY: false });
  await expectStatus(server, '/play', { PLAY: true });
});

test('stop returns to the start of the clip', async () => {
  const server = await createServer();
  await expectStatus(server, '/stop', {});
  await server.get('/select_clip?id=1');
  await server.get('/play');
  server.player.advance(3);
  await expectStatus(server, '/stop', { PLAY: false, TIMECODE: 0 });
});

test('goto_secs moves to a timecode and keeps the play state', async () => {
  const server = await createServer();
  await server.get('/select_clip?id=1');
  await expectStatus(server, '/goto_secs?secs=4.2', { TIMECODE: 4.2 });
  await server.get('/play');
  await expectStatus(server, '/goto_secs?secs=8', { PLAY: true, TIMECODE: 8 });
});

test('update_clip sets name, start, end and loop of any clip, the splash screen included', async () => {
  const server = await createServer({ clips: [videoClip('a')] });
  const [code] = await server.get('/update_clip?id=1&name=Gr%C3%BC%C3%9Fe+%26%20mehr&startat=1.5&endat=9&loop=true');
  await server.get('/update_clip?id=0&name=Logo&startat=0&endat=5&loop=0');
  expect([code, await server.get('/clips')]).toEqual([
    200,
    [
      200,
      [
        expect.objectContaining({ ClipName: 'Logo', StartAt: 0, EndAt: 5, Loop: false }),
        { ClipName: 'Grüße & mehr', Filename: 'a.mp4', Duration: 10, StartAt: 1.5, EndAt: 9, Loop: true },
      ],
    ],
  ]);
});

test('update_clip answers with the status', async () => {
  const server = await createServer({ clips: [videoClip('a')] });
  const answer = await server.get('/update_clip?id=1&name=x&startat=0&endat=1&loop=1');
  expect(answer).toEqual([200, await statusOf(server)]);
});

test('showinfo toggles and answers with the status', async () => {
  const server = await createServer();
  await expectStatus(server, '/showinfo', { SHOWINFO: false });
  await expectStatus(server, '/showinfo', { SHOWINFO: true });
});

test('delete removes a clip', async () => {
  const server = await createServer({ clips: [videoClip('a'), videoClip('b')] });
  await server.get('/select_clip?id=2');
  const [, { CLIPS }] = (await server.get('/status')) as [number, { CLIPS: unknown[] }];
  await expectStatus(server, '/delete?id=1', { CLIPS: [CLIPS[0], CLIPS[2]], CLIP_ID: 1 });
});

test('update_host renames the device and answers with its new name', async () => {
  const server = await createServer();
  await expectStatus(server, '/update_host?hostname=stage-left', { PLAYERNAME: 'stage-left' });
});

test('parameters that an operation does not have are ignored', async () => {
  const server = await createServer();
  await expectStatus(server, '/select_clip?_=1&id=1&id2=%zz&%zz=1&&x=1&x=2', { CLIP_ID: 1 });
  await expectStatus(server, '/play?id=nonsense', { PLAY: true });
});

test('every operation has a path of its own', () => {
  expect(new Set(OPERATIONS.map(({ path }) => path)).size).toBe(OPERATIONS.length);
});

test('paths are literal: other case, a slash at the end and escapes lead nowhere', async () => {
  const { get } = await createServer();
  for (const path of ['/Status', '/status/', '/%73tatus', '//status', '/status%00', '/']) {
    expect(await get(path)).toEqual([
      404,
      {
        error: `There is no "${path}" here; allowed: /clips, /status, /select_clip, /update_clip, /goto_secs, /showinfo, /play, /stop, /upload, /delete, /update_host, /events.`,
        code: 'path-not-found',
      },
    ]);
  }
});
