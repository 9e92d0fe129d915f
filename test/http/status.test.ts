import { expect, test } from 'vitest';
import { SPLASH_PATH, videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from './server-under-test.ts';

const SPLASH_TEXT = `{"ClipName":"splashscreen","Filename":"${SPLASH_PATH}","Duration":0,"StartAt":0,"EndAt":30,"Loop":true}`;
const CLIPS_TEXT = `[${SPLASH_TEXT},{"ClipName":"Käse 🧀","Filename":"日本 \\"1\\".mp4","Duration":10,"StartAt":0.5,"EndAt":9.999,"Loop":false}]`;
const clips = [videoClip('a', { name: 'Käse 🧀', file: '日本 "1".mp4', inSeconds: 0.5, outSeconds: 9.999 })];

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

test('the clip list has exactly the documented keys in their order', async () => {
  const { ask } = await createServer({ clips });
  const { status, headers, text } = await ask('/clips');
  expect([status, text]).toEqual([200, CLIPS_TEXT]);
  const { date, connection, ...rest } = headers;
  expect(rest).toEqual({ ...JSON_HEADERS, 'content-length': String(Buffer.byteLength(CLIPS_TEXT)) });
});

test('the status has exactly the documented keys in their order, the clip list first', async () => {
  const { ask } = await createServer({ clips });
  const { status, headers, text } = await ask('/status');
  expect([status, text]).toEqual([
    200,
    `{"CLIPS":${CLIPS_TEXT},"CLIP_ID":0,"DEVICEID":"0123456789abcdef",` +
      '"IFACES":{"eth0":"192.0.2.7","wlan0":"2001:db8::7"},"LICENSED":false,"LVERSION":"0.2.0","VERSION":"0.1.0",' +
      '"PARTFREE":1000000000,"PARTSIZE":4000000000,"PLAYERNAME":"cuedeck","PLAY":false,"SHOWINFO":true,"SPEED":1,"TIMECODE":0}',
  ]);
  const { date, connection, 'content-length': length, ...rest } = headers;
  expect(rest).toEqual(JSON_HEADERS);
});

test('the status follows the deck: clip, position in the file with 3 decimals, and whether its time runs', async () => {
  const { deck, player, ask } = await createServer({ clips });
  const seen = async () => {
    const { CLIP_ID, PLAY, SPEED, TIMECODE } = JSON.parse((await ask('/status')).text);
    return { CLIP_ID, PLAY, SPEED, TIMECODE };
  };
  await deck.select(1);
  expect(await seen()).toEqual({ CLIP_ID: 1, PLAY: false, SPEED: 1, TIMECODE: 0.52 });
  await deck.play();
  player.advance(1.23456);
  expect(await seen()).toEqual({ CLIP_ID: 1, PLAY: true, SPEED: 1, TIMECODE: 1.755 });
  player.advance(20);
  expect(await seen()).toEqual({ CLIP_ID: 1, PLAY: false, SPEED: 1, TIMECODE: 9.96 });
});

test('name and addresses are read fresh for each status', async () => {
  const { set, ask } = await createServer({ clips });
  set({ hostName: 'stage-left', interfaces: { eth1: '192.0.2.9' } });
  const { IFACES, PLAYERNAME } = JSON.parse((await ask('/status')).text);
  expect([IFACES, PLAYERNAME]).toEqual([{ eth1: '192.0.2.9' }, 'stage-left']);
});

test('a changed list shows in the next answer', async () => {
  const { deck, get } = await createServer({ clips });
  await get('/clips');
  await deck.clips.update(1, { name: 'new', inSeconds: 0, outSeconds: 1, loop: true });
  const [, list] = await get('/clips');
  expect(list).toEqual([
    JSON.parse(SPLASH_TEXT),
    { ClipName: 'new', Filename: '日本 "1".mp4', Duration: 10, StartAt: 0, EndAt: 1, Loop: true },
  ]);
});
