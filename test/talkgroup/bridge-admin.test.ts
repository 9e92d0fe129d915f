import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { seal, toBridgeKey, unseal } from '../../src/talkgroup/openbridge/packets.ts';
import { headerOf, terminatorOf } from './fakes/bursts.ts';
import { joinByUdp, metricsOf, type RunningService, startService } from './fakes/running-service.ts';
import { talkgroupCommand as cli } from './fakes/talkgroup-command.ts';

const KEY = 'the key of two clubs';
const CALL = { peer: 7, source: 1_000_001, destination: 91, timeslot: 1, stream: 0x1001 } as const;

/** The other server: a socket of the test. */
const createServer = async (service: RunningService) => {
  const socket = createSocket('udp4');
  const received: Buffer[] = [];
  socket.on('message', (datagram) => received.push(datagram));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  const send = (burst: Buffer, key: string): void =>
    socket.send(seal(burst, toBridgeKey(key)), service.dmrPort, '127.0.0.1');
  return { received, send, address: `127.0.0.1:${socket.address().port}` };
};

const waitFor = async (isIt: () => Promise<boolean>, what: string): Promise<void> => {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await isIt()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ten seconds`);
};

const stateOf = async (service: RunningService, name: string): Promise<string> =>
  (await service.admin('bridge list')).find((bridge) => bridge.name === name)?.state ?? '';

describe('`bridge add`', () => {
  test('prints a key and what the other club needs, once; nothing shows the key again', async () => {
    const service = await startService({ environment: { CUEDECK_TALKGROUP_PUBLIC_HOST: 'dmr.club-a.example' } });
    const { code, out } = await cli(service, ['bridge', 'add', 'club-b', 'dmr.club-b.invalid:62031', '2345', '91,262']);
    const key = /^Bridge club-b\. Its key, shown once: ([a-z0-9]{20})$/.exec(out[0] ?? '')?.[1] ?? '';
    expect([code, key.length]).toEqual([0, 20]);
    const here = `dmr.club-a.example:${service.dmrPort}`;
    expect(out).toContain(`  cuedeck talkgroup bridge join NAME ${here} NETWORK 91,262 -`);
    expect(out.slice(-13)).toEqual([
      '[CUEDECK]',
      'MODE: OPENBRIDGE',
      'ENABLED: True',
      'IP:',
      'PORT: 62031',
      'NETWORK_ID: NETWORK',
      `PASSPHRASE: ${key}`,
      'TARGET_IP: dmr.club-a.example',
      `TARGET_PORT: ${service.dmrPort}`,
      'BOTH_SLOTS: False',
      'USE_ACL: True',
      'SUB_ACL: DENY:1',
      'TGID_ACL: PERMIT:91,262',
    ]);
    const shown = await Promise.all([
      cli(service, ['bridge', 'list', '--json']),
      cli(service, ['bridge', 'relay', 'club-b', 'on', '--json']),
      cli(service, ['doctor', 'club-b', '--json']),
      metricsOf(service).then((lines) => ({ out: lines })),
      fetch(`${service.http}/dashboard.js`).then(async (page) => ({ out: [await page.text()] })),
    ]);
    expect(shown.flatMap((answer) => answer.out).some((line) => line.includes(key))).toBe(false);
    expect(service.log.recent().some((line) => line.text.includes(key))).toBe(false);
    await service.stop();
    const file = join(service.stateDir, 'bridges.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      bridges: [
        {
          ...{ name: 'club-b', host: 'dmr.club-b.invalid', port: 62_031, network: 2345, key, relay: true },
          ...{
            sends: [
              [91, 91],
              [262, 262],
            ],
            takes: [
              [91, 91],
              [262, 262],
            ],
          },
        },
      ],
    });
  });

  test('prints the section that FreeDMR takes: the network id of this side, the first protocol, no enhancements', async () => {
    const service = await startService({ environment: { CUEDECK_TALKGROUP_PUBLIC_HOST: 'dmr.club-a.example' } });
    const add = ['bridge', 'add', 'club-b', 'dmr.club-b.invalid:62044', '2345', '91,262', '--for', 'freedmr'];
    const { code, out } = await cli(service, add);
    expect([code, out.slice(-15).filter((line) => !line.startsWith('PASSPHRASE: '))]).toEqual([
      0,
      [
        '[OBP-CUEDECK]',
        'MODE: OPENBRIDGE',
        'ENABLED: True',
        'IP:',
        'PORT: 62044',
        'NETWORK_ID: 2345',
        'TARGET_IP: dmr.club-a.example',
        `TARGET_PORT: ${service.dmrPort}`,
        'USE_ACL: True',
        'SUB_ACL: DENY:1',
        'TGID_ACL: PERMIT:91,262',
        'RELAX_CHECKS: False',
        'ENHANCED_OBP: False',
        'PROTO_VER: 1',
      ],
    ]);
    expect(out.join()).toContain('SERVER_ID');
  });

  test.each([
    ['91,262-263', { 91: '2', 262: '2' }],
    ['all', { 262: '2', 3100: '2' }],
    ['none', {}],
  ])('prints the entry that HBlink4 takes, its talkgroups %s one by one', async (talkgroups, slots) => {
    const service = await startService({ environment: { CUEDECK_TALKGROUP_PUBLIC_HOST: 'dmr.club-a.example' } });
    for (const number of ['262', '3100']) await service.admin('catalogue add', [number, 'x']);
    const given = ['club-b', 'dmr.club-b.invalid:62035', '2345', talkgroups];
    const { section, key } = await service.admin('bridge add', given, { for: 'hblink4' });
    expect(JSON.parse(section.replace('NETWORK,', '3456,'))).toEqual({
      ...{ enabled: true, name: 'CueDeck', network_id: 3456, local_address: '0.0.0.0', local_port: 62_035 },
      ...{ target_address: 'dmr.club-a.example', target_port: service.dmrPort, passphrase: key },
      ...{ preserve_source_peer: false, talkgroup_slots: slots },
    });
  });

  test.each([
    [['bridge', 'add', '2345678', 'x:1', '1', 'all'], 'no name of a bridge'],
    [['bridge', 'add', 'b', 'x:1', '1', 'all', '--for', 'hblink2'], 'is no server; allowed: hblink3, hblink4, freedmr'],
    [['bridge', 'add', 'b', 'x', '1', 'all'], 'no address'],
    [['bridge', 'add', 'b', 'x:1', '0', 'all'], 'no network id'],
    [['bridge', 'add', 'b', 'x:1', '1', 'some'], 'no talkgroup'],
    [['bridge', 'add', 'b', 'x:1', '1', 'all', '--address', 'a b'], 'no address'],
    [['bridge', 'relay', 'b', 'on'], 'There is no bridge "b".'],
    [['bridge', 'remove', 'b'], 'There is no bridge "b".'],
    [['bridge', 'key', 'b', '-'], 'That is no key'],
  ])('%j is refused, and nothing has changed', async (words, reason) => {
    const service = await startService();
    const { code, err } = await cli(service, words, 'x');
    expect([code, err.join('')]).toEqual([1, expect.stringContaining(reason)]);
    expect(await service.admin('bridge list')).toEqual([]);
  });
});

describe('a bridge', () => {
  test('is as it was after a restart, and works', async () => {
    const first = await startService();
    await first.admin('bridge join', ['b', '192.0.2.9:1', '2345', 'all', `${KEY}\n`]);
    await first.admin('bridge send', ['b', 'none']);
    await first.admin('bridge take', ['b', '91']);
    await first.stop();
    const service = await startService({ stateDir: first.stateDir });
    const server = await createServer(service);
    expect(await service.admin('bridge list')).toMatchObject([
      {
        name: 'b',
        address: '192.0.2.9:1',
        network: 2345,
        sends: 'none',
        takes: '91',
        relay: false,
        state: 'never heard',
      },
    ]);
    await service.admin('bridge address', ['b', server.address]);
    await service.admin('catalogue add', ['91', 'World']);
    server.send(headerOf(CALL), KEY);
    server.send(terminatorOf(CALL, 1), KEY);
    await service.settle();
    expect(await service.admin('bridge list')).toMatchObject([{ received: 2, state: 'heard 0 seconds ago' }]);
    expect((await cli(service, ['last-heard'])).out.join()).toContain('to 91 World  bridge b');
    await service.admin('bridge remove', ['b']);
    expect((await cli(service, ['bridge', 'list'])).out).toEqual(['There is no bridge.']);
    expect((await cli(service, ['last-heard'])).out.join()).toContain('bridge b');
  });

  test('by host name, found by itself; an address it cannot reach says why', async () => {
    const service = await startService();
    const server = await createServer(service);
    await service.admin('catalogue add', ['91', 'World']);
    await service.admin('bridge join', ['named', server.address.replace('127.0.0.1', 'localhost'), '2345', 'all', KEY]);
    await service.admin('bridge join', ['sixth', '[::1]:9', '2345', 'all', KEY]);
    expect(await stateOf(service, 'sixth')).toBe(
      '::1 has no address that can be reached: this master speaks IPv4 (CUEDECK_TALKGROUP_DMR_HOST=:: is both).',
    );
    await waitFor(async () => {
      server.send(headerOf(CALL), KEY);
      return (await stateOf(service, 'named')) === 'heard 0 seconds ago';
    }, 'a burst from the name');
  });

  test('its counters are on /metrics, and on the live page', async () => {
    const service = await startService();
    const server = await createServer(service);
    await service.admin('catalogue add', ['91', 'World']);
    await service.admin('bridge join', ['club-b', server.address, '2345', 'all', KEY]);
    server.send(headerOf(CALL), KEY);
    server.send(headerOf(CALL), 'wrong');
    const hotspot = await joinByUdp(service, 2_345_671);
    hotspot.send(headerOf({ ...CALL, peer: 2_345_671, source: 5, stream: 6, timeslot: 2 }));
    await service.settle();
    const lines = await metricsOf(service);
    for (const line of [
      'cuedeck_talkgroup_bridge_bursts_received_total{bridge="club-b"} 1',
      'cuedeck_talkgroup_bridge_bursts_sent_total{bridge="club-b"} 1',
      'cuedeck_talkgroup_bridge_bursts_refused_total{bridge="club-b",reason="wrong-key"} 1',
      'cuedeck_talkgroup_bridge_bursts_refused_total{bridge="club-b",reason="loop"} 0',
    ])
      expect(lines).toContain(line);
    expect(
      lines.some((line) => /^cuedeck_talkgroup_bridge_heard_timestamp_seconds\{bridge="club-b"\} [0-9]+$/.test(line)),
    ).toBe(true);
    expect(server.received.map(({ length }) => length)).toEqual([73]);
    const page = await fetch(`${service.http}/dashboard/events`);
    const chunk = await page.body?.getReader().read();
    const events = Buffer.from(chunk?.value ?? []).toString();
    expect(/event: bridges\ndata: (.*)/.exec(events)?.[1]).toBe(
      JSON.stringify([
        { name: 'club-b', received: 1, sent: 1, refused: 1, heardAt: Math.round(service.clock.wallSeconds()) - 10 },
      ]),
    );
    for (const secret of [KEY, '127.0.0.1']) expect(events).not.toContain(secret);
  });
});

describe('a key of more than 20 characters', () => {
  const LONG = 'the longest key of two clubs';
  const CUT = LONG.slice(0, 20);

  const join = async (service: RunningService, address: string, name = 'b', key = LONG) =>
    (await cli(service, ['bridge', 'join', name, address, '2345', 'all', '-'], key)).out.join('\n');

  test.each([
    ['cuts it', CUT, 'the first 20'],
    ['does not', LONG, 'all of them'],
  ])('is understood, and used, by a server that %s', async (_what, key, told) => {
    const service = await startService();
    const server = await createServer(service);
    await service.admin('catalogue add', ['91', 'World']);
    expect(await join(service, server.address)).toContain(
      `Its key has 28 characters, of which HBlink3, FreeDMR and ADN use the first 20. Both forms are taken;`,
    );
    const hotspot = await joinByUdp(service, 2_345_671);
    const speak = async (stream: number): Promise<Buffer | undefined> => {
      for (const burst of [headerOf, terminatorOf])
        hotspot.send(burst({ ...CALL, peer: 2_345_671, source: 5, stream, timeslot: 2 }, burst === headerOf ? 0 : 1));
      await service.settle();
      await waitFor(async () => server.received.length > 0, 'a burst');
      return server.received.splice(0).at(-1);
    };
    // Until it is heard, servers that cut keys are the ones to be expected.
    expect(unseal((await speak(6)) ?? Buffer.alloc(73), toBridgeKey(CUT))).toBeDefined();
    server.send(headerOf(CALL), key);
    server.send(terminatorOf(CALL, 1), key);
    await service.settle();
    expect(await service.admin('bridge list')).toMatchObject([{ received: 2, state: 'heard 0 seconds ago' }]);
    expect(unseal((await speak(7)) ?? Buffer.alloc(73), toBridgeKey(key))).toBeDefined();
    expect((await cli(service, ['doctor', 'b'])).out.join()).toContain(`its server uses ${told}.`);
    // Another key with the same beginning is none.
    server.send(headerOf({ ...CALL, stream: 8 }), `${CUT} `);
    await service.settle();
    expect(await service.admin('bridge list')).toMatchObject([{ received: 2 }]);
  });

  test('is not cut where that is not safe: too plain a beginning, or the one of another bridge', async () => {
    const service = await startService();
    const server = await createServer(service);
    await service.admin('catalogue add', ['91', 'World']);
    const plain = 'aaaaaaaaaaaaaaaaaaaabbb';
    expect(await join(service, server.address, 'plain', plain)).toContain('they hold too few different characters');
    server.send(headerOf(CALL), plain.slice(0, 20));
    await service.settle();
    expect(await service.admin('bridge list')).toMatchObject([{ received: 0 }]);
    server.send(headerOf(CALL), plain);
    await service.settle();
    expect(await service.admin('bridge list')).toMatchObject([{ received: 1 }]);
    await join(service, '192.0.2.1:1', 'one');
    expect(await join(service, '192.0.2.2:1', 'two', `${LONG}, too`)).toContain(
      'the key of another bridge begins with the same ones',
    );
    await service.admin('bridge remove', ['one']);
    expect((await cli(service, ['doctor', 'two'])).out.join()).toContain('Both forms are taken');
  });

  test('is not spoken of where it is not one', async () => {
    const service = await startService();
    expect(await join(service, '192.0.2.1:1', 'b', CUT)).not.toContain('characters');
  });
});

describe('the doctor of a bridge', () => {
  const verdictOf = async (service: RunningService): Promise<string> =>
    (await cli(service, ['doctor', 'b'])).out.join(' ');

  test('follows it from its address to its first call', async () => {
    const service = await startService();
    const server = await createServer(service);
    await service.admin('bridge join', ['b', 'nowhere.invalid:1', '2345', '91', KEY]);
    await waitFor(async () => (await stateOf(service, 'b')).includes('cannot be found'), 'lookup');
    expect(await verdictOf(service)).toMatch(/^Bridge b has no way to its server: nowhere\.invalid cannot be found: /);
    server.send(headerOf(CALL), KEY);
    await service.settle();
    await service.admin('bridge address', ['b', '192.0.2.1:1']);
    expect(await verdictOf(service)).toMatch(
      new RegExp(
        `nothing has come from 192\\.0\\.2\\.1:1 since .* something came from ${server.address}, which is no bridge's address`,
      ),
    );
    await service.admin('bridge address', ['b', server.address]);
    server.send(headerOf(CALL), 'wrong');
    await service.settle();
    expect(await verdictOf(service)).toContain('has another key; `cuedeck talkgroup bridge key b FILE`');
    expect(await service.admin('bridge list')).toMatchObject([{ state: 'wrong key 0 seconds ago' }]);
    service.clock.advance(1);
    server.send(headerOf(CALL), KEY);
    server.send(headerOf({ ...CALL, timeslot: 2 }), KEY);
    await service.settle();
    expect(await verdictOf(service)).toMatch(
      /^Bridge b was last heard at .* as network 7: 0 bursts taken, 0 sent\. None of the talkgroups that go to it is carried here.* 1 bursts from it were no group calls on timeslot 1.* 1 bursts from it were on talkgroups that are not taken/,
    );
    server.send(headerOf({ ...CALL, peer: 2345 }), KEY);
    await service.settle();
    expect(await verdictOf(service)).toContain('calls itself 2345, as this one does');
  });

  test('a name that is no bridge and no peer', async () => {
    const { code, err } = await cli(await startService(), ['doctor', 'b']);
    expect([code, err]).toEqual([1, ['"b" is no peer id; allowed: 6, 7 or 9 digits.']]);
  });
});
