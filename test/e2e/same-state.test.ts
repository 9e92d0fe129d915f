// One state for all: the same name over /api/v1, its events, OSC, MQTT and the view of the fleet, also while mpv is away.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBuffer, toBuffer } from 'osc-min';
import { expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { startBroker } from '../mqtt/broker.ts';
import { connectOperator } from '../mqtt/operator.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';
import { playersOf } from './recovery.ts';

type Json = Readonly<Record<string, unknown>>;

/** Only what never comes is ended by it. */
const TIMEOUT_MS = 60_000;

/** What a channel has said, the last word at its end; a word that is said again is no other. */
const createWords = () => {
  const words: string[] = [];
  const hear = (word: unknown): void => {
    if (typeof word === 'string' && word !== words.at(-1)) words.push(word);
  };
  return { words, hear };
};

/** Calls back with the data of every event of a kind. */
const listen = async (url: string, kind: string, onData: (data: Json) => void): Promise<void> => {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const { body } = await fetch(`${url}/api/v1/events`, { signal: ended.signal });
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (name === kind) onData(JSON.parse(data));
      }
    }
  };
  read().catch((error) => {
    if (!ended.signal.aborted) throw error;
  });
};

/** Calls back with every state that OSC tells of. */
const subscribe = async (port: number, onState: (state: unknown) => void): Promise<void> => {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let isAnswered = false;
  socket.on('message', (bytes) => {
    const packet = fromBuffer(bytes);
    if (packet.oscType !== 'message' || packet.address !== '/cuedeck/state') return;
    isAnswered = true;
    const [argument] = packet.args;
    onState(argument !== undefined && 'value' in argument ? argument.value : undefined);
  });
  const { buffer, byteOffset, byteLength } = toBuffer({ address: '/cuedeck/subscribe', args: [] });
  const packet = new Uint8Array(buffer, byteOffset, byteLength);
  // Who is heard a second time is no forgery and stays.
  for (let asked = 0; asked < 2 || !isAnswered; asked += 1) {
    socket.send(packet, port, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A player whose mpv starts only while nothing holds it. */
const startHeld = async (environment: Readonly<Record<string, string>>) => {
  const folder = createDaemonFolder();
  const hold = join(folder, 'hold');
  const mpv = join(folder, 'held-mpv');
  writeFileSync(mpv, `#!/bin/sh\nwhile [ -e '${hold}' ]; do sleep 0.05; done\nexec mpv "$@"\n`);
  chmodSync(mpv, 0o755);
  copyFileSync(media('numbered-25.mp4'), join(folder, 'clips', 'film.mp4'));
  const daemon = await startDaemon({ folder, environment: { ...environment, CUEDECK_MPV: mpv }, seconds: 60 });
  return {
    daemon,
    hold: () => writeFileSync(hold, ''),
    release: () => rmSync(hold, { force: true }),
  };
};

const createApi = ({ url }: Daemon) => {
  const call = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1${path}`, { method, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    call,
    state: async () => ((await call('GET', '/transport')) as { state: string }).state,
    fleetState: async () => {
      const { players } = (await call('GET', '/fleet')) as { players: readonly { id: string; state: string }[] };
      return players.find(({ id }) => id === 'box')?.state;
    },
  };
};

test(
  'the state has one name over every interface, at every step of a restart of mpv',
  async () => {
    const broker = await startBroker();
    const operator = await connectOperator(broker.url);
    const { daemon, hold, release } = await startHeld({
      CUEDECK_MQTT_URL: broker.url,
      CUEDECK_MQTT_PLAYER: 'box',
      CUEDECK_OSC_PORT: '0',
    });
    onTestFinished(async () => {
      release();
      await daemon.dispose();
      await operator.end();
      await broker.dispose();
    });
    const api = createApi(daemon);
    const [events, osc, mqtt] = [createWords(), createWords(), createWords()];
    await listen(daemon.url, 'transport', ({ state }) => events.hear(state));
    await subscribe(Number((await daemon.line(/^listening osc /)).replace(/.*:/, '')), osc.hear);
    operator.client.on('message', (topic, payload) => {
      if (topic === 'cuedeck/player/box/status') mqtt.hear(JSON.parse(payload.toString()).state);
    });
    const words = async () => ({
      api: await api.state(),
      events: events.words.at(-1),
      osc: osc.words.at(-1),
      mqtt: mqtt.words.at(-1),
      fleet: await api.fleetState(),
    });
    /** Holds until all say so. */
    const allSay = (word: string): Promise<void> =>
      expect
        .poll(words, { timeout: TIMEOUT_MS })
        .toEqual({ api: word, events: word, osc: word, mqtt: word, fleet: word });

    await operator.when('cuedeck/player/box/status', ({ playerRunning }) => playerRunning === true);
    const film = await operator.until(() => Object.values(operator.json('cuedeck/player/box/clips') ?? {})[1]);
    const clipId = String((film as Json).id);
    await api.call('PATCH', `/clips/${clipId}`, { endAction: 'loop' });
    await api.call('POST', '/transport/cue', { clipId });
    await allSay('stopped');
    await api.call('POST', '/transport/play');
    await allSay('playing');

    hold();
    const [pid] = playersOf(daemon.socketPath);
    process.kill(Number(pid), 'SIGKILL');
    await allSay('paused');
    release();
    await allSay('playing');

    await api.call('POST', '/transport/pause');
    await allSay('paused');
    await api.call('PATCH', `/clips/${clipId}`, { endAction: 'hold' });
    await api.call('POST', '/transport/last', { seconds: 0.2 });
    await api.call('POST', '/transport/play');
    await allSay('ended');
    await api.call('POST', '/transport/stop');
    await allSay('stopped');

    // Nothing was said in between that another did not say; the last seconds may be over before all have told of them.
    const said = ['stopped', 'playing', 'paused', 'playing', 'paused'];
    for (const { words: heard } of [events, osc, mqtt]) expect(heard.slice(0, said.length)).toEqual(said);
  },
  2 * TIMEOUT_MS,
);
