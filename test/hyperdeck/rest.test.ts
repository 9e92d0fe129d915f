// The REST API and its WebSocket, mounted in the HTTP server, on the same deck as the Ethernet protocol.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSystemClock } from '../../src/base/clock.ts';
import type { Clip } from '../../src/deck/clips/clip.ts';
import { HttpServer } from '../../src/http/http-server.ts';
import { readFields } from '../../src/hyperdeck/rest/body.ts';
import { toRestError } from '../../src/hyperdeck/rest/rest-failure.ts';
import { createApiDeps } from '../fakes/api-parts.ts';
import { createFolderStaging } from '../fakes/folder-staging.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createHyperDeckServer } from './server-under-test.ts';
import { valuesOf } from './wire-client.ts';

const BASE = '/control/api/v1';

const createRestServer = async (token = '', clips?: readonly Clip[]) => {
  const fixture = await createHyperDeckServer(clips === undefined ? {} : { clips });
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-rest-'));
  const http = new HttpServer({
    ...fixture,
    ...createFolderStaging(folder),
    clock: createSystemClock(),
    token,
    sessionKey: 'a session key',
    allowedHosts: [],
    pageFolder: join(folder, 'no-page'),
    api: createApiDeps(fixture.store),
    mounts: [fixture.service.restApi],
  });
  const { port } = await http.start('127.0.0.1', 0);
  onTestFinished(async () => {
    fixture.service.restApi.stop();
    await http.stop();
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${url}${BASE}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text)];
  };
  const get = async (path: string): Promise<unknown> => (await ask('GET', path))[1];
  return { ...fixture, http, httpPort: port, url, ask, get };
};

test('a client that leaves in the middle of its body is no fault of the player', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('PUT /transports/0 HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\n{');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const failure = readFields(request).catch(toRestError);
  client.destroy();
  expect(await failure).toMatchObject({ status: 400, code: 'upload-aborted' });
});

describe('transport', () => {
  test('what the Ethernet protocol does shows here, and the other way round', async () => {
    const { connect, ask, get, pass } = await createRestServer();
    const client = await connect();
    expect(await get('/transports/0')).toEqual({ mode: 'InputPreview' });
    expect([await get('/transports/0/stop'), await get('/transports/0/play')]).toEqual([true, false]);
    await client.say('goto: clip id: 2');
    expect(await get('/transports/0')).toEqual({ mode: 'Output' });
    expect(await get('/transports/0/clipIndex')).toEqual({ clipIndex: 1 });
    expect(await ask('POST', '/transports/0/play')).toEqual([204, undefined]);
    await pass(0.4);
    expect(await get('/transports/0/playback')).toEqual({
      type: 'Play',
      loop: false,
      singleClip: false,
      speed: 1,
      position: 60,
    });
    expect(await get('/transports/0/timecode')).toEqual({ display: '00:00:02:10', timeline: '00:00:02:10' });
    expect(await ask('PUT', '/transports/0/playback', { position: 10 })).toEqual([204, undefined]);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({
      status: 'play',
      'clip id': '1',
      timeline: '10',
    });
    expect(await ask('PUT', '/transports/0/playback', { speed: 0.5, loop: true, singleClip: true })).toEqual([
      204,
      undefined,
    ]);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({
      speed: '50',
      loop: 'true',
      'single clip': 'true',
    });
    expect(await ask('POST', '/transports/0/stop')).toEqual([204, undefined]);
    expect(await ask('PUT', '/transports/0/playback', { type: 'Jog', position: 75 })).toEqual([204, undefined]);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({ status: 'jog', timeline: '75' });
    expect(await ask('PUT', '/transports/0/playback', { type: 'Shuttle', speed: 2 })).toEqual([204, undefined]);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({ status: 'shuttle', speed: '200' });
    expect(await ask('PUT', '/transports/0', { mode: 'InputPreview' })).toEqual([204, undefined]);
    expect(valuesOf(await client.ask('transport info'))).toMatchObject({ status: 'preview' });
  });

  test('loop and single clip are set while the picture stands', async () => {
    const { ask, get } = await createRestServer();
    await ask('PUT', '/transports/0/playback', { position: 60 });
    expect(await ask('PUT', '/transports/0/playback', { loop: true, singleClip: true })).toEqual([204, undefined]);
    expect(await get('/transports/0/playback')).toEqual({
      type: 'Play',
      loop: true,
      singleClip: true,
      speed: 0,
      position: 60,
    });
  });

  test('loop is set while mpv restarts: what was playing plays on', async () => {
    const { ask, deck, player, pass } = await createRestServer();
    await ask('PUT', '/transports/0/playback', { speed: 2 });
    await pass(0.4);
    player.lose('crashed');
    const started = vi.spyOn(deck, 'startSequence');
    const answer = ask('PUT', '/transports/0/playback', { loop: true });
    await expect.poll(() => started.mock.calls.length).toBe(1);
    player.revive();
    expect(await answer).toEqual([204, undefined]);
    expect(deck.state()).toMatchObject({
      selectedId: 'a',
      transport: 'playing',
      speed: 2,
      place: { run: { loop: true } },
    });
  });

  test('what is so already is set: not to record, and the type of what stands', async () => {
    const { ask, get } = await createRestServer();
    await ask('PUT', '/transports/0/playback', { position: 60 });
    const before = await get('/transports/0/playback');
    expect(await ask('PUT', '/transports/0/record', { recording: false })).toEqual([204, undefined]);
    expect(await ask('PUT', '/transports/0/playback', { type: 'Play' })).toEqual([204, undefined]);
    expect(await get('/transports/0/playback')).toEqual(before);
  });

  test('loop and single clip take nothing off the air that is not on the timeline', async () => {
    const { ask, get, deck } = await createRestServer();
    await ask('DELETE', '/timelines/0/clips/1');
    await deck.select(2);
    await deck.play();
    expect(await ask('PUT', '/transports/0/playback', { loop: true })).toMatchObject([409, { code: 'off-timeline' }]);
    expect(deck.state()).toMatchObject({ selectedId: 'b', transport: 'playing' });
    expect(await get('/transports/0/clipIndex')).toEqual({ clipIndex: null });
    expect(await get('/transports/0/clip')).toMatchObject({ clip: { filePath: '/b.mp4' } });
  });

  test('a play range, and loop and single clip, act on what plays, backwards too', async () => {
    const { ask, get, pass } = await createRestServer();
    await ask('POST', '/transports/0/play');
    await pass(0.4);
    await ask('PUT', '/timelines/0/playRange', { playRange: { timelineIn: 0, timelineOut: 30 } });
    await pass(3);
    expect(await get('/transports/0/playback')).toMatchObject({ speed: 0, position: 29 });
    await ask('PUT', '/transports/0/playback', { speed: -0.5 });
    await ask('PUT', '/transports/0/playback', { loop: true, singleClip: true });
    expect(await get('/transports/0/playback')).toMatchObject({ speed: -0.5, loop: true, singleClip: true });
  });

  test('a play range spans in … out − 1, null is the whole timeline', async () => {
    const { ask, get } = await createRestServer();
    expect(await get('/timelines/0/playRange')).toEqual({ playRange: null });
    expect(await ask('PUT', '/timelines/0/playRange', { playRange: { timelineIn: 10, timelineOut: 60 } })).toEqual([
      204,
      undefined,
    ]);
    expect(await get('/timelines/0/playRange')).toEqual({ playRange: { timelineIn: 10, timelineOut: 60 } });
    expect((await ask('POST', '/timelines/0/playRange/clear'))[0]).toBe(204);
    expect(await get('/timelines/0/playRange')).toEqual({ playRange: null });
  });
});

describe('timeline, clips, media, system', () => {
  test('the timeline joins the clips by their unique id, and is put together anew', async () => {
    const { ask, get, connect } = await createRestServer();
    const client = await connect();
    const { clips: disk } = (await get('/clips')) as { clips: { clipUniqueId: number; filePath: string }[] };
    const idOf = (file: string): number | undefined => disk.find(({ filePath }) => filePath === file)?.clipUniqueId;
    expect(disk.map(({ filePath }) => filePath)).toEqual(['/a.mp4', '/b.mp4', '/c.mp4']);
    expect(disk[0]).toEqual({
      clipUniqueId: idOf('/a.mp4'),
      filePath: '/a.mp4',
      codecFormat: { codec: 'H264', container: 'MOV' },
      videoFormat: { name: '1920x1080p25', frameRate: '25', height: 1080, width: 1920, interlaced: false },
      startTimecode: '00:00:00:00',
      durationTimecode: '00:00:10:00',
      frameCount: 250,
    });
    expect(await get('/timelines/0')).toMatchObject({
      clips: [
        {
          clipUniqueId: idOf('/a.mp4'),
          frameCount: 50,
          durationTimecode: '00:00:02:00',
          clipIn: 25,
          inTimecode: '00:00:01:00',
          timelineIn: 0,
          timelineInTimecode: '00:00:00:00',
        },
        { timelineIn: 50 },
        { timelineIn: 100 },
      ],
    });
    expect((await ask('POST', '/timelines/0/clear'))[0]).toBe(204);
    expect(
      await ask('POST', '/timelines/0', {
        clips: [idOf('/b.mp4'), { clipUniqueId: idOf('/c.mp4'), clipIn: 9, frameCount: 30 }],
      }),
    ).toEqual([204, undefined]);
    expect((await ask('POST', '/timelines/0', { clips: idOf('/a.mp4'), insertBefore: 0 }))[0]).toBe(204);
    expect((await client.ask('clips get: version: 2')).lines).toEqual([
      'clip count: 3',
      '1: 00:00:00:00 00:00:02:00 00:00:01:00 00:00:03:00 a.mp4',
      '2: 00:00:02:00 00:00:02:00 00:00:00:00 00:00:02:00 b.mp4',
      '3: 00:00:04:00 00:00:01:05 00:00:00:09 00:00:01:14 c.mp4',
    ]);
    expect((await ask('DELETE', '/timelines/0/clips/1'))[0]).toBe(204);
    expect((await client.ask('clips count')).lines).toEqual(['clip count: 2']);
    expect((await ask('POST', '/timelines/0/rebuild'))[0]).toBe(204);
    expect((await client.ask('clips count')).lines).toEqual(['clip count: 3']);
  });

  test('every codec that is told is a supported one; MOV is told apart from MP4', async () => {
    const media = (container: string, videoCodec: string) => ({
      media: { container, videoCodec, width: 1920, height: 1080, interlaced: false },
    });
    const clips = [
      videoClip('a', { file: 'a.mov', ...media('mp4', 'prores') }),
      videoClip('b', { file: 'b.mp4', ...media('mp4', 'h264') }),
      videoClip('c', { file: 'C.MOV', ...media('mp4', 'h264') }),
      videoClip('d', { file: 'd.mkv', ...media('mkv', 'vp9') }),
    ];
    const { get, ask, deck } = await createRestServer('', clips);
    const { codecs } = (await get('/system/supportedCodecFormats')) as { codecs: unknown[] };
    expect(new Set(codecs.map((codec) => JSON.stringify(codec))).size).toBe(codecs.length);
    const disk = (await get('/clips')) as { clips: { codecFormat: { codec: string; container: string } }[] };
    expect(disk.clips.map(({ codecFormat }) => codecFormat)).toEqual([
      { codec: 'QuickTimeProRes', container: 'MOV' },
      { codec: 'H264', container: 'MP4' },
      { codec: 'H264', container: 'MOV' },
      { codec: 'vp9', container: 'MKV' },
    ]);
    for (const { codecFormat } of disk.clips) expect(codecs).toContainEqual(codecFormat);
    for (const index of [0, 1, 2, 3, 4]) {
      await deck.select(index);
      const current = await get('/system/codecFormat');
      expect(codecs).toContainEqual(current);
      expect(await get('/system')).toMatchObject({ codecFormat: current });
      expect(await ask('PUT', '/system/codecFormat', current)).toEqual([204, undefined]);
      const [status, { error }] = (await ask('PUT', '/system/codecFormat', { codec: 'XDCAM', container: 'MXF' })) as [
        number,
        { error: string },
      ];
      expect([status, error]).toEqual([400, expect.stringContaining('codec')]);
    }
  });

  test('system and media', async () => {
    const begin = performance.now();
    const { get } = await createRestServer();
    expect(await get('/system/product')).toEqual({
      deviceName: 'cuedeck',
      productName: 'HyperDeck Studio Mini',
      softwareVersion: '0.1.0',
    });
    expect(await get('/system/videoFormat')).toMatchObject({ name: '1920x1080p25', frameRate: '25' });
    const uptime = await get('/system/uptime');
    const upSeconds = Array.from({ length: Math.ceil((performance.now() - begin) / 1000) }, (_, seconds) => seconds);
    expect(upSeconds.map((uptimeSeconds) => ({ uptimeSeconds }))).toContainEqual(uptime);
    expect(await get('/media/active')).toEqual({ workingsetIndex: 0, deviceName: 'clips' });
    expect(await get('/media/workingset')).toMatchObject({ size: 2, workingset: [{ clipCount: 3 }, null] });
    expect(await get('/media/devices/clips')).toEqual({ state: 'Mounted' });
    expect(await get('/event/list')).toMatchObject({ events: expect.arrayContaining(['/transports/0/play']) });
  });
});

describe('refusals', () => {
  test.each([
    ['GET', '/nowhere', undefined, 404, 'path-not-found'],
    ['DELETE', '/transports/0', undefined, 405, 'method-not-allowed'],
    ['GET', '/timelines/0/clear', undefined, 405, 'method-not-allowed'],
    ['PUT', '/transports/0', {}, 400, 'missing-parameter'],
    ['PUT', '/transports/0', { mode: 'InputRecord' }, 400, 'invalid-value'],
    ['PUT', '/transports/0', '{"mode"', 400, 'invalid-value'],
    ['PUT', '/transports/0', '[1]', 400, 'invalid-value'],
    ['PUT', '/transports/0/playback', { speed: 51 }, 400, 'invalid-value'],
    ['PUT', '/transports/0/playback', { position: -1 }, 400, 'invalid-value'],
    ['PUT', '/transports/0/playback', { loop: 'yes' }, 400, 'invalid-value'],
    ['PUT', '/transports/0/playback', undefined, 400, 'missing-parameter'],
    ['PUT', '/transports/0/playback', {}, 400, 'missing-parameter'],
    ['PUT', '/transports/0/playback', { bogus: 1 }, 400, 'missing-parameter'],
    ['PUT', '/transports/0/record', { recording: true }, 400, 'unsupported'],
    ['PUT', '/transports/0/record', {}, 400, 'missing-parameter'],
    ['PUT', '/transports/0/playback', `{"x":"${'x'.repeat(300_000)}"}`, 413, 'too-large'],
    ['POST', '/transports/0/record', undefined, 400, 'unsupported'],
    ['POST', '/timelines/0', { clips: 12 }, 400, 'clip-not-found'],
    ['DELETE', '/timelines/0/clips/3', undefined, 400, 'clip-not-found'],
    ['PUT', '/timelines/0/videoFormat', {}, 409, 'fixed'],
    ['PUT', '/system/codecFormat', { codec: 'ProRes:HQ', container: 'MOV' }, 400, 'invalid-codec'],
    ['PUT', '/system/codecFormat', { codec: 12 }, 400, 'invalid-value'],
    ['PUT', '/system/codecFormat', {}, 400, 'missing-parameter'],
    ['PUT', '/media/active', { workingsetIndex: 1 }, 400, 'invalid-value'],
  ])('%s %s %j is answered %i', async (method, path, body, status, code) => {
    const { ask, deck } = await createRestServer();
    const before = deck.state();
    expect(await ask(method, path, body)).toEqual([status, { error: expect.any(String), code }]);
    expect(deck.state()).toEqual(before);
  });
});

const open = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${BASE}/event/websocket`, { headers });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
};

const listen = async (url: string, localAddress = '127.0.0.1') => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${BASE}/event/websocket`, { localAddress });
  const messages: { type: string; id?: number; data: Record<string, unknown> }[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  onTestFinished(() => socket.terminate());
  const request = async (data: unknown, id: number): Promise<unknown> => {
    socket.send(JSON.stringify({ type: 'request', id, data }));
    await expect.poll(() => messages.some((message) => message.id === id)).toBe(true);
    return messages.find((message) => message.id === id)?.data;
  };
  const changes = (property: string): unknown[] =>
    messages.filter(({ data }) => data.property === property).map(({ data }) => data.value);
  return { socket, messages, request, changes };
};

describe('the event WebSocket', () => {
  test('greets, lists properties, answers a subscription with the values, and tells of changes', async () => {
    const { url, connect } = await createRestServer();
    const { messages, request, changes } = await listen(url);
    await expect.poll(() => messages[0]).toEqual({ type: 'event', data: { action: 'websocketOpened' } });
    const listed = await request({ action: 'listProperties' }, 1);
    expect(listed).toMatchObject({ action: 'listProperties', success: true });
    const { properties } = listed as { properties: string[] };
    expect(properties).toEqual(expect.arrayContaining(['/transports/0/playback', '/timelines/0', '/media/active']));
    expect(await request({ action: 'subscribe', properties: ['/transports/0/play', '/timelines/*'] }, 2)).toMatchObject(
      {
        action: 'subscribe',
        success: true,
        values: { '/transports/0/play': false, '/timelines/0/playRange': { playRange: null } },
      },
    );
    const client = await connect();
    await client.say('play: clip id: 2');
    await client.say('clips remove: clip id: 1');
    await expect.poll(() => changes('/transports/0/play')).toEqual([true]);
    await expect.poll(() => changes('/timelines/0').length).toBe(1);
    expect(await request({ action: 'unsubscribe', properties: ['/transports/0/*'] }, 3)).toMatchObject({
      success: true,
    });
    await client.say('stop');
    expect(await request({ action: 'listSubscriptions' }, 4)).toMatchObject({
      properties: expect.not.arrayContaining(['/transports/0/play']),
    });
    expect(changes('/transports/0/play')).toEqual([true]);
  });

  test('up to 32 clients; one more is told so; elsewhere the answer is the plain one', async () => {
    const { url } = await createRestServer();
    const sockets = await Promise.all(Array.from({ length: 32 }, () => listen(url)));
    await expect(listen(url)).rejects.toThrow('503');
    // Another address gets the place of the first of this one.
    await listen(url, '127.0.0.2');
    await expect.poll(() => sockets[0]?.socket.readyState).toBe(WebSocket.CLOSED);
    const asked = fetch(`${url}${BASE}/event/websocket`);
    expect(await (await asked).json()).toMatchObject({ code: 'busy' });
    sockets[1]?.socket.terminate();
    await expect.poll(async () => (await fetch(`${url}${BASE}/event/websocket`)).status).toBe(404);
    await listen(url);
    const elsewhere = new WebSocket(`${url.replace('http', 'ws')}${BASE}/transports/0`);
    await expect(new Promise((_, reject) => elsewhere.once('error', reject))).rejects.toThrow('200');
  });

  test.each([
    ['*', 1],
    ['/timelines/0', 1],
    ['/time*/0', 1],
    ['*/0/pl*y', 1],
    ['/transports/0/play*', 2],
    ['*lines*lines*', 0],
    ['/timelines/0*0', 0],
    ['', 0],
    // As a regular expression with `.*` for each star this would take years.
    [`${'*'.repeat(1000)}!`, 0],
    [`/${'*a'.repeat(1000)}`, 0],
  ])('the pattern %s finds what it stands for, at once', async (pattern, least) => {
    const { url } = await createRestServer();
    const { request } = await listen(url);
    const { properties } = (await request({ action: 'listProperties' }, 1)) as { properties: string[] };
    const found = (await request({ action: 'subscribe', properties: [pattern] }, 2)) as {
      success: boolean;
      properties: string[];
    };
    expect(found.success).toBe(least > 0);
    if (least === 0) return;
    expect(found.properties.length).toBeGreaterThanOrEqual(pattern === '*' ? properties.length : least);
    expect(found.properties.every((path) => properties.includes(path))).toBe(true);
  });

  test('what is no request is answered without success, and the channel goes on', async () => {
    const { url } = await createRestServer();
    const { socket, messages, request } = await listen(url);
    for (const text of ['', '{', '[]', '{"data":{}}', '{"data":{"action":"toString"}}']) socket.send(text);
    expect(await request({ action: 'fly' }, 9)).toMatchObject({ action: 'fly', success: false });
    expect(await request({ action: 'subscribe', properties: ['/nowhere'] }, 10)).toMatchObject({ success: false });
    expect(messages.filter(({ data }) => data.success === true)).toEqual([]);
  });
});

describe('the guards of the HTTP server hold', () => {
  const status = (port: number, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { port, host: '127.0.0.1', path: `${BASE}/transports/0/play`, method, headers, agent: false },
        (response: IncomingMessage) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', reject).end();
    });

  test('token, Host and foreign pages, for requests', async () => {
    const { httpPort } = await createRestServer('secret');
    const authorization = 'Bearer secret';
    expect(await status(httpPort, {})).toBe(401);
    expect(await status(httpPort, { authorization })).toBe(200);
    expect(await status(httpPort, { authorization, host: 'evil.example' })).toBe(421);
    expect(await status(httpPort, { authorization, origin: 'http://evil.example' }, 'POST')).toBe(403);
    expect(await status(httpPort, { authorization, origin: 'http://evil.example' })).toBe(200);
    expect(await status(httpPort, { authorization }, 'POST')).toBe(204);
  });

  test('and for the WebSocket, where a foreign page may not even listen', async () => {
    const { url } = await createRestServer('secret');
    const authorization = 'Bearer secret';
    await expect(open(url)).rejects.toThrow('401');
    await expect(open(url, { authorization, host: 'evil.example' })).rejects.toThrow('421');
    await expect(open(url, { authorization, origin: 'http://evil.example' })).rejects.toThrow('403');
    (await open(url, { authorization })).terminate();
    (await open(url, { authorization, origin: url })).terminate();
  });

  test('a request that asks for another protocol is answered as if it had not', async () => {
    const { httpPort, url } = await createRestServer();
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    };
    expect(await status(httpPort, headers)).toBe(200);
    expect(await status(httpPort, headers, 'POST')).toBe(204);
    expect((await fetch(`${url}/status`)).status).toBe(200);
  });

  test('so is one with a body, as the client of Java sends each of its first requests', async () => {
    const { httpPort, deck } = await createRestServer();
    const body = JSON.stringify({ position: 60, note: 'x'.repeat(50_000) });
    const answer = await new Promise<number>((resolve, reject) => {
      const headers = {
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        'content-length': Buffer.byteLength(body),
      };
      httpRequest(
        {
          port: httpPort,
          host: '127.0.0.1',
          path: `${BASE}/transports/0/playback`,
          method: 'PUT',
          headers,
          agent: false,
        },
        (response: IncomingMessage) => resolve(response.resume().statusCode ?? 0),
      )
        .on('error', reject)
        .end(body);
    });
    expect([answer, deck.state().selectedId]).toEqual([204, 'b']);
  });

  test('a WebSocket elsewhere is refused', async () => {
    const { url } = await createRestServer();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/status`);
    await expect(new Promise((_, reject) => socket.once('error', reject))).rejects.toThrow();
  });
});
