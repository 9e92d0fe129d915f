import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/talkgroup/endpoint.ts';
import { toConfigurationText } from '../../src/talkgroup/homebrew/configuration.ts';
import { configurationBytes, loginBytes, pingBytes } from '../../src/talkgroup/homebrew/message-bytes.ts';
import { API_OPERATIONS, type ApiOperation } from '../../src/talkgroup/http/operations.ts';
import { createTalkgroupApi } from '../../src/talkgroup/http/talkgroup-api.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { API_STATUSES } from '../../src/talkgroup/telemetry/counters.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { STANDARD_CONFIGURATION } from './fakes/hotspot.ts';
import { createDice, type Dice, mutateBytes, mutateText } from './fakes/mutation.ts';
import { register, startService } from './fakes/running-service.ts';
import { datagramsOf, formsOf } from './fakes/seeds.ts';
import { createTestNetwork, TOKEN } from './fakes/test-network.ts';

const DATAGRAMS = 5_000_000;
const FORMS = 1_000_000;
const REQUESTS = 5000;

/** A login is 8 bytes and its answer 10 (RPTL, RPTACK or MSTNAK), by the protocol; so are options without text. */
const MAX_ANSWER_TO_SHORT = 10;

describe('datagrams', () => {
  const VICTIMS = Array.from({ length: 20 }, (_, index) => 2_345_600 + index);
  const ABUSERS = Array.from({ length: 20 }, (_, index) => 2_345_700 + index);

  const inputOf = (dice: Dice, seeds: readonly Buffer[], others: readonly Buffer[]): Buffer => {
    if (dice.roll(20) === 0) return Buffer.from(Array.from({ length: dice.roll(400) }, () => dice.roll(256)));
    // A goodbye ends what makes the rest interesting: seldom.
    const seed = dice.pick(seeds);
    const isGoodbye = seed.length === 9 && dice.roll(1000) > 0;
    return mutateBytes(dice, isGoodbye ? dice.pick(others) : seed, dice.pick(others));
  };

  test(`${DATAGRAMS} random and mutated ones: no crash, no answer longer than its request, no session lost`, () => {
    const world = createTestNetwork();
    const { network, clock, sent } = world;
    for (const peer of [...VICTIMS, ...ABUSERS]) {
      world.join(peer);
      network.subscriptions.change(peer, (list) => setStatic(list, { talkgroup: 91, timeslot: 2, enabled: true }));
    }
    const sessions = new Map(VICTIMS.map((peer) => [peer, network.sessions.get(peer)]));
    const targets = [...VICTIMS, ...ABUSERS, 999];
    const seeds = new Map(targets.map((peer) => [peer, datagramsOf(peer)]));
    const bursts = new Map(targets.map((peer) => [peer, datagramsOf(peer).filter(({ length }) => length === 55)]));
    const dice = createDice(20_260_101);
    const tooLong: string[] = [];
    const configuration = toConfigurationText(STANDARD_CONFIGURATION);
    /** What it sends costs a misbehaving peer its session; from outside little would be reached. */
    const bringIn = (peer: number): void => {
      if (network.sessions.get(peer)?.configuration !== undefined) return;
      network.sessions.open(peer, world.endpointOf(peer), Buffer.alloc(32));
      network.master.receive(configurationBytes(peer, configuration), world.endpointOf(peer));
    };

    for (let count = 0; count < DATAGRAMS; count++) {
      const isAbuser = dice.roll(3) === 0;
      const peer = isAbuser ? dice.pick(ABUSERS) : dice.pick(targets);
      const datagram = inputOf(dice, seeds.get(peer) ?? [], bursts.get(peer) ?? []);
      // From peers that are in and misbehave, and from anywhere.
      const from: Endpoint = isAbuser
        ? world.endpointOf(peer)
        : { address: `172.${dice.roll(4)}.${dice.roll(256)}.${dice.roll(20)}`, port: 1024 + dice.roll(3) };
      sent.length = 0;
      network.master.receive(datagram, from);
      for (const { datagram: answer, to } of sent)
        if (to.address === from.address && to.port === from.port && answer.length < 55) {
          const allowed = Math.max(datagram.length, datagram.length >= 8 ? MAX_ANSWER_TO_SHORT : 0);
          if (answer.length > allowed || answer.length > 11)
            tooLong.push(`${datagram.toString('hex')} ${answer.toString('hex')}`);
        }
      if (count % 2000 === 0) clock.advance(0.3);
      if (count % 500 === 0) for (const abuser of ABUSERS) bringIn(abuser);
    }

    expect(tooLong).toEqual([]);
    for (const [peer, session] of sessions) expect(network.sessions.get(peer)).toBe(session);
    expect(network.sessions.size()).toBeLessThanOrEqual(VICTIMS.length + ABUSERS.length);
    expect(network.authenticator.pending()).toBeLessThanOrEqual(2000);
    expect([...network.router.running()].length).toBeLessThanOrEqual(2 * (VICTIMS.length + ABUSERS.length));
    expect(network.counters.datagrams.received).toBeGreaterThanOrEqual(DATAGRAMS);
    // It was not all noise: much of it was understood.
    expect(network.counters.bursts.received).toBeGreaterThan(DATAGRAMS / 50);
    // Afterwards everything still works.
    clock.advance(60);
    sent.length = 0;
    const calm = world.endpointOf(VICTIMS[0] ?? 0);
    network.master.receive(pingBytes(VICTIMS[0] ?? 0), calm);
    network.master.receive(loginBytes(VICTIMS[1] ?? 0), { address: '192.0.2.1', port: 1 });
    expect(sent.map(({ datagram }) => datagram.toString('latin1', 0, 6))).toEqual(['MSTPON', 'RPTACK']);
  });
});

describe('forms', () => {
  test(`${FORMS} random and mutated ones: no crash, an answer of the few there are, nothing changed without the token`, () => {
    const world = createTestNetwork();
    const { network, clock } = world;
    for (const peer of [2_345_671, 2_345_672]) world.join(peer);
    network.peers.change(2_345_672, { tokenHash: '1'.repeat(64) });
    network.subscriptions.change(2_345_672, (list) => setStatic(list, { talkgroup: 93, timeslot: 1, enabled: true }));
    const before = network.subscriptions.of(2_345_672);
    const log = createRecordingLog();
    const api = createTalkgroupApi({ network, log });
    const dice = createDice(7);
    const operations = Object.keys(API_OPERATIONS) as ApiOperation[];
    const seeds = [2_345_671, 2_345_672, 234_567_101].flatMap((peer) => formsOf(peer, TOKEN));
    const basic = Buffer.from(`${TOKEN}:`).toString('base64');
    const counts = new Map<number, number>();
    const wrong: string[] = [];

    for (let count = 0; count < FORMS; count++) {
      const body = mutateText(dice, dice.pick(seeds));
      const authorization = dice.roll(2) === 0 ? undefined : mutateText(dice, `Basic ${basic}`);
      const address = `172.${dice.roll(64)}.${dice.roll(256)}.1`;
      const answer = api.answer({ operation: dice.pick(operations), body, authorization, address });
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      const isWord = !answer.isData && answer.body === (answer.status === 200 ? 'OK' : 'invalid');
      const isData = answer.isData && answer.status === 200 && /^[[{]/.test(answer.body);
      if (!isWord && !isData) wrong.push(`${body} ${JSON.stringify(answer)}`);
      if (count % 1000 === 0) clock.advance(5);
    }

    expect(wrong).toEqual([]);
    expect(log.recent()).toEqual([]);
    expect([...counts.keys()].every((status) => API_STATUSES.some((known) => known === status))).toBe(true);
    expect(counts.get(200) ?? 0).toBeGreaterThan(FORMS / 50);
    expect(network.subscriptions.of(2_345_672)).toBe(before);
    expect(network.subscriptions.of(2_345_671).length).toBeLessThanOrEqual(250);
  });

  test(`${REQUESTS} requests of raw bytes over TCP: the server goes on`, async () => {
    const service = await startService();
    const { token } = await register(service, 2_345_671);
    const { hostname, port } = new URL(service.http);
    const dice = createDice(11);
    const body = formsOf(2_345_671, token)[1] ?? '';
    const seed = `POST /api/set_talkgroup.json HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
    const send = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.end(mutateText(dice, seed), 'latin1'));
        socket.setTimeout(200, () => socket.destroy());
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
      });
    for (let count = 0; count < REQUESTS; count += 50) {
      await Promise.all(Array.from({ length: 50 }, send));
      service.clock.advance(60);
    }
    const status = await new Promise((resolve, reject) => {
      request(`${service.http}/api/get_talkgroups.json`, { method: 'GET' }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(405);
  }, 120_000);
});
