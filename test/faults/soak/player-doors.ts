// What several people and machines do at once to a player, at random, through each of its doors.
import { createSocket } from 'node:dgram';
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { toBuffer } from 'osc-min';
import type { Random } from '../../fuzz/random.ts';
import { media } from '../../media/media.ts';

/** As Chromium and scripts wait: nothing that a program of the player suffers may keep an answer away for longer. */
const ANSWER_SECONDS = 60;

const FILES = [
  ...['numbered-25.mp4', 'numbered-25-sound.mp4', 'long-gop-25.mp4', 'short-25.mp4', 'variable-rate.mkv'],
  ...['still.png', 'old.avi', 'broadcast.ts', 'moving.gif', 'interlaced-25.mp4', 'sound-only.m4a', 'one-frame.mp4'],
] as const;

export interface Doors {
  readonly url: string;
  readonly clipsDir: string;
  readonly hyperdeckPort: number;
  readonly oscPort: number;
  /** Takes note of an answer that a player in order never gives. */
  readonly report: (what: string) => void;
}

type Action = (random: Random, doors: Doors) => Promise<void>;

const ask = async (doors: Doors, method: string, path: string, body?: unknown): Promise<unknown> => {
  const what = `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`;
  try {
    const response = await fetch(doors.url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1000),
      // A connection that is kept may end as it is used again.
      headers: { Connection: 'close', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (text.includes('"internal"')) doors.report(`${what}: ${response.status} ${text}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  } catch (error) {
    doors.report(`${what}: ${error} ${error instanceof Error ? String(error.cause) : ''}`);
    return undefined;
  }
};

const clipsOf = async (doors: Doors): Promise<readonly { readonly id: string }[]> => {
  const clips = await ask(doors, 'GET', '/api/v1/clips');
  return Array.isArray(clips) ? clips.filter(({ id }) => id !== 'splash') : [];
};

const ofClip =
  (method: string, path: string, body?: (random: Random) => unknown): Action =>
  async (random, doors) => {
    const clips = await clipsOf(doors);
    if (clips.length > 0) await ask(doors, method, `/api/v1/clips/${random.pick(clips).id}${path}`, body?.(random));
  };

const verb =
  (path: string, body?: (random: Random) => unknown): Action =>
  async (random, doors) => {
    await ask(doors, 'POST', `/api/v1${path}`, body?.(random));
  };

const pickFile = (random: Random): Buffer => readFileSync(media(random.pick(FILES)));

/** Whole, or cut off in the middle. */
const upload: Action = async (random, doors) => {
  const form = new FormData();
  form.append('videoFile', new Blob([new Uint8Array(pickFile(random))]), `clip ${random.int(8)}.mp4`);
  const cut = random.int(3) === 0 ? random.int(60) : ANSWER_SECONDS * 1000;
  await fetch(`${doors.url}/upload`, { method: 'POST', body: form, signal: AbortSignal.timeout(cut) }).catch(
    (error) => cut > 1000 && doors.report(`upload: ${error}`),
  );
};

const resumableUpload: Action = async (random, doors) => {
  const bytes = new Uint8Array(pickFile(random));
  const path = `/api/v1/uploads/part%20${random.int(4)}.mp4`;
  const half = 1 + random.int(bytes.length - 1);
  for (const [first, end] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    const cut = random.int(4) === 0 ? random.int(40) : ANSWER_SECONDS * 1000;
    await fetch(doors.url + path, {
      method: 'PUT',
      body: bytes.subarray(first, end),
      headers: { 'Content-Range': `bytes ${first}-${end - 1}/${bytes.length}` },
      signal: AbortSignal.timeout(cut),
    }).catch((error) => cut > 1000 && doors.report(`PUT ${path}: ${error}`));
    if (random.int(6) === 0) await ask(doors, 'DELETE', path);
  }
};

/** Behind the player's back: a file goes, or one is replaced by another. */
const changeFile: Action = async (random, { clipsDir }) => {
  const names = readdirSync(clipsDir).filter((name) => !name.startsWith('.'));
  if (names.length === 0) return;
  const path = join(clipsDir, random.pick(names));
  if (random.int(2) === 0) rmSync(path, { force: true, recursive: true });
  else copyFileSync(media(random.pick(FILES)), path);
};

const osc: Action = async (random, { oscPort }) => {
  const socket = createSocket('udp4');
  const [address, ...args] = random.pick([
    ['fire', random.int(6)],
    ['select', random.int(6)],
    ['toggle'],
    ['stop'],
    ['goto', random.int(10)],
    ['speed', 0.5 + random.int(4)],
    ['subscribe'],
  ] as const);
  const { buffer, byteOffset, byteLength } = toBuffer({ address: `/cuedeck/${address}`, args: [...args] });
  await new Promise((resolve) =>
    socket.send(new Uint8Array(buffer, byteOffset, byteLength), oscPort, '127.0.0.1', resolve),
  );
  socket.close();
};

const HYPERDECK_LINES = [
  ...[
    'play',
    'stop',
    'play: single clip: true',
    'play: loop: true',
    'goto: clip id: 1',
    'goto: clip id: 3',
    'goto: timeline: end',
  ],
  ...[
    'jog: timecode: +00:00:01:00',
    'shuttle: speed: 200',
    'preview: enable: true',
    'clips get',
    'disk list',
    'transport info',
  ],
  ...[
    'notify: transport: true slot: true',
    'clips clear',
    'clips add: name: numbered-25.mp4',
    'slot select: slot id: 1',
    'commands',
  ],
] as const;

/** Some commands in a row, then it leaves: with a goodbye, or without. */
const hyperDeck: Action = async (random, { hyperdeckPort }) => {
  const socket = connect(hyperdeckPort, '127.0.0.1').on('error', () => undefined);
  socket.resume();
  for (let left = 1 + random.int(6); left > 0; left -= 1) socket.write(`${random.pick(HYPERDECK_LINES)}\r\n`);
  await pause(random.int(300) / 1000);
  if (random.int(2) === 0) socket.resetAndDestroy();
  else socket.end('quit\r\n');
};

/** Reads a stream or a file for a while, then leaves it. */
const listen: Action = async (random, doors) => {
  const [clip] = await clipsOf(doors);
  const path = random.pick(['/events', '/api/v1/events', ...(clip ? [`/api/v1/clips/${clip.id}/media`] : [])]);
  const signal = AbortSignal.timeout(50 + random.int(3000));
  await fetch(doors.url + path, { signal })
    .then((response) => response.text())
    .catch(() => undefined);
};

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const fire: Action = async (random, doors) => {
  const clips = await clipsOf(doors);
  if (clips.length > 0) await ask(doors, 'POST', '/api/v1/transport/fire', { clipId: random.pick(clips).id });
};

/** For a moment only: it interrupts what is done in the background. */
const blink: Action = async (random, doors) => {
  await fire(random, doors);
  await pause(random.int(500) / 1000);
  await stop(doors);
};

/** What is done whether something plays or not. */
const BACKGROUND: readonly Action[] = [
  ...[upload, resumableUpload, changeFile, listen, blink, blink, blink],
  ofClip('DELETE', ''),
  ofClip('POST', '/restore'),
  ofClip('PATCH', '', (random) => ({ name: `name ${random.int(5)}`, volumePercent: random.int(101) })),
  ofClip('PATCH', '', (random) => ({ inSeconds: random.int(10) / 10, outSeconds: 1 + random.int(50) / 10 })),
  ofClip('POST', '/move', (random) => ({ number: 1 + random.int(4) })),
  ofClip('POST', '/convert'),
  ofClip('POST', '/convert'),
  ofClip('DELETE', '/convert'),
  (random, doors) => ofClip('GET', `/frame?seconds=${random.int(90) / 10}`)(random, doors),
  ...[ofClip('GET', '/filmstrip'), ofClip('GET', '/thumbnail'), ofClip('GET', '/checksum')],
  async (random, doors) => {
    const path = random.pick(['plays', 'plays/running', 'outputs', 'device', 'diagnostics', 'clip-list', 'log']);
    await ask(doors, 'GET', `/api/v1/${path}`);
  },
];

/** Some verbs, as they are mixed at a show: a new one need not be among them. */
const SHOW: readonly Action[] = [
  ...[osc, osc, hyperDeck, hyperDeck],
  fire,
  async (random, doors) => {
    await ask(doors, 'GET', `/select_clip?id=${random.int(6)}`);
    await ask(doors, 'GET', '/play');
  },
  ...[verb('/transport/toggle'), verb('/transport/play'), verb('/transport/stop'), verb('/device/restart-player')],
  verb('/transport/goto', (random) => ({ seconds: random.int(100) / 10 })),
  verb('/transport/step', (random) => ({ frames: random.int(50) - 25 })),
  verb('/transport/last', (random) => ({ seconds: random.int(20) / 10 })),
  async (random, doors) => {
    const body = random.pick([
      { rotationDegrees: 90 },
      { fit: 'cover', audioDelayMilliseconds: 200 },
      { fit: 'contain', audioDelayMilliseconds: -200 },
      { rotationDegrees: 0 },
      { decoder: 'software' },
      { decoder: 'auto' },
    ]);
    await ask(doors, 'PATCH', '/api/v1/outputs', body);
  },
];

/** One thing that somebody does; with nothing that plays, when it is quiet. */
export const doSomething = (random: Random, doors: Doors, isQuiet: boolean): Promise<void> =>
  random.pick(isQuiet ? BACKGROUND : [...BACKGROUND, ...SHOW])(random, doors);

/** Nothing plays from now on. */
export const stop = (doors: Doors): Promise<unknown> => ask(doors, 'POST', '/api/v1/transport/stop');

/** What must be there however much of it was killed a moment ago. @throws Error when there is no answer */
export const stillAnswers = async ({ url }: Pick<Doors, 'url'>): Promise<void> => {
  const signal = AbortSignal.timeout(15_000);
  const response = await fetch(`${url}/status`, { signal, headers: { Connection: 'close' } });
  await response.json();
};
