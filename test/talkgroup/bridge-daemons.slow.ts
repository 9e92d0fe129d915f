import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callDaemon } from '../../src/talkgroup/admin/admin-client.ts';
import type { CommandName, CommandResults } from '../../src/talkgroup/admin/commands.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { transmission } from './fakes/bursts.ts';
import { CLI, runProgram, startDaemon } from './fakes/daemon-process.ts';
import { burstsOf } from './fakes/hotspot.ts';
import type { DaemonProcess } from './fakes/launched-daemon.ts';
import { createUdpHotspot, type UdpHotspot } from './fakes/running-service.ts';
import { createTestClock } from './fakes/test-clock.ts';

const KEY = 'the key of two clubs';
const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const waitFor = async (isIt: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  for (let attempt = 0; attempt < 3000; attempt++) {
    if (await isIt()) return;
    await sleep(0.02);
  }
  throw new Error(`${what}: not within a minute`);
};

const admin = <Name extends CommandName>(
  { adminSocket }: DaemonProcess,
  command: Name,
  words: readonly string[] = [],
): Promise<CommandResults[Name]> => callDaemon(adminSocket, { command, arguments: words, options: {} });

/** A daemon on a host, with talkgroup 91 and two hotspots that listen to it. */
const startServer = async (index: number, host: string) => {
  const folder = await temporaryFolder();
  const daemon = await startDaemon({
    CUEDECK_TALKGROUP_STATE_DIR: join(folder, 'state'),
    CUEDECK_TALKGROUP_RUNTIME_DIR: join(folder, 'run'),
    CUEDECK_TALKGROUP_DMR_HOST: host,
  });
  await admin(daemon, 'catalogue add', ['91', 'World']);
  const clock = createTestClock();
  const join91 = async (peer: number): Promise<UdpHotspot> => {
    const { token = '', password } = await admin(daemon, 'peer add', [String(peer), 'M0ABC']);
    const body = new URLSearchParams({ peer: String(peer), token, tg: '91' });
    await fetch(`${daemon.http}/api/set_talkgroup.json`, { method: 'POST', body });
    const hotspot = await createUdpHotspot({ clock, dmrPort: daemon.dmrPort }, peer, {
      password,
      host: host === '::' ? '::1' : host,
    });
    hotspot.start();
    clock.advance(10);
    await waitFor(() => hotspot.state() === 'running', 'login');
    return hotspot;
  };
  const base = 2_345_600 + index * 10;
  return { daemon, talker: await join91(base + 1), listener: await join91(base + 2), talkerId: base + 1 };
};

type Server = Awaited<ReturnType<typeof startServer>>;

const bridge = async (from: Server, network: number, to: Server, host: string, name: string): Promise<void> => {
  const words = [name, `${host}:${to.daemon.dmrPort}`, String(network), '91', KEY];
  await admin(from.daemon, 'bridge join', words);
};

const cli = async ({ daemon }: Server, words: readonly string[], input = ''): Promise<string> => {
  const { code, out, err } = await runProgram(CLI, ['talkgroup', ...words, '--socket', daemon.adminSocket], {}, input);
  expect([code, err]).toEqual([0, '']);
  return out;
};

const sequencesOf = (hotspot: UdpHotspot): readonly number[] => burstsOf(hotspot).map((burst) => burst[4] ?? -1);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A transmission faster than in life, and shorter than what the rate guard lets through at once: nothing depends on the machine's pace. */
const speak = async ({ talker, talkerId }: Server, stream: number, length: number): Promise<void> => {
  const call = { peer: talkerId, source: talkerId, destination: 91, timeslot: 2, stream } as const;
  for (const burst of transmission(call, length)) {
    talker.send(burst);
    await sleep(0.002);
  }
};

describe('real daemons over UDP', () => {
  test.each([
    ['IPv6', '::', '::1', '[::1]', '[::1]'],
    ['a name, one of them on a socket for IPv6 and IPv4', '::', '127.0.0.1', 'localhost', 'localhost'],
  ])(
    'two clubs over %s, both ways',
    async (_name, hostA, hostB, toB, toA) => {
      const [a, b] = await Promise.all([startServer(0, hostA), startServer(1, hostB)]);
      // What club A is printed, club B types, with the key on its standard input.
      const address = `${toB}:${b.daemon.dmrPort}`;
      const added = await cli(a, ['bridge', 'add', 'b', address, '1', '91', '--address', toA.replace(/[[\]]/g, '')]);
      const key = /shown once: (\S+)/.exec(added)?.[1] ?? '';
      const printed = /^ {2}cuedeck (talkgroup bridge join NAME .*)$/m.exec(added)?.[1] ?? '';
      const words = printed.replace('NAME', 'a').replace('NETWORK', '2').split(' ').slice(1);
      expect(await cli(b, words, `${key}\n`)).toContain(`Bridge a to ${toA}:${a.daemon.dmrPort}, as network 2: `);
      for (const { daemon } of [a, b])
        await waitFor(async () => (await admin(daemon, 'bridge list'))[0]?.state === 'never heard', 'address');
      await speak(a, 0x101, 8);
      await waitFor(() => sequencesOf(b.listener).length >= 10, 'bursts');
      await speak(b, 0x102, 8);
      await waitFor(() => sequencesOf(a.listener).length >= 20, 'answer');
      expect([a.listener, a.talker, b.listener, b.talker].map(sequencesOf)).toEqual([
        [...upTo(10), ...upTo(10)],
        upTo(10),
        [...upTo(10), ...upTo(10)],
        upTo(10),
      ]);
      expect(await admin(a.daemon, 'bridge list')).toMatchObject([{ name: 'b', received: 10, sent: 10 }]);
      expect(await admin(b.daemon, 'bridge list')).toMatchObject([{ name: 'a', received: 10, sent: 10 }]);
    },
    60_000,
  );

  test('a ring of three that all relay: every burst exactly once, and then silence', async () => {
    const servers = await Promise.all([0, 1, 2].map((index) => startServer(index, '127.0.0.1')));
    for (const [index, from] of servers.entries())
      for (const [other, to] of servers.entries()) {
        if (index === other) continue;
        await bridge(from, index + 1, to, '127.0.0.1', `to-${other}`);
        await admin(from.daemon, 'bridge relay', [`to-${other}`, 'on']);
      }
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    await speak(first, 0x201, 30);
    await waitFor(() => servers.every(({ listener }) => sequencesOf(listener).length >= 32), 'bursts');
    const sent = async (): Promise<number> => {
      const lists = await Promise.all(servers.map(({ daemon }) => admin(daemon, 'bridge list')));
      return lists.flat().reduce((sum, one) => sum + one.sent, 0);
    };
    const before = await sent();
    await sleep(0.5);
    expect(servers.map(({ listener }) => sequencesOf(listener))).toEqual([upTo(32), upTo(32), upTo(32)]);
    expect(sequencesOf(first.talker)).toEqual([]);
    // Each way of each bridge at most once a burst.
    expect(before).toBeLessThanOrEqual(6 * 32);
    expect(await sent()).toBe(before);
  });
});
