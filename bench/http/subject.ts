// A process to be measured: the control API on fakes, or the bare Express and multer routes it is compared with.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import multer from 'multer';
import type { Clock } from '../../src/base/clock.ts';
import { Deck } from '../../src/deck/deck.ts';
import { HttpServer } from '../../src/http/http-server.ts';
import { createApiDeps } from '../../test/fakes/api-parts.ts';
import { createFakeMachine } from '../../test/fakes/fake-machine.ts';
import { FakePlayer } from '../../test/fakes/fake-player.ts';
import { createMemoryClipStore, videoClip } from '../../test/fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../test/fakes/recording-log.ts';

const [kind = '', argument = ''] = process.argv.slice(2);

const clock: Clock = {
  nowSeconds: () => performance.now() / 1000,
  after: (seconds, callback) => {
    const timer = setTimeout(callback, seconds * 1000);
    return () => clearTimeout(timer);
  },
};

const toName = (index: number): string => `Clip number ${index}, act ${index % 7} – Übergang`;

/** @param count clips in the list, the splash screen not counted */
const createControlApi = async (count: number, folder: string): Promise<HttpServer> => {
  const clips = Array.from({ length: count }, (_, index) =>
    videoClip(`clip-${index}`, { name: toName(index), inSeconds: 0.04, outSeconds: 9.96 }),
  );
  const player = new FakePlayer({ media: () => ({ framesPerSecond: 25, durationSeconds: 10 }) });
  const store = createMemoryClipStore(clips);
  const deck = new Deck({ player, store, clock, blackPath: '/black.png' });
  player.revive();
  await deck.powerOn();
  const probed = { moving: true, durationSeconds: 10, info: INFO };
  let number = 0;
  return new HttpServer({
    deck,
    // As on a real machine, addresses are asked of the system for each status.
    machine: { ...createFakeMachine().machine, interfaces: readInterfaces },
    staging: {
      temporaryPath: () => {
        number += 1;
        return join(folder, `.upload-${number}`);
      },
      room: async () => ({ limitBytes: 2 ** 40, freeBytes: 2 ** 40 }),
      tellingBytes: 65_536,
      saveNote: async () => undefined,
      removeNote: async () => undefined,
      left: async () => [],
      checkBeginning: () => undefined,
      probe: async () => probed,
      discard: async () => undefined,
      ended: () => undefined,
    },
    clock,
    log: createRecordingLog(),
    token: '',
    sessionKey: '',
    allowedHosts: [],
    pageFolder: '/none',
    api: createApiDeps(store),
  });
};

const INFO = { container: 'mp4', videoCodec: 'h264', width: 1920, height: 1080, interlaced: false } as const;

const readInterfaces = (): Record<string, string> => {
  const found = Object.entries(networkInterfaces()).map(([name, addresses]) => [name, addresses?.[0]?.address ?? '']);
  return Object.fromEntries(found);
};

const startBare = (app: express.Express): void => {
  const server = createServer({ requestTimeout: 0 }, app).listen(0, '127.0.0.1', () => {
    const address = server.address();
    report(typeof address === 'object' ? address?.port : undefined);
  });
};

/** The parent reads port, memory and processor time (µs) from here. */
const report = (port: number | undefined): void => {
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20).unref();
  process.on('message', (message) => {
    if (message === 'peak') process.send?.({ rss: process.memoryUsage.rss(), peak });
    if (message === 'reset') peak = 0;
    if (message === 'cpu') process.send?.(process.cpuUsage());
  });
  process.send?.({ port });
};

switch (kind) {
  case 'control': {
    const [count = '0', folder = ''] = argument.split(':');
    const server = await createControlApi(Number(count), folder);
    report((await server.start('127.0.0.1', 0)).port);
    break;
  }
  case 'bare': {
    const text = readFileSync(argument, 'utf8');
    const app = express();
    app.get('/status', (_request, response) => {
      response.type('json').send(text);
    });
    startBare(app);
    break;
  }
  case 'lean': {
    const bytes = readFileSync(argument);
    const app = express().disable('etag').disable('x-powered-by');
    app.get('/status', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
    });
    startBare(app);
    break;
  }
  case 'multer': {
    const app = express();
    app.post('/upload', multer({ dest: argument }).single('videoFile'), (_request, response) => {
      response.json({});
    });
    startBare(app);
    break;
  }
  default:
    throw new Error(`unknown subject ${kind}`);
}
