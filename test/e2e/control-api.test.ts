// Every row and rule of the control API on the running daemon: real mpv, real clips, real disk.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { type Client, createClient } from './client.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

let daemon: Daemon;
let client: Client;

const ODD_NAMES = [
  'My Clip (final).mp4',
  'Grüße aus Zürich.mp4',
  '日本語クリップ.mp4',
  'party 🎉👨‍👩‍👧.mp4',
  '100% sure.mp4',
  `it's "quoted".mp4`,
  '$(reboot) `id` & ;.mp4',
] as const;

beforeAll(async () => {
  daemon = await startDaemon();
  client = createClient(daemon.url);
  await daemon.line(/^picture up/);
});
afterAll(() => daemon.dispose());

const idOf = async (name: string): Promise<number> => {
  const index = (await client.status()).CLIPS.findIndex(({ Filename }) => Filename === name);
  if (index < 0) throw new Error(`no clip ${name}`);
  return index;
};
const upload = async (file: Parameters<typeof media>[0], name: string = file): Promise<number> => {
  expect((await client.upload(media(file), name)).status).toBe(200);
  return idOf(name);
};
const trim = (id: number, startat: number, endat: number, loop = false) =>
  client.get('/update_clip', { id, name: `clip ${id}`, startat, endat, loop });

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

test.each(ODD_NAMES)('a clip called %s keeps its name, plays and can be deleted', async (name) => {
  const id = await upload('short-25.mp4', name);
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
  expect((await client.get('/play')).body.PLAY).toBe(true);
  expect(await client.when(({ PLAY }) => !PLAY)).toMatchObject({ CLIP_ID: id, TIMECODE: 0.96 });
  expect((await client.get('/delete', { id })).body.CLIP_ID).toBe(0);
  expect(readdirSync(daemon.clipsDir)).not.toContain(name);
});

describe('a clip', () => {
  test.each([
    ['numbered-23976.mp4', 24000 / 1001],
    ['numbered-25-sound.mp4', 25],
    ['numbered-2997.mp4', 30000 / 1001],
    ['numbered-50.mp4', 50],
    ['numbered-5994.mp4', 60000 / 1001],
  ] as const)('%s is cued, gone to, stopped and ends by its own frames', async (file, rate) => {
    const id = await upload(file);
    const seconds = (frame: number): number => Math.round((frame / rate) * 1000) / 1000;
    // A position that sound tells may lie within the frame.
    const frame = (timecode: number): number => Math.floor((timecode + 0.0006) * rate);
    expect((await trim(id, seconds(30), seconds(60))).status).toBe(200);
    const selected = await client.get('/select_clip', { id });
    expect([selected.status, selected.body.CLIP_ID, selected.body.PLAY, frame(selected.body.TIMECODE)]).toEqual([
      200,
      id,
      false,
      30,
    ]);
    expect(frame((await client.get('/goto_secs', { secs: seconds(47) })).body.TIMECODE)).toBe(47);
    expect(frame((await client.get('/goto_secs', { secs: 0 })).body.TIMECODE)).toBe(30);
    expect(frame((await client.get('/goto_secs', { secs: 5 })).body.TIMECODE)).toBe(59);
    expect(frame((await client.get('/stop')).body.TIMECODE)).toBe(30);
    expect((await client.get('/play')).body.PLAY).toBe(true);
    const ended = await client.when(({ PLAY }) => !PLAY);
    expect(Math.abs(ended.TIMECODE - seconds(60))).toBeLessThanOrEqual(1 / rate + 0.002);
    const again = await client.get('/play');
    expect(again.body.PLAY).toBe(true);
    expect(frame(again.body.TIMECODE)).toBeLessThan(45);
    const paused = await client.get('/play');
    expect(paused.body.PLAY).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await client.status()).TIMECODE).toBe(paused.body.TIMECODE);
  });

  test('with a long group of pictures is gone to frame-exactly all the same', async () => {
    const id = await upload('long-gop-25.mp4');
    await client.get('/select_clip', { id });
    for (const secs of [19.96, 0.04, 12.48, 12.44, 7]) {
      expect((await client.get('/goto_secs', { secs })).body.TIMECODE).toBeCloseTo(secs, 3);
    }
  });

  test('with a variable frame rate plays and ends', async () => {
    const id = await upload('variable-rate.mkv');
    await trim(id, 1.2, 1.8);
    expect((await client.get('/select_clip', { id })).body.TIMECODE).toBeCloseTo(1.2, 2);
    await client.get('/play');
    const { TIMECODE } = await client.when(({ PLAY }) => !PLAY);
    expect(TIMECODE).toBeGreaterThan(1.65);
    expect(TIMECODE).toBeLessThanOrEqual(1.8);
  });

  test('of one frame plays for that frame, then holds', async () => {
    const id = await upload('one-frame.mp4');
    expect((await client.status()).CLIPS[id]).toMatchObject({ Duration: 0.04, EndAt: 0.04 });
    await client.get('/select_clip', { id });
    await client.get('/play');
    expect(await client.when(({ PLAY }) => !PLAY)).toMatchObject({ CLIP_ID: id });
  });

  test('that is a still plays for its time, then holds; it can be paused and looped, and has no timecode to go to', async () => {
    const id = await upload('still.png');
    expect((await client.status()).CLIPS[id]).toEqual({
      ClipName: 'still.png',
      Filename: 'still.png',
      Duration: 0,
      StartAt: 0,
      EndAt: 10,
      Loop: false,
    });
    expect((await trim(id, 0, 0.6)).status).toBe(200);
    await client.get('/select_clip', { id });
    expect((await client.get('/goto_secs', { secs: 0 })).body.code).toBe('not-seekable');
    await client.get('/play');
    const running = await client.when(({ TIMECODE }) => TIMECODE > 0.1);
    expect(running.PLAY).toBe(true);
    expect(await client.when(({ PLAY }) => !PLAY)).toMatchObject({ CLIP_ID: id, TIMECODE: 0.56 });
    await trim(id, 0, 0.4, true);
    await client.get('/play');
    await client.when(({ TIMECODE }) => TIMECODE > 0.25);
    expect((await client.when(({ TIMECODE }) => TIMECODE < 0.2)).PLAY).toBe(true);
  });

  test('that loops goes on for ever between StartAt and EndAt', async () => {
    const id = await idOf('numbered-25-sound.mp4');
    await trim(id, 2, 2.4, true);
    await client.get('/select_clip', { id });
    await client.get('/play');
    for (let pass = 0; pass < 5; pass += 1) {
      await client.when(({ TIMECODE }) => TIMECODE >= 2.28);
      const wrapped = await client.when(({ TIMECODE }) => TIMECODE < 2.2);
      expect([wrapped.PLAY, wrapped.TIMECODE >= 2]).toEqual([true, true]);
    }
  });
});

describe('update_clip', () => {
  test('applies to the selected clip at once, and moves it only when it stands outside', async () => {
    const id = await idOf('numbered-25-sound.mp4');
    await trim(id, 0, 10);
    await client.get('/select_clip', { id });
    await client.get('/goto_secs', { secs: 5 });
    expect((await trim(id, 1, 9)).body.TIMECODE).toBe(5);
    expect((await trim(id, 6, 9)).body.TIMECODE).toBe(6);
    const moved = (await trim(id, 1, 4)).body.TIMECODE;
    expect([moved >= 3.96, moved < 4]).toEqual([true, true]);
  });

  test('needs all five parameters and refuses what does not fit, and then nothing changes', async () => {
    const id = await idOf('numbered-25-sound.mp4');
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
    await writer.when(({ CLIPS }) => CLIPS.length === 2);
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
    const first = await upload('short-25.mp4', 'first.mp4');
    const second = await upload('numbered-25.mp4', 'second.mp4');
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
    const id = await upload('short-25.mp4', 'gone.mp4');
    rmSync(join(daemon.clipsDir, 'gone.mp4'));
    expect((await client.get('/select_clip', { id })).body.code).toBe('file-missing');
    expect((await client.get('/delete', { id })).status).toBe(200);
  });
});

describe('select_clip', () => {
  test('of a number that is not there, or not a number, is refused and the clip plays on', async () => {
    const id = await idOf('numbered-25-sound.mp4');
    await trim(id, 0, 10, true);
    await client.get('/select_clip', { id });
    await client.get('/play');
    expect((await client.get('/select_clip', { id: 99 })).status).toBe(404);
    for (const bad of ['', 'x', '-1', '1.5', '٣'])
      expect((await client.get('/select_clip', { id: bad })).status).toBe(400);
    expect(await client.status()).toMatchObject({ CLIP_ID: id, PLAY: true });
  });

  test('of a file that broke on the disk says why, and the clip plays on', async () => {
    const broken = await upload('short-25.mp4', 'broken.mp4');
    writeFileSync(join(daemon.clipsDir, 'broken.mp4'), 'no clip any more');
    const id = await idOf('numbered-25-sound.mp4');
    await client.get('/select_clip', { id });
    await client.get('/play');
    const { status, body } = await client.get('/select_clip', { id: broken });
    expect([status, body.code, body.error?.includes('broken.mp4')]).toEqual([409, 'unplayable', true]);
    expect(await client.status()).toMatchObject({ CLIP_ID: id, PLAY: true });
    await client.get('/delete', { id: broken });
  });
});

describe('upload', () => {
  test('of a taken name gets a number', async () => {
    await upload('short-25.mp4', 'twice.mp4');
    await client.upload(media('short-25.mp4'), 'twice.mp4');
    await client.upload(media('short-25.mp4'), 'twice.mp4');
    const names = (await client.status()).CLIPS.map(({ Filename }) => Filename);
    expect(names.slice(-3)).toEqual(['twice.mp4', 'twice (2).mp4', 'twice (3).mp4']);
  });

  test.each([
    ['sound-only.m4a', () => media('sound-only.m4a')],
    ['a text', () => 'LICENSE'],
    ['a program', () => process.execPath],
  ])('of %s is refused with a reason and leaves nothing', async (_what, file) => {
    const before = [readdirSync(daemon.clipsDir).sort(), (await client.status()).CLIPS];
    const { status, body } = await client.upload(file(), 'wrong.mp4');
    expect([status, body.code, (body.error?.length ?? 0) > 20]).toEqual([415, 'unsupported-media', true]);
    expect([readdirSync(daemon.clipsDir).sort(), (await client.status()).CLIPS]).toEqual(before);
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
  const id = await idOf('numbered-25-sound.mp4');
  const other = await idOf('numbered-50.mp4');
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      [
        () => client.get('/select_clip', { id: n % 2 ? id : other }),
        () => client.get('/play'),
        () => trim(id, 1, 5 + (n % 5)),
        () => client.get('/status'),
        () => client.get('/goto_secs', { secs: 2 + (n % 3) }),
        () => client.get('/select_clip', { id: 9999 }),
        () => client.get('/stop'),
        () => client.get('/clips'),
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
}, 60_000);
