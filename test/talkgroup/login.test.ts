import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  authorisationBytes,
  goodbyeBytes,
  loginBytes,
  optionsBytes,
  pingBytes,
} from '../../src/talkgroup/homebrew/message-bytes.ts';
import { toMasterMessage } from '../../src/talkgroup/homebrew/messages.ts';
import { toDigest } from '../../src/talkgroup/registry/tokens.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { canSendFromPortZero, sendFromPortZero } from '../fixtures/port-zero-datagram.ts';
import { headerOf } from './fakes/bursts.ts';
import { burstsOf } from './fakes/hotspot.ts';
import { createUdpHotspot, joinByUdp, register, startService } from './fakes/running-service.ts';
import { createTestNetwork, type TestNetwork, toPeerRecord } from './fakes/test-network.ts';

const PEER = 234_567_801;

const kindsOf = (datagrams: readonly Buffer[]): readonly (string | undefined)[] =>
  datagrams.map((datagram) => toMasterMessage(datagram)?.kind);

test('a hotspot logs in over UDP in one go and stays in with its pings', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER, { options: 'TS2=91' });
  expect(kindsOf(hotspot.received)).toEqual(Array.from({ length: 4 }, () => 'acknowledgement'));
  await service.pass(65);
  expect([hotspot.state(), new Set(kindsOf(hotspot.received.slice(4)))]).toEqual(['running', new Set(['pong'])]);
  expect(await service.admin('peer list')).toEqual([{ id: PEER, callsign: 'M0ABC', isIn: true }]);
});

describe('one lost datagram', () => {
  // RPTL, salt, RPTK, ack, RPTC, ack, RPTO, ack, ping, pong.
  test.each(Array.from({ length: 10 }, (_, place) => place))(
    'number %i: in all the same, by one repeat',
    async (loses) => {
      const service = await startService();
      const hotspot = await joinByUdp(service, PEER, { options: 'TS2=91', loses });
      await service.pass(11);
      expect(hotspot.state()).toBe('running');
      expect(kindsOf(hotspot.received)).not.toContain('refusal');
      expect(hotspot.ports).toHaveLength(1);
      expect(await service.admin('status')).toMatchObject({ peersIn: 1 });
    },
  );
});

test('a login that is repeated gets the same salt, and two answers still complete it', async () => {
  const service = await startService();
  const { password } = await register(service, PEER);
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const answers: Buffer[] = [];
  socket.on('message', (datagram) => answers.push(datagram));
  const send = async (datagram: Buffer): Promise<void> => {
    socket.send(datagram, service.dmrPort, '127.0.0.1');
    await service.settle();
  };
  await send(loginBytes(PEER));
  await send(loginBytes(PEER));
  expect(answers[1]).toEqual(answers[0]);
  const salt = answers[0]?.subarray(6) ?? Buffer.alloc(4);
  await send(authorisationBytes(PEER, toDigest(salt, password)));
  await send(authorisationBytes(PEER, toDigest(salt, password)));
  expect(kindsOf(answers.slice(2))).toEqual(['acknowledgement', 'acknowledgement']);
  // It is not configured yet, whatever the client believes.
  await send(pingBytes(PEER));
  await send(optionsBytes(PEER, ''));
  expect(kindsOf(answers.slice(4))).toEqual(['refusal', 'refusal']);
  socket.close();
});

test('a wrong password is refused again and again, and the doctor says so', async () => {
  const service = await startService();
  const { password } = await register(service, PEER);
  const hotspot = await createUdpHotspot(service, PEER, { password: `${password}x` });
  hotspot.start();
  await service.pass(35);
  expect(hotspot.state()).toBe('connecting');
  expect(new Set(kindsOf(hotspot.received))).toEqual(new Set(['acknowledgement', 'refusal']));
  expect(await service.admin('doctor', [String(PEER)])).toMatchObject({
    isIn: false,
    verdict: expect.stringMatching(
      /^Peer 234567801 gave a wrong password at 2026-01-01 .* from 127\.0\.0\.1:[0-9]+: put/,
    ),
  });
});

test('a peer nobody knows is refused', async () => {
  const service = await startService();
  const hotspot = await createUdpHotspot(service, PEER, { password: 'x' });
  hotspot.start();
  await service.pass(10);
  expect(kindsOf(hotspot.received)).toEqual(['refusal']);
});

test('a stolen id without the password disturbs nobody', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER);
  const thief = await createUdpHotspot(service, PEER, { password: 'guess' });
  thief.start();
  await service.pass(60);
  expect([hotspot.state(), thief.state()]).toEqual(['running', 'connecting']);
  expect(kindsOf(hotspot.received)).not.toContain('refusal');
});

test('with the password it takes over only once that is proved; the old one is refused from then on', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER);
  const moved = await createUdpHotspot(service, PEER, { password: hotspot.password });
  moved.send(loginBytes(PEER));
  await service.settle();
  expect(moved.received).toHaveLength(1);
  hotspot.send(pingBytes(PEER));
  await service.settle();
  expect(kindsOf(hotspot.received).at(-1)).toBe('pong');
  moved.start();
  await service.pass(10);
  expect(moved.state()).toBe('running');
  hotspot.send(pingBytes(PEER));
  await service.settle();
  expect(kindsOf(hotspot.received).at(-1)).toBe('refusal');
});

test('from another address nothing counts: no burst, no goodbye, no options; a ping is refused', async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', 'World']);
  const hotspot = await joinByUdp(service, PEER);
  const listener = await joinByUdp(service, 2_345_672);
  await service.post('/api/set_talkgroup.json', { peer: '2345672', token: listener.token, tg: '91' });
  const spoofer = await createUdpHotspot(service, PEER, { password: 'x' });
  const call = { peer: PEER, source: 1_000_001, destination: 91, timeslot: 2, stream: 5 } as const;
  for (const datagram of [headerOf(call), goodbyeBytes(PEER), optionsBytes(PEER, 'TS2=91'), pingBytes(PEER)])
    spoofer.send(datagram);
  await service.settle();
  expect([kindsOf(spoofer.received), burstsOf(listener)]).toEqual([['refusal'], []]);
  hotspot.send(headerOf(call));
  await service.settle();
  expect(burstsOf(listener)).toHaveLength(1);
});

test.each([
  ['space', ' '],
  ['NUL', '\0'],
])('a client that pads with %s is in, and known by its words', async (_name, padding) => {
  const service = await startService();
  await joinByUdp(service, PEER, { padding });
  expect(await service.admin('peer show', [String(PEER)])).toMatchObject({ isIn: true, software: '20240101_Pi-Star' });
});

test.each(['M0ABC 1', 'DÖ1ABC'])('a hotspot that calls itself %j, in Latin-1, is taken', async (callsign) => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER, { configuration: { callsign } });
  expect(hotspot.state()).toBe('running');
  await service.admin('peer add', ['2345672', callsign.toLowerCase()]);
  expect(await service.admin('peer show', ['2345672'])).toMatchObject({ callsign });
});

test('a configuration without a callsign is refused, and the doctor says so', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER, { configuration: { callsign: '' } });
  expect(hotspot.state()).toBe('connecting');
  expect(await service.admin('doctor', [String(PEER)])).toMatchObject({
    verdict: expect.stringContaining('carries no readable callsign'),
  });
});

test('who says nothing for a minute is out; its next ping is refused, and it comes back by itself', async () => {
  const service = await startService();
  const hotspot = await joinByUdp(service, PEER, { pingSeconds: 75 });
  await service.pass(61);
  expect(await service.admin('status')).toMatchObject({ peersIn: 0 });
  await service.pass(30);
  expect(hotspot.state()).toBe('running');
});

test('a master that stops says so, and the peers are back 11 s after it is up again', async () => {
  const first = await startService();
  const hotspots = [];
  for (const peer of [PEER, 2_345_672, 2_345_673]) hotspots.push(await joinByUdp(first, peer));
  await first.stop();
  while (hotspots.some((hotspot) => hotspot.state() !== 'connecting')) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  first.clock.advance(25);
  const second = await startService({
    clock: first.clock,
    stateDir: first.stateDir,
    environment: { CUEDECK_TALKGROUP_DMR_PORT: String(first.dmrPort) },
  });
  await second.pass(11);
  expect(hotspots.map((hotspot) => hotspot.state())).toEqual(['running', 'running', 'running']);
  expect(await second.admin('status')).toMatchObject({ peersIn: 3 });
});

test('IPv6 and IPv4 on one socket', async () => {
  const service = await startService({ environment: { CUEDECK_TALKGROUP_DMR_HOST: '::' } });
  const six = await joinByUdp(service, PEER, { host: '::1' });
  const four = await joinByUdp(service, 2_345_672, { host: '127.0.0.1' });
  expect([six.state(), four.state()]).toEqual(['running', 'running']);
  expect(await service.admin('doctor', [String(PEER)])).toMatchObject({ verdict: expect.stringContaining('[::1]:') });
  expect(await service.admin('doctor', ['2345672'])).toMatchObject({
    verdict: expect.stringContaining('127.0.0.1:'),
  });
  await service.admin('catalogue add', ['91', 'World']);
  await service.post('/api/set_talkgroup.json', { peer: '2345672', token: four.token, tg: '91' });
  six.send(headerOf({ peer: PEER, source: 1, destination: 91, timeslot: 1, stream: 1 }));
  await service.settle();
  expect(burstsOf(four)).toHaveLength(1);
});

describe('limits', () => {
  test('after 30 wrong passwords a minute from an address further wrong ones are not answered; those of others are', () => {
    const { network, clock, sent, join } = createTestNetwork();
    join(2_345_671);
    const attack = (address: string): readonly (string | undefined)[] => {
      const before = sent.length;
      network.master.receive(loginBytes(2_345_671), { address, port: 1 });
      network.master.receive(authorisationBytes(2_345_671, Buffer.alloc(32)), { address, port: 1 });
      return kindsOf(sent.slice(before).map(({ datagram }) => datagram));
    };
    const wrong = ['acknowledgement', 'refusal'];
    expect(Array.from({ length: 30 }, () => attack('10.0.0.1'))).toEqual(Array.from({ length: 30 }, () => wrong));
    for (let time = 0; time < 30; time++) expect(attack('10.0.0.1')).toEqual(['acknowledgement']);
    expect(attack('10.0.0.2')).toEqual(wrong);
    clock.advance(61);
    expect(attack('10.0.0.1')).toEqual(wrong);
  });

  test('the right password gets in, from where it was never given before, whatever wrong ones come from there', () => {
    const OWNER = 2_345_672;
    const world = createTestNetwork({ peers: [toPeerRecord(OWNER), toPeerRecord(2_345_671)] });
    const { network, endpointOf } = world;
    const guess = (peer: number): void => {
      const from = { ...endpointOf(OWNER), port: 1 };
      network.master.receive(loginBytes(peer), from);
      network.master.receive(authorisationBytes(peer, Buffer.alloc(32)), from);
    };
    for (let time = 0; time < 20; time++) for (const peer of [OWNER, 2_345_671]) guess(peer);
    expect(world.join(OWNER).state()).toBe('running');
  });

  describe('a hotspot that was right before', () => {
    const HOTSPOT = 2_345_671;
    const forge = ({ network, endpointOf }: TestNetwork, peer: number, port: number): void => {
      const from = { ...endpointOf(HOTSPOT), port };
      network.master.receive(loginBytes(peer), from);
      network.master.receive(authorisationBytes(peer, Buffer.alloc(32)), from);
    };

    test.each([
      ['its own id', HOTSPOT, 31],
      ['another id', 2_345_672, 31],
      ['its own id, as a flood', HOTSPOT, 1000],
      ['another id, as a flood', 2_345_672, 1000],
    ])('gets in again while somebody fails from its address with %s', (_what, peer, times) => {
      const world = createTestNetwork({ peers: [toPeerRecord(2_345_672)] });
      const hotspot = world.join(HOTSPOT);
      hotspot.stop();
      for (let time = 0; time < times; time++) forge(world, peer, 1);
      hotspot.start();
      for (let second = 0; second < 10; second++) {
        forge(world, peer, 1);
        world.clock.advance(1);
      }
      expect(hotspot.state()).toBe('running');
    });

    test('gets in again after a restart of the master, too', () => {
      const first = createTestNetwork();
      const before = first.join(HOTSPOT);
      const activity = first.network.toActivity();
      before.vanish();
      const second = createTestNetwork({ activity, peers: [toPeerRecord(HOTSPOT)] });
      for (let time = 0; time < 200; time++) forge(second, HOTSPOT, 1);
      expect(second.join(HOTSPOT).state()).toBe('running');
    });

    test('finishes a login that others answer in its name, from its port', () => {
      const world = createTestNetwork();
      world.join(HOTSPOT).stop();
      const from = world.endpointOf(HOTSPOT);
      world.network.master.receive(loginBytes(HOTSPOT), from);
      const salt = world.sent.at(-1)?.datagram.subarray(6) ?? Buffer.alloc(4);
      for (let time = 0; time < 40; time++)
        world.network.master.receive(authorisationBytes(HOTSPOT, Buffer.alloc(32)), from);
      world.network.master.receive(authorisationBytes(HOTSPOT, toDigest(salt, 's3cret')), from);
      expect(toMasterMessage(world.sent.at(-1)?.datagram ?? Buffer.alloc(0))?.kind).toBe('acknowledgement');
    });

    test('is no way in for the others: from elsewhere, or with an id that was never right there, the limit holds', () => {
      const world = createTestNetwork({ peers: [toPeerRecord(2_345_672)] });
      world.join(HOTSPOT);
      for (let time = 0; time < 31; time++) forge(world, 2_345_672, 1);
      const sent = world.sent.length;
      forge(world, 2_345_672, 1);
      expect(kindsOf(world.sent.slice(sent).map(({ datagram }) => datagram))).toEqual(['acknowledgement']);
    });
  });

  test('strangers of one address are answered 300 times in ten seconds, an IPv6 network counts as one', () => {
    const { network, sent } = createTestNetwork();
    for (let index = 0; index < 1000; index++)
      network.master.receive(pingBytes(1_000_000 + index), { address: `2001:db8:0:1::${index.toString(16)}`, port: 1 });
    expect(sent).toHaveLength(300);
    network.master.receive(pingBytes(1), { address: '2001:db8:0:2::1', port: 1 });
    expect(sent).toHaveLength(301);
  });

  test('ids that nobody registered push no registered peer out of the login history, however many knock', () => {
    const world = createTestNetwork();
    const { network } = world;
    world.join(PEER);
    for (let stranger = 0; stranger < 13_000; stranger++)
      network.receive(loginBytes(1_000_000 + stranger), {
        address: `10.1.${stranger & 255}.${stranger >> 8}`,
        port: 1,
      });
    expect(network.loginHistory.of(PEER).running).toMatchObject({ times: 1 });
    // The latest of them are known all the same.
    expect(network.loginHistory.of(1_012_999)['unknown-peer']).toMatchObject({ times: 1 });
    expect(network.loginHistory.of(1_000_000)).toEqual({});
  });

  test('pending logins are bounded, and the oldest makes way', () => {
    const { network, join } = createTestNetwork();
    join(2_345_671);
    for (let index = 0; index < 5000; index++)
      network.master.receive(loginBytes(2_345_671), { address: `10.${index >> 8}.${index & 255}.1`, port: 1 });
    expect(network.authenticator.pending()).toBe(2000);
  });

  test('pending logins are forgotten after 70 s', () => {
    const { network, clock, join } = createTestNetwork();
    join(2_345_671);
    network.master.receive(loginBytes(2_345_671), { address: '10.0.0.1', port: 1 });
    clock.advance(69);
    expect(network.authenticator.pending()).toBe(1);
    clock.advance(2);
    expect(network.authenticator.pending()).toBe(0);
  });

  test('no answer is longer than 11 bytes', () => {
    const { sent, join, network } = createTestNetwork();
    const hotspot = join(2_345_671, { options: 'TS2=91' });
    hotspot.stop();
    network.master.receive(pingBytes(5), { address: '10.0.0.1', port: 1 });
    expect(Math.max(...sent.map(({ datagram }) => datagram.length))).toBeLessThanOrEqual(11);
  });
});

test('10,000 peers are in at once, and there can be no more', () => {
  const world = createTestNetwork();
  const { network, clock } = world;
  const template = world.join(2_000_000);
  expect(template.state()).toBe('running');
  const record = network.peers.require(2_000_000);
  for (let peer = 2_000_001; peer < 2_010_000; peer++) network.peers.add({ ...record, id: peer });
  for (let peer = 2_000_001; peer < 2_010_000; peer++) {
    network.sessions.open(peer, world.endpointOf(peer), Buffer.alloc(32));
    network.subscriptions.change(peer, (list) => setStatic(list, { talkgroup: 91, timeslot: 2, enabled: true }));
  }
  expect(network.sessions.size()).toBe(10_000);
  expect(() => network.peers.add({ ...record, id: 3_000_000 })).toThrow('There are 10000 peers already');
  clock.advance(59);
  expect(network.sessions.size()).toBe(10_000);
  clock.advance(2);
  expect(network.sessions.size()).toBe(1);
});

test.runIf(canSendFromPortZero)('a stranger who writes from port 0, where no answer can go, does no harm', async () => {
  const service = await startService();
  for (const datagram of [loginBytes(PEER), pingBytes(PEER)]) sendFromPortZero(service.dmrPort, datagram);
  await service.settle();
  expect(await service.admin('status')).toMatchObject({ peersIn: 0 });
});
