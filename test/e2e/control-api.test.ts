// The device behind the control API on the running daemon, and its requests alone and in crowds: real mpv, real clips, real disk.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { type Client, createClient } from './client.ts';
import { type Daemon, startDaemon } from './daemon.ts';

let daemon: Daemon;
let client: Client;

beforeAll(async () => {
  daemon = await startDaemon();
  client = createClient(daemon.url);
  await daemon.line(/^picture up/, 45);
});
afterAll(() => daemon.dispose());

test('a fresh device shows the splash screen and says all that is asked of it', async () => {
  const { body } = await client.get('/status');
  const addresses = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && !address.internal)
    .map((address) => address?.address);
  expect(Object.keys(body)).toEqual([
    ...['CLIPS', 'CLIP_ID', 'DEVICEID', 'IFACES', 'LICENSED', 'LVERSION', 'VERSION', 'PARTFREE', 'PARTSIZE'],
    ...['PLAYERNAME', 'PLAY', 'SHOWINFO', 'SPEED', 'TIMECODE'],
  ]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(body).toMatchObject({
    CLIP_ID: 0,
    PLAY: false,
    TIMECODE: 0,
    SPEED: 1,
    SHOWINFO: true,
    LICENSED: false,
    PLAYERNAME: 'cuedeck',
  });
  expect([body.VERSION, body.LVERSION]).toEqual([version, version]);
  expect(body.DEVICEID).toMatch(/^[0-9a-f]{16}$/);
  for (const address of Object.values(body.IFACES as Record<string, string>)) expect(addresses).toContain(address);
  expect(body.PARTFREE).toBeGreaterThan(0);
  expect(body.PARTSIZE).toBeGreaterThan(Number(body.PARTFREE));
  const splash = body.CLIPS[0];
  expect(splash).toEqual({
    ClipName: 'splashscreen',
    Filename: splash?.Filename,
    Duration: 0,
    StartAt: 0,
    EndAt: 30,
    Loop: true,
  });
  expect(existsSync(splash?.Filename ?? '')).toBe(true);
  const clips = await client.get('/clips');
  expect(clips.body).toEqual(body.CLIPS);
});

test('on the splash screen play and stop leave it up, and there is no timecode to go to', async () => {
  for (const path of ['/play', '/stop', '/play']) {
    const { status, body } = await client.get(path);
    expect([path, status, body.CLIP_ID, body.PLAY, body.TIMECODE]).toEqual([path, 200, 0, false, 0]);
  }
  expect(await client.get('/goto_secs', { secs: 1 })).toMatchObject({ status: 409, body: { code: 'not-seekable' } });
});

describe('select_clip', () => {
  test('of a number that is not there, or not a number, is refused and the clip plays on', async () => {
    const id = await client.add(media('numbered-25-sound.mp4'));
    await client.trim(id, 0, 10, true);
    await client.get('/select_clip', { id });
    await client.get('/play');
    expect((await client.get('/select_clip', { id: 99 })).status).toBe(404);
    for (const bad of ['', 'x', '-1', '1.5', '٣'])
      expect((await client.get('/select_clip', { id: bad })).status).toBe(400);
    expect(await client.status()).toMatchObject({ CLIP_ID: id, PLAY: true });
  });

  test('of a file that broke on the disk says why, and the clip plays on', async () => {
    const broken = await client.add(media('short-25.mp4'), 'broken.mp4');
    writeFileSync(join(daemon.clipsDir, 'broken.mp4'), 'no clip any more');
    const id = await client.idOf('numbered-25-sound.mp4');
    await client.get('/select_clip', { id });
    await client.get('/play');
    const { status, body } = await client.get('/select_clip', { id: broken });
    expect([status, body.code, body.error?.includes('broken.mp4')]).toEqual([409, 'unplayable', true]);
    expect(await client.status()).toMatchObject({ CLIP_ID: id, PLAY: true });
    await client.get('/delete', { id: broken });
  });
});

test('showinfo toggles what the next start shows', async () => {
  expect((await client.get('/showinfo')).body.SHOWINFO).toBe(false);
  expect((await client.get('/showinfo')).body.SHOWINFO).toBe(true);
});

test('update_host changes name and hosts in the folder it was given, and never the name of this machine', async () => {
  const before = hostname();
  const { status, body } = await client.get('/update_host', { hostname: 'Stage-Left' });
  expect([status, body.PLAYERNAME]).toEqual([200, 'stage-left']);
  expect(readFileSync(join(daemon.folder, 'root/etc/hostname'), 'utf8')).toBe('stage-left\n');
  expect(readFileSync(join(daemon.folder, 'root/etc/hosts'), 'utf8')).toBe(
    '127.0.0.1\tlocalhost\n127.0.1.1\tstage-left\n',
  );
  for (const bad of ['', '-x', 'x-', 'a.b', 'localhost', '1234', 'ü', 'x'.repeat(64)]) {
    expect([bad, (await client.get('/update_host', { hostname: bad })).status]).toEqual([bad, 400]);
  }
  expect(hostname()).toBe(before);
});

test('500 mixed requests at once end in one consistent state', async () => {
  const id = await client.add(media('numbered-25-sound.mp4'), 'crowd.mp4');
  const other = await client.add(media('numbered-50.mp4'));
  // The last of them waits for all the others.
  const crowd = createClient(daemon.url, 55);
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      [
        () => crowd.get('/select_clip', { id: n % 16 ? id : other }),
        () => crowd.get('/play'),
        () => crowd.trim(id, 1, 5 + (n % 5)),
        () => crowd.get('/status'),
        () => crowd.get('/goto_secs', { secs: 2 + (n % 3) }),
        () => crowd.get('/select_clip', { id: 9999 }),
        () => crowd.get('/stop'),
        () => crowd.get('/clips'),
      ][n % 8]?.(),
    ),
  );
  expect(answers.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([]);
  const first = await client.get('/stop');
  const { askMaintenance } = await import('../mpv/real-mpv.ts');
  const path = await askMaintenance(daemon.socketPath, ['get_property', 'path']);
  const position = Number(await askMaintenance(daemon.socketPath, ['get_property', 'time-pos']));
  const clip = first.body.CLIPS[first.body.CLIP_ID];
  expect([path, first.body.PLAY]).toEqual([join(daemon.clipsDir, clip?.Filename ?? ''), false]);
  expect(first.body.TIMECODE).toBeCloseTo(position, 3);
});
