// What comes into the clip list of the running daemon, is trimmed there, kept over a restart, and goes.
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { type Client, createClient } from './client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const ODD_NAMES = [
  'My Clip (final).mp4',
  'Grüße aus Zürich.mp4',
  '日本語クリップ.mp4',
  'party 🎉👨‍👩‍👧.mp4',
  '100% sure.mp4',
  `it's "quoted".mp4`,
  '$(reboot) `id` & ;.mp4',
] as const;

let daemon: Daemon;
let client: Client;

beforeAll(async () => {
  daemon = await startDaemon();
  client = createClient(daemon.url);
  await daemon.line(/^picture up/, 45);
  await client.add(media('numbered-25-sound.mp4'));
});
afterAll(() => daemon.dispose());

test.each(ODD_NAMES)('a clip called %s keeps its name, plays and can be deleted', async (name) => {
  const id = await client.add(media('short-25.mp4'), name);
  const clip = (await client.status()).CLIPS[id];
  expect(clip).toEqual({
    ClipName: name.normalize('NFC'),
    Filename: name.normalize('NFC'),
    Duration: 1,
    StartAt: 0,
    EndAt: 1,
    Loop: false,
  });
  expect((await client.get('/select_clip', { id })).body.CLIP_ID).toBe(id);
  expect((await client.get('/goto_secs', { secs: 0.8 })).body).toMatchObject({ PLAY: false, TIMECODE: 0.8 });
  expect((await client.get('/play')).status).toBe(200);
  expect((await client.when(({ PLAY, TIMECODE }) => !PLAY && TIMECODE === 0.96)).CLIP_ID).toBe(id);
  expect((await client.get('/delete', { id })).body.CLIP_ID).toBe(0);
  expect(readdirSync(daemon.clipsDir)).not.toContain(name);
});

describe('update_clip', () => {
  test('applies to the selected clip at once, and moves it only when it stands outside', async () => {
    const id = await client.idOf('numbered-25-sound.mp4');
    await client.trim(id, 0, 10);
    await client.get('/select_clip', { id });
    await client.get('/goto_secs', { secs: 5 });
    expect((await client.trim(id, 1, 9)).body.TIMECODE).toBe(5);
    expect((await client.trim(id, 6, 9)).body.TIMECODE).toBe(6);
    const moved = (await client.trim(id, 1, 4)).body.TIMECODE;
    expect([moved >= 3.96, moved < 4]).toEqual([true, true]);
  });

  test('needs all five parameters and refuses what does not fit, and then nothing changes', async () => {
    const id = await client.idOf('numbered-25-sound.mp4');
    const before = (await client.status()).CLIPS;
    const all = { id, name: 'x', startat: 0, endat: 5, loop: false };
    for (const name of ['id', 'name', 'startat', 'endat', 'loop'] as const) {
      const { [name]: _left, ...rest } = all;
      const { status, body } = await client.get('/update_clip', rest);
      expect([status, body.code, body.error?.includes(name)]).toEqual([400, 'missing-parameter', true]);
    }
    for (const change of [
      { startat: 5 },
      { startat: -1 },
      { endat: 10.001 },
      { endat: 0 },
      { endat: 'NaN' },
      { endat: '1e1' },
      { name: '' },
      { name: 'a\u0007b' },
      { name: 'x'.repeat(121) },
      { loop: 'yes' },
      { id: '-1' },
      { id: '1.0' },
      { id: '0x1' },
      { id: '1234567' },
    ]) {
      expect([change, (await client.get('/update_clip', { ...all, ...change })).status]).toEqual([change, 400]);
    }
    expect((await client.get('/update_clip', { ...all, id: 999 })).status).toBe(404);
    expect((await client.status()).CLIPS).toEqual(before);
  });

  test('keeps its values over a restart of the daemon, and the splash entry takes one too', async () => {
    const folder = createDaemonFolder();
    copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'kept.mp4'));
    const first = await startDaemon({ folder });
    const writer = createClient(first.url);
    await writer.when(({ CLIPS }) => CLIPS.length === 2, 30);
    await writer.get('/update_clip', { id: 1, name: 'Opening', startat: 1.5, endat: 7.25, loop: true });
    await writer.get('/update_clip', { id: 0, name: 'Welcome', startat: 0, endat: 12, loop: false });
    await writer.get('/showinfo');
    const before = await writer.status();
    expect(await first.end()).toBe(0);
    const second = await startDaemon({ folder });
    const after = await createClient(second.url).status();
    expect([after.CLIPS, after.SHOWINFO, after.DEVICEID]).toEqual([before.CLIPS, false, before.DEVICEID]);
    expect(after.CLIPS.map(({ ClipName, EndAt }) => [ClipName, EndAt])).toEqual([
      ['Welcome', 12],
      ['Opening', 7.25],
    ]);
    await second.dispose();
  });
});

describe('delete', () => {
  test('before the selected clip moves its number and leaves it running; of the selected clip shows the splash screen', async () => {
    const first = await client.add(media('short-25.mp4'), 'first.mp4');
    const second = await client.add(media('numbered-25.mp4'), 'second.mp4');
    await client.get('/select_clip', { id: second });
    await client.get('/play');
    expect((await client.get('/delete', { id: first })).body).toMatchObject({ CLIP_ID: second - 1, PLAY: true });
    expect((await client.get('/delete', { id: second - 1 })).body).toMatchObject({ CLIP_ID: 0, PLAY: false });
  });

  test('never removes the splash screen, and refuses a number that is not there', async () => {
    expect(await client.get('/delete', { id: 0 })).toMatchObject({ status: 403, body: { code: 'splash-locked' } });
    expect(await client.get('/delete', { id: 99 })).toMatchObject({ status: 404, body: { code: 'clip-not-found' } });
    expect(await client.get('/delete')).toMatchObject({ status: 400, body: { code: 'missing-parameter' } });
  });

  test('of a clip whose file is gone already is no error', async () => {
    const id = await client.add(media('short-25.mp4'), 'gone.mp4');
    rmSync(join(daemon.clipsDir, 'gone.mp4'));
    expect((await client.get('/select_clip', { id })).body.code).toBe('file-missing');
    expect((await client.get('/delete', { id })).status).toBe(200);
  });
});

describe('upload', () => {
  test('of a taken name gets a number', async () => {
    await client.add(media('short-25.mp4'), 'twice.mp4');
    await client.upload(media('short-25.mp4'), 'twice.mp4');
    await client.upload(media('short-25.mp4'), 'twice.mp4');
    const names = (await client.status()).CLIPS.map(({ Filename }) => Filename);
    expect(names.slice(-3)).toEqual(['twice.mp4', 'twice (2).mp4', 'twice (3).mp4']);
  });

  test.each([
    ['sound-only.m4a', () => media('sound-only.m4a')],
    ['a text', () => 'LICENSE'],
    ['a program', () => '/bin/sh'],
  ])('of %s is refused with a reason and leaves nothing', async (_what, file) => {
    const before = [readdirSync(daemon.clipsDir).sort(), (await client.status()).CLIPS];
    const { status, body } = await client.upload(file(), 'wrong.mp4');
    expect([status, body.code, (body.error?.length ?? 0) > 20]).toEqual([415, 'unsupported-media', true]);
    // A file that is refused by its first bytes is answered at once, and removed behind the answer.
    await expect.poll(async () => [readdirSync(daemon.clipsDir).sort(), (await client.status()).CLIPS]).toEqual(before);
  });
});
