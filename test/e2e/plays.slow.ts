// Random plays by every door, on a real player: each is in the log as it was, and a kill costs only the last minute.
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { promisify } from 'node:util';
import { toBuffer } from 'osc-min';
import { expect, onTestFinished, test } from 'vitest';
import type { Play } from '../../src/deck/plays/play.ts';
import { greetedClient } from '../hyperdeck/wire-client.ts';
import { media } from '../media/media.ts';
import { startBroker } from '../mqtt/broker.ts';
import { connectOperator } from '../mqtt/operator.ts';
import { createClient } from './client.ts';
import { type Daemon, startDaemon } from './daemon.ts';

const PLAYS = Number(process.env.CUEDECK_TEST_PLAYS ?? 60);
const MARGIN_MS = 50;
const CUEDECK = new URL('../../dist/cuedeck.js', import.meta.url).pathname;

const createDoors = async () => {
  const broker = await startBroker();
  onTestFinished(() => broker.dispose());
  const start = (folder?: string): Promise<Daemon> =>
    startDaemon({
      ...(folder !== undefined && { folder }),
      environment: {
        CUEDECK_MPV_ARGS: '--ao=null --vo=null',
        CUEDECK_HYPERDECK_PORT: '0',
        CUEDECK_OSC_PORT: '0',
        CUEDECK_MQTT_URL: broker.url,
        CUEDECK_MQTT_PLAYER: 'stage',
      },
    });
  const daemon = await start();
  onTestFinished(() => daemon.dispose());
  const { idOf, add } = createClient(daemon.url);
  for (const name of ['numbered-25.mp4', 'numbered-50.mp4'] as const) await add(media(name));
  const portOf = async (name: string): Promise<number> =>
    Number((await daemon.line(new RegExp(`^listening ${name}`))).replace(/^.*:/, ''));
  const hyperDeck = await greetedClient(await portOf('hyperdeck'));
  onTestFinished(() => hyperDeck.close());
  const osc = createSocket('udp4');
  onTestFinished(() => void osc.close());
  const oscPort = await portOf('osc');
  const operator = await connectOperator(broker.url);
  onTestFinished(() => operator.end());
  const api = async (path: string, body?: object, headers = {}): Promise<unknown> => {
    const text = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${daemon.url}/api/v1${path}`, { ...text, headers })).json();
  };
  const environment = {
    ...process.env,
    CUEDECK_HTTP_HOST: '127.0.0.1',
    CUEDECK_HTTP_PORT: daemon.url.replace(/^.*:/, ''),
  };
  const ids = ((await api('/clips')) as { readonly id: string }[]).map(({ id }) => id);
  const doors: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    http: (number) => api('/transport/fire', { clipId: ids[number] }),
    page: (number) => api('/transport/fire', { clipId: ids[number] }, { 'X-CueDeck': 'page' }),
    hyperdeck: async (number) => {
      await hyperDeck.say(`goto: clip id: ${number}`);
      await hyperDeck.say('play');
    },
    osc: async (number) => {
      const packet = toBuffer({ address: '/cuedeck/fire', args: [{ type: 'integer', value: number }] });
      osc.send(new Uint8Array(packet.buffer, packet.byteOffset, packet.byteLength), oscPort, '127.0.0.1');
    },
    mqtt: (number) => operator.client.publishAsync('cuedeck/player/stage/do/fire', JSON.stringify({ number })),
    cli: (number) => promisify(execFile)(CUEDECK, ['fire', String(number)], { env: environment }),
  };
  return { daemon, start, api, doors, ids, idOf };
};

const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

test(
  'random plays by every door are in the log with their clip, times, door and end',
  async () => {
    const { daemon, start, api, doors, ids } = await createDoors();
    const running = async (): Promise<Play | null> => ((await api('/plays/running')) as { play: Play | null }).play;
    const expected: { door: string; clipId: string; begun: [number, number]; over: [number, number]; how: string }[] =
      [];
    let last: string | undefined;
    for (let count = 0; count < PLAYS; count += 1) {
      const door = pick(Object.keys(doors));
      const number = 1 + (count % 2);
      const asked = Date.now();
      await doors[door]?.(number);
      let play = await running();
      // OSC and MQTT are not answered; the clip of the play before is another one.
      while (play === null || play.startedAt === last) play = await running();
      const begun: [number, number] = [asked, Date.now()];
      last = play.startedAt;
      const previous = expected.at(-1);
      if (previous?.how === 'other-clip') previous.over = begun;
      await pause(Math.random() * 0.3);
      const how = pick(['stop', 'other-clip', 'other-clip'] as const);
      const stopped = Date.now();
      if (how === 'stop') await api('/transport/stop', {});
      expected.push({ door, clipId: ids[number] ?? '', begun, over: [stopped, Date.now()], how });
    }
    if (expected.at(-1)?.how === 'other-clip') {
      const stopped = Date.now();
      await api('/transport/stop', {});
      Object.assign(expected.at(-1) ?? {}, { how: 'stop', over: [stopped, Date.now()] });
    }
    const plays = (await api(`/plays?limit=${PLAYS}`)) as Play[];
    const isIn = (instant: string, [from, to]: readonly [number, number]): boolean =>
      Date.parse(instant) >= from - MARGIN_MS && Date.parse(instant) <= to + MARGIN_MS;
    const toTold = (play: Play) => [play.by.door, play.clipId, play.ended];
    expect(plays.toReversed().map(toTold)).toEqual(expected.map(({ door, clipId, how }) => [door, clipId, how]));
    const late = plays
      .toReversed()
      .map((play, index) => ({ play, wanted: expected[index] ?? expect.fail() }))
      .filter(({ play, wanted }) => !isIn(play.startedAt, wanted.begun) || !isIn(play.endedAt, wanted.over));
    expect(late).toEqual([]);
    // A kill loses what was not written in the last minute, and nothing before that.
    const writtenBefore = Date.now() - 61_000;
    await daemon.end('SIGKILL');
    const next = await start(daemon.folder);
    onTestFinished(() => next.dispose());
    const kept = (await (await fetch(`${next.url}/api/v1/plays?limit=10000`)).json()) as Play[];
    const keys = new Set(kept.map(({ startedAt }) => startedAt));
    const lost = plays.filter(({ endedAt, startedAt }) => Date.parse(endedAt) < writtenBefore && !keys.has(startedAt));
    expect(lost).toEqual([]);
  },
  60_000 + PLAYS * 5000,
);

test('a clip that runs to its end by itself is played in its own time, with all its frames', async () => {
  const daemon = await startDaemon({ environment: { CUEDECK_MPV_ARGS: '--ao=null --vo=null' } });
  onTestFinished(() => daemon.dispose());
  const { add, get, when, trim } = createClient(daemon.url);
  const number = await add(media('numbered-25.mp4'));
  await trim(number, 1, 2);
  await get('/select_clip', { id: number });
  await get('/play');
  await when(({ PLAY, TIMECODE }) => !PLAY && TIMECODE > 1.5);
  const [play] = (await (await fetch(`${daemon.url}/api/v1/plays`)).json()) as Play[];
  expect(play).toMatchObject({ ended: 'end', framesDue: 25, inSeconds: 1, outSeconds: 2, by: { door: 'http' } });
});
