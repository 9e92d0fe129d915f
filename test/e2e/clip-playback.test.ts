// Clips of every rate and kind on the running daemon: cued, gone to, paused, ended and looped by their own frames.
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

describe('a clip', () => {
  test.each([
    ['numbered-23976.mp4', 24000 / 1001],
    ['numbered-25-sound.mp4', 25],
    ['numbered-2997.mp4', 30000 / 1001],
    ['numbered-50.mp4', 50],
    ['numbered-5994.mp4', 60000 / 1001],
  ] as const)('%s is cued, gone to, stopped and ends by its own frames', async (file, rate) => {
    const id = await client.add(media(file));
    const seconds = (frame: number): number => Math.round((frame / rate) * 1000) / 1000;
    // A position that sound tells may lie within the frame.
    const frame = (timecode: number): number => Math.floor((timecode + 0.0006) * rate);
    // All bars of the picture change there, so a group of pictures ends. Only the ends of the section are played: the rest
    // is time to answer in.
    const end = rate > 30 ? 256 : 128;
    expect((await client.trim(id, seconds(30), seconds(end))).status).toBe(200);
    const selected = await client.get('/select_clip', { id });
    expect([selected.status, selected.body.CLIP_ID, selected.body.PLAY, frame(selected.body.TIMECODE)]).toEqual([
      200,
      id,
      false,
      30,
    ]);
    expect(frame((await client.get('/goto_secs', { secs: seconds(47) })).body.TIMECODE)).toBe(47);
    expect(frame((await client.get('/goto_secs', { secs: 0 })).body.TIMECODE)).toBe(30);
    expect(frame((await client.get('/goto_secs', { secs: 5.9 })).body.TIMECODE)).toBe(end - 1);
    expect(frame((await client.get('/stop')).body.TIMECODE)).toBe(30);
    expect(frame((await client.get('/goto_secs', { secs: seconds(end - 10) })).body.TIMECODE)).toBe(end - 10);
    await client.get('/play');
    const ended = await client.when(({ PLAY, TIMECODE }) => !PLAY && frame(TIMECODE) > end - 10);
    expect(Math.abs(ended.TIMECODE - seconds(end))).toBeLessThanOrEqual(1 / rate + 0.002);
    const begin = performance.now();
    const again = await client.get('/play');
    const passedSeconds = (performance.now() - begin) / 1000;
    expect(again.body.PLAY).toBe(true);
    expect(frame(again.body.TIMECODE)).toBeLessThan(30 + (0.1 + passedSeconds) * rate);
    const paused = await client.get('/play');
    expect(paused.body.PLAY).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await client.status()).TIMECODE).toBe(paused.body.TIMECODE);
  });

  test('with a long group of pictures is gone to frame-exactly all the same', async () => {
    const id = await client.add(media('long-gop-25.mp4'));
    await client.get('/select_clip', { id });
    for (const secs of [19.96, 0.04, 12.48, 12.44, 7]) {
      expect((await client.get('/goto_secs', { secs })).body.TIMECODE).toBeCloseTo(secs, 3);
    }
  });

  test('with a variable frame rate plays and ends', async () => {
    const id = await client.add(media('variable-rate.mkv'));
    await client.trim(id, 1.2, 1.8);
    expect((await client.get('/select_clip', { id })).body.TIMECODE).toBeCloseTo(1.2, 2);
    await client.get('/play');
    const { TIMECODE } = await client.when(({ PLAY }) => !PLAY);
    expect(TIMECODE).toBeGreaterThan(1.65);
    expect(TIMECODE).toBeLessThanOrEqual(1.8);
  });

  test('of one frame is a still: it plays for any time, then holds', async () => {
    const id = await client.add(media('one-frame.mp4'));
    expect((await client.status()).CLIPS[id]).toMatchObject({ Duration: 0, EndAt: 10 });
    await client.get('/update_clip', { id, name: 'one', startat: 0, endat: 0.4, loop: false });
    await client.get('/select_clip', { id });
    await client.get('/play');
    expect(await client.when(({ PLAY }) => !PLAY)).toMatchObject({ CLIP_ID: id });
  });

  test('that is a still plays for its time, then holds; it can be paused and looped, and has no timecode to go to', async () => {
    const id = await client.add(media('still.png'));
    expect((await client.status()).CLIPS[id]).toEqual({
      ClipName: 'still.png',
      Filename: 'still.png',
      Duration: 0,
      StartAt: 0,
      EndAt: 10,
      Loop: false,
    });
    await client.get('/select_clip', { id });
    expect((await client.get('/goto_secs', { secs: 0 })).body.code).toBe('not-seekable');
    await client.get('/play');
    const running = await client.when(({ TIMECODE }) => TIMECODE > 0.1);
    expect(running.PLAY).toBe(true);
    const paused = (await client.get('/play')).body;
    expect([paused.PLAY, (await client.status()).TIMECODE]).toEqual([false, paused.TIMECODE]);
    // An end that is near from wherever it was paused.
    const frames = Math.round(paused.TIMECODE * 25) + 10;
    expect((await client.trim(id, 0, frames / 25)).status).toBe(200);
    await client.get('/play');
    expect(await client.when(({ PLAY }) => !PLAY)).toMatchObject({ CLIP_ID: id, TIMECODE: (frames - 1) / 25 });
    await client.trim(id, 0, 0.4, true);
    await client.get('/play');
    await client.when(({ TIMECODE }) => TIMECODE > 0.25);
    expect((await client.when(({ TIMECODE }) => TIMECODE < 0.2)).PLAY).toBe(true);
  });

  test('that loops goes on for ever between StartAt and EndAt', async () => {
    const id = await client.idOf('numbered-25-sound.mp4');
    await client.trim(id, 2, 2.4, true);
    await client.get('/select_clip', { id });
    await client.get('/play');
    for (let pass = 0; pass < 5; pass += 1) {
      await client.when(({ TIMECODE }) => TIMECODE >= 2.28);
      const wrapped = await client.when(({ TIMECODE }) => TIMECODE < 2.2);
      expect([wrapped.PLAY, wrapped.TIMECODE >= 2]).toEqual([true, true]);
    }
  });
});
