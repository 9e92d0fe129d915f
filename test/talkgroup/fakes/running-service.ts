// The whole service in this process, on free ports and temporary folders, with a clock the test holds.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Log } from '../../../src/base/log.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../../src/config/talkgroup.ts';
import { callDaemon } from '../../../src/talkgroup/admin/admin-client.ts';
import type { CommandCall, CommandName, CommandResults } from '../../../src/talkgroup/admin/commands.ts';
import type { Clock } from '../../../src/talkgroup/clock.ts';
import { pingBytes } from '../../../src/talkgroup/homebrew/message-bytes.ts';
import { TalkgroupService } from '../../../src/talkgroup/talkgroup-service.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createHotspot, type Hotspot, type HotspotOptions } from './hotspot.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
  readonly headers: Headers;
}

export interface UdpHotspot extends Hotspot {
  /** Source ports used so far. */
  readonly ports: number[];
  close(): void;
}

export interface RunningService {
  readonly clock: TestClock;
  readonly log: Log;
  readonly http: string;
  readonly dmrPort: number;
  readonly adminSocket: string;
  readonly stateDir: string;
  admin<Name extends CommandName>(
    command: Name,
    words?: readonly string[],
    options?: CommandCall['options'],
  ): Promise<CommandResults[Name]>;
  /** POST of a form. */
  post(path: string, fields: Readonly<Record<string, string>> | string, init?: RequestInit): Promise<Answer>;
  /** Waits until every datagram that is under way, and every answer to it, has arrived. */
  settle(): Promise<void>;
  /** Moves the clock second by second, letting the network settle in between. */
  pass(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

interface ServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: TestClock;
  readonly stateDir?: string;
}

let traffic = 0;

/** A barrier: the master answers in the order of arrival, so its answer to this comes after all others. */
const createProbe = async (port: number, host: string) => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let lastByte = 0;
  socket.bind(0, host.includes(':') ? host : '127.0.77.1');
  await once(socket, 'listening');
  const ask = async (): Promise<void> => {
    lastByte++;
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(5000) });
    socket.send(pingBytes(900_000_000 + lastByte), port, host);
    await answered;
    await setImmediate();
    await setImmediate();
  };
  return { ask, close: () => socket.close() };
};

export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const clock = options.clock ?? createTestClock();
  const log = createRecordingLog();
  const stateDir = options.stateDir ?? (await temporaryFolder());
  const config = readConfig(TALKGROUP_SETTINGS, {
    CUEDECK_TALKGROUP_HTTP_HOST: '127.0.0.1',
    CUEDECK_TALKGROUP_HTTP_PORT: '0',
    CUEDECK_TALKGROUP_DMR_HOST: '127.0.0.1',
    CUEDECK_TALKGROUP_DMR_PORT: '0',
    CUEDECK_TALKGROUP_STATE_DIR: stateDir,
    ...options.environment,
  });
  const service = new TalkgroupService({
    config,
    log,
    clock,
    version: '0.0.0-test',
    dashboardFolder: 'dist/dashboard',
  });
  const places = await service.start();
  const dmrPort = Number(/[0-9]+$/.exec(places.dmr)?.[0]);
  const probe = await createProbe(dmrPort, config.dmrHost === '0.0.0.0' ? '127.0.0.1' : config.dmrHost);
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    probe.close();
    await service.stop();
  };
  onTestFinished(stop);

  const running: RunningService = {
    ...{ clock, log, dmrPort, stateDir, stop },
    http: places.http,
    adminSocket: places.adminSocket,
    admin: (command, words = [], commandOptions = {}) =>
      callDaemon(places.adminSocket, { command, arguments: words, options: commandOptions }),
    post: async (path, fields, init = {}) => {
      const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...init.headers };
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(`${places.http}${path}`, { method: 'POST', body, signal, ...init, headers });
      const type = response.headers.get('content-type');
      return { status: response.status, type, body: await response.text(), headers: response.headers };
    },
    settle: async () => {
      let before = -1;
      while (before !== traffic) {
        before = traffic;
        await probe.ask();
      }
    },
    pass: async (seconds) => {
      for (let passed = 0; passed < seconds; passed++) {
        clock.advance(Math.min(1, seconds - passed));
        await running.settle();
      }
    },
  };
  return running;
};

/** The lines of `GET /metrics`. */
export const metricsOf = async ({ adminSocket }: RunningService): Promise<readonly string[]> => {
  const call = request({ socketPath: adminSocket, path: '/metrics' });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return (await text(response)).split('\n');
};

/** Registers a peer and tells its secrets. */
export const register = async (
  service: RunningService,
  peer: number,
): Promise<{ readonly token: string; readonly password: string }> => {
  const { token = '', password } = await service.admin('peer add', [String(peer), 'M0ABC']);
  return { token, password };
};

interface UdpOptions extends Partial<HotspotOptions> {
  readonly password: string;
  readonly host?: string;
  /** Drops the datagram with this place in the exchange, sent and received counted together from 0. */
  readonly loses?: number;
}

/** A hotspot over real UDP, from a source port of its own. */
export const createUdpHotspot = async (
  service: { readonly clock: Clock; readonly dmrPort: number },
  peer: number,
  options: UdpOptions,
): Promise<UdpHotspot> => {
  const { host = '127.0.0.1', loses, ...parts } = options;
  const ports: number[] = [];
  let exchanged = 0;
  const isLost = (): boolean => exchanged++ === loses;

  const open = () => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', (datagram) => {
      traffic++;
      if (!isLost()) hotspot.receive(datagram);
    });
    socket.bind(0, host);
    void once(socket, 'listening').then(() => ports.push(socket.address().port));
    return socket;
  };

  const hotspot = createHotspot({
    ...parts,
    peer,
    clock: service.clock,
    send: (datagram) => {
      traffic++;
      if (!isLost()) socket.send(datagram, service.dmrPort, host);
    },
    reopen: () => {
      socket.close();
      socket = open();
    },
  });
  let socket = open();
  await once(socket, 'listening');
  const close = (): void => {
    hotspot.vanish();
    socket.close();
  };
  onTestFinished(close);
  return { ...hotspot, ports, close };
};

/** Registers a peer and logs its hotspot in. */
export const joinByUdp = async (
  service: RunningService,
  peer: number,
  options: Partial<UdpOptions> = {},
): Promise<UdpHotspot & { readonly token: string; readonly password: string }> => {
  const secrets = await register(service, peer);
  const hotspot = await createUdpHotspot(service, peer, { ...secrets, ...options });
  hotspot.start();
  await service.pass(10);
  return { ...hotspot, ...secrets };
};
