import { createHook } from 'node:async_hooks';
import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, Server } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DisposalStack } from '../../src/base/disposal-stack.ts';
import { startPlayer } from '../../src/player/player.ts';
import { createDaemonFolder, daemonEnvironment } from '../e2e/daemon.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

/** Every part of the player, in the order of its start. */
const PARTS = [
  'the runtime folder',
  'the lock of the state folder',
  'mpv',
  'the watch over displays',
  'the facts of the machine',
  'the machine',
  'the deck',
  'the wall clock',
  'the play log',
  'the resume point',
  'the playability',
  'the loudness',
  'the checksums',
  'the thumbnails',
  'the conversions',
  'hyperdeck',
  'http',
  'mqtt',
  'osc',
  'the import of files',
  'the watch of missing files',
  'the supervision of mpv',
];

const childrenOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean),
  );

/** Timers that were made since and are still set. */
const watchTimers = () => {
  const open = new Map<number, string>();
  const hook = createHook({
    init: (id, type) => {
      if (type === 'Timeout') open.set(id, new Error('set here').stack ?? '');
    },
    destroy: (id) => void open.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return { open: () => [...open.values()].filter((stack) => stack.includes('/src/')) };
};

const listenTcp = async (port: number): Promise<number> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return address.port;
};

const listenUdp = async (port: number): Promise<number> => {
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  await once(socket, 'listening');
  const address = socket.address();
  await new Promise<void>((done) => socket.close(done));
  return address.port;
};

const prepare = async () => {
  const folder = createDaemonFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [http, hyperdeck, osc] = [await listenTcp(0), await listenTcp(0), await listenUdp(0)];
  const { CUEDECK_RUNTIME_DIR: _none, ...settings } = daemonEnvironment(folder);
  const environment = {
    ...settings,
    PATH: process.env.PATH,
    CUEDECK_HTTP_PORT: String(http),
    CUEDECK_HYPERDECK_PORT: String(hyperdeck),
    CUEDECK_OSC_PORT: String(osc),
    // Nobody is there: it is looked for again and again.
    CUEDECK_MQTT_URL: `mqtt://127.0.0.1:${await listenTcp(0)}`,
    CUEDECK_MPV_ARGS: '--ao=null --vo=null',
  };
  const log = createRecordingLog();
  // What an earlier test started may still be ending.
  const earlier = new Set(childrenOf(process.pid));
  const timers = watchTimers();
  return {
    start: () =>
      startPlayer({
        environment,
        serviceEnvironment: { displays: [], isJournal: false, notifyDescriptor: undefined, watchdogSeconds: undefined },
        installDir: resolve('.'),
        log,
      }),
    /** Not that a part took longer than it has: this machine may be busy. */
    errors: () =>
      log.lines
        .filter(({ level, text }) => level === 'error' && !text.includes('did not stop within'))
        .map(({ text }) => text),
    expectNothingLeft: async () => {
      // A question to the time service may be under way.
      await expect.poll(() => childrenOf(process.pid).filter((child) => !earlier.has(child))).toEqual([]);
      await expect.poll(timers.open).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
      expect((await readdir(join(folder, 'state'))).filter((name) => name.endsWith('.sock'))).toEqual([]);
      expect([await listenTcp(http), await listenTcp(hyperdeck), await listenUdp(osc)]).toEqual([http, hyperdeck, osc]);
    },
  };
};

/** Calls back with each part of a player as it is put on the stack. */
const onPart = (follow: (name: string) => void): void => {
  const { add } = DisposalStack.prototype;
  const spy = vi.spyOn(DisposalStack.prototype, 'add').mockImplementation(function (this: DisposalStack, ...part) {
    add.apply(this, part);
    follow(part[0]);
  });
  onTestFinished(() => spy.mockRestore());
};

test('a player starts part by part, and its stop leaves no process, socket, file or timer', async () => {
  const player = await prepare();
  const parts: string[] = [];
  onPart((name) => parts.push(name));
  const service = await player.start();
  expect(parts).toEqual(PARTS);
  await service.stop({ hasFailed: false });
  expect(player.errors()).toEqual([]);
  await player.expectNothingLeft();
});

test.each(PARTS)('a start that fails at %s leaves no process, socket, file or timer', async (failing) => {
  const player = await prepare();
  onPart((name) => {
    if (name === failing) throw new Error(`no more after ${name}`);
  });
  await expect(player.start()).rejects.toThrow(`no more after ${failing}`);
  expect(player.errors()).toEqual([]);
  await player.expectNothingLeft();
});

test('what a socket that listens reports, as with too many open files, ends nothing', async () => {
  const player = await prepare();
  const spies = [vi.spyOn(Server.prototype, 'listen'), vi.spyOn(Socket.prototype, 'bind')];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const service = await player.start();
  const listening = spies.flatMap(({ mock }) => mock.contexts as (Server | Socket)[]);
  // The lock of the state folder, HyperDeck and its log, HTTP, OSC.
  expect(listening).toHaveLength(5);
  for (const socket of [...listening, ...listening]) socket.emit('error', new Error('accept EMFILE'));
  await service.stop({ hasFailed: false });
});
