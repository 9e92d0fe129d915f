// The talkgroup daemon as clubs, hotspots, servers and strangers use it at once, at random, while its disk comes and goes.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callDaemon } from '../../src/talkgroup/admin/admin-client.ts';
import type { CommandName } from '../../src/talkgroup/admin/commands.ts';
import { createSystemClock } from '../../src/talkgroup/clock.ts';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { headerOf, transmission } from './fakes/bursts.ts';
import { startDaemon } from './fakes/daemon-process.ts';
import { createDice, type Dice, mutateBytes, mutateText } from './fakes/mutation.ts';
import { createUdpHotspot, type UdpHotspot } from './fakes/running-service.ts';
import { datagramsOf, formsOf } from './fakes/seeds.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 30);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const ACTORS = 4;
const PEERS = [2_345_671, 2_345_672, 2_345_673, 2_345_674];
const KEY = 'the key of two clubs';
/** Names take their time, or are none. */
const HOSTS = ['127.0.0.1', 'localhost', 'nobody.invalid', '192.0.2.1', '[::1]'];

test(`${SECONDS} s of it, seed ${SEED}`, { timeout: (SECONDS + 120) * 1000 }, async () => {
  const folder = await temporaryFolder();
  const [stateDir, awayDir] = [join(folder, 'state'), join(folder, 'away')];
  const daemon = await startDaemon({
    CUEDECK_TALKGROUP_STATE_DIR: stateDir,
    CUEDECK_TALKGROUP_RUNTIME_DIR: join(folder, 'run'),
    CUEDECK_TALKGROUP_LOG_LEVEL: 'debug',
  });
  const isUp = (): boolean => daemon.child.exitCode === null && daemon.child.signalCode === null;
  const endsAt = performance.now() + SECONDS * 1000;
  const wrong: string[] = [];
  const goesOn = (): boolean => isUp() && wrong.length === 0 && performance.now() < endsAt;

  /** A refusal is an answer. */
  const admin = async (command: CommandName, words: readonly string[] = []) => {
    try {
      return await callDaemon(daemon.adminSocket, { command, arguments: words, options: {} });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (/No talkgroup service answers|Something went wrong/.test(text)) wrong.push(`${command} ${words}: ${text}`);
      return undefined;
    }
  };
  const post = async (path: string, body: string): Promise<void> => {
    const signal = AbortSignal.timeout(30_000);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(daemon.http + path, { method: 'POST', body, headers, signal }).catch(String);
    if (typeof answer === 'string' || answer.status >= 500)
      wrong.push(`${path} ${body}: ${typeof answer === 'string' ? answer : answer.status}`);
    else await answer.text();
  };

  const strangers = createSocket('udp4').bind(0, '127.0.0.1');
  await once(strangers, 'listening');
  onTestFinished(async () => void strangers.close());
  strangers.on('error', () => undefined);
  const throwIn = (datagram: Buffer): void => strangers.send(datagram, daemon.dmrPort, '127.0.0.1');

  const tokens = new Map<number, string>();
  const hotspots = new Map<number, UdpHotspot>();
  const join91 = async (peer: number): Promise<void> => {
    await admin('peer remove', [String(peer)]);
    const added = (await admin('peer add', [String(peer), 'M0ABC'])) as
      | { token?: string; password: string }
      | undefined;
    hotspots.get(peer)?.vanish();
    if (added === undefined) return;
    tokens.set(peer, added.token ?? '');
    const parts = { clock: createSystemClock(), dmrPort: daemon.dmrPort };
    const hotspot = await createUdpHotspot(parts, peer, { password: added.password, pingSeconds: 1 });
    hotspots.set(peer, hotspot);
    hotspot.start();
  };

  const speak = (dice: Dice, peer: number): void => {
    const call = { peer, source: peer, timeslot: 2, stream: 1 + dice.roll(1e6) } as const;
    const destination = dice.pick([91, 91, 92, 9990, 4000, 5000]);
    for (const burst of transmission({ ...call, destination }, dice.roll(12))) hotspots.get(peer)?.send(burst);
  };

  let isAway = false;
  /** What the daemon makes meanwhile in its place may be in the way, or goes. */
  const takeDiskAway = async (dice: Dice): Promise<void> => {
    if (isAway) return;
    isAway = true;
    await rename(stateDir, awayDir).catch(() => undefined);
    if (dice.roll(2) === 0) await writeFile(stateDir, '').catch(() => undefined);
    await sleep(dice.roll(1500));
    await rm(stateDir, { recursive: true, force: true }).catch(() => undefined);
    await rename(awayDir, stateDir).catch(() => mkdir(stateDir, { recursive: true }));
    isAway = false;
  };

  const actions: readonly ((dice: Dice, peer: number) => unknown)[] = [
    (_dice, peer) => join91(peer),
    ...[speak, speak, speak, speak],
    (_dice, peer) => hotspots.get(peer)?.stop(),
    (_dice, peer) => hotspots.get(peer)?.start(),
    (dice, peer) => throwIn(mutateBytes(dice, dice.pick(datagramsOf(peer)), dice.pick(datagramsOf(peer)))),
    (dice) => {
      const call = { peer: 2, source: 1_000_001, timeslot: 1, destination: 91, stream: 1 + dice.roll(1e6) } as const;
      throwIn(mutateBytes(dice, seal(headerOf(call), toBridgeKey(KEY)), Buffer.alloc(60)));
    },
    (dice, peer) => post('/api/set_talkgroup.json', dice.pick(formsOf(peer, tokens.get(peer) ?? ''))),
    (dice, peer) =>
      post('/api/get_talkgroups.json', mutateText(dice, dice.pick(formsOf(peer, tokens.get(peer) ?? '')))),
    (dice) =>
      admin('bridge join', [`b${dice.roll(3)}`, `${dice.pick(HOSTS)}:${1 + dice.roll(65_535)}`, '7', '91', KEY]),
    (dice) => admin('bridge address', [`b${dice.roll(3)}`, `${dice.pick(HOSTS)}:${1 + dice.roll(65_535)}`]),
    (dice) => admin('bridge remove', [`b${dice.roll(3)}`]),
    (dice) => admin('bridge relay', [`b${dice.roll(3)}`, 'on']),
    (dice) =>
      admin(dice.pick(['catalogue add', 'catalogue disable'] as const), ['91', 'World'].slice(0, 1 + dice.roll(2))),
    (dice, peer) =>
      admin(dice.pick(['peer password', 'peer show', 'peer token', 'drop-dynamics', 'doctor']), [String(peer)]),
    (dice) => admin(dice.pick(['last-heard', 'bridge list', 'catalogue list', 'peer list'] as const)),
    async (dice) => {
      const signal = AbortSignal.timeout(50 + dice.roll(2000));
      await fetch(`${daemon.http}/dashboard/events`, { signal })
        .then((answer) => answer.text())
        .catch(() => undefined);
    },
    async (dice) => {
      const { hostname, port } = new URL(daemon.http);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.end(
        mutateText(dice, 'GET /dashboard/events HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
      );
      await sleep(dice.roll(50));
      socket.resetAndDestroy();
    },
    takeDiskAway,
  ];

  await admin('catalogue add', ['91', 'World']);
  for (const peer of PEERS) await join91(peer);
  const act = async (actor: number): Promise<void> => {
    const dice = createDice(SEED + actor);
    while (goesOn()) {
      await dice.pick(actions)(dice, dice.pick(PEERS));
      await sleep(dice.roll(60));
    }
  };
  await Promise.all(Array.from({ length: ACTORS }, (_, actor) => act(actor))).catch((error) =>
    wrong.push(String(error)),
  );

  for (const peer of PEERS) await join91(peer);
  await expect
    .poll(async () => (await admin('status')) ?? {}, { timeout: 60_000 })
    .toMatchObject({ peersIn: PEERS.length });
  for (const hotspot of hotspots.values()) hotspot.vanish();
  const unexpected = daemon.lines.filter((line) => line.includes('unexpected error'));
  const told = `seed ${SEED}, the last of it:\n${daemon.lines.slice(-60).join('\n')}`;
  expect({ isUp: isUp(), wrong, unexpected }, told).toEqual({ isUp: true, wrong: [], unexpected: [] });
  expect((await daemon.end('SIGTERM')).code).toBe(0);
});
