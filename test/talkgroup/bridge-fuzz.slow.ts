import { expect, test } from 'vitest';
import { BRIDGE_REFUSALS } from '../../src/talkgroup/openbridge/bridge-counters.ts';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { bridgeNetworks, KEY, serverOf } from './fakes/bridged-networks.ts';
import { type Call, headerOf, terminatorOf, voiceOf } from './fakes/bursts.ts';
import { burstsOf } from './fakes/hotspot.ts';
import { createDice, mutateBytes } from './fakes/mutation.ts';
import { datagramsOf } from './fakes/seeds.ts';

const DATAGRAMS = 1_000_000;
const LISTENER = 2_345_672;

test(`${DATAGRAMS} random and mutated datagrams from servers and strangers: no crash, no answer, nothing that grows, calls still come`, () => {
  const { clock, worlds } = bridgeNetworks(3, [
    [0, 1],
    [0, 2],
  ]);
  const [world] = worlds;
  if (world === undefined) throw new Error('no server');
  const { network, sent } = world;
  const listener = world.join(LISTENER);
  for (const talkgroup of [91, 92])
    network.subscriptions.change(LISTENER, (list) => setStatic(list, { talkgroup, timeslot: 2, enabled: true }));
  const dice = createDice(20_260_202);
  const key = toBridgeKey(KEY);
  const call = (): Call => ({
    ...{ peer: 2 + dice.roll(2), source: 1_000_000 + dice.roll(50), timeslot: 1 },
    ...{ destination: dice.pick([91, 92, 93, 262, 5_090_600, 4000, 9990]), stream: 1 + dice.roll(2000) },
  });
  const others = datagramsOf(LISTENER);
  /** Half of them sealed after the change: what a broken or hostile server with the key may send. */
  const input = (): Buffer => {
    if (dice.roll(20) === 0) return Buffer.from(Array.from({ length: dice.roll(120) }, () => dice.roll(256)));
    const burst = dice.pick([headerOf, voiceOf, terminatorOf])(call(), dice.roll(256));
    if (dice.roll(2) === 0) return mutateBytes(dice, seal(burst, key), dice.pick(others));
    const mutated = mutateBytes(dice, burst, dice.pick(others));
    return mutated.length < 53 ? mutated : seal(mutated, key);
  };

  const servers = [serverOf(1), serverOf(2)];
  const toServers: string[] = [];
  for (let count = 0; count < DATAGRAMS; count++) {
    const from = dice.roll(10) === 0 ? { address: '192.0.2.1', port: 1 + dice.roll(9) } : dice.pick(servers);
    sent.length = 0;
    network.receive(input(), from);
    for (const { datagram, to } of sent)
      if (to.address !== world.endpointOf(LISTENER).address && datagram.length > 11)
        toServers.push(datagram.toString('hex'));
    if (count % 100 === 0) clock.advance(0.06);
  }

  // They do not relay: what came over one of them goes over none.
  expect(toServers).toEqual([]);
  const bridges = network.bridges.list();
  // Every reason to refuse was met.
  const refusals = BRIDGE_REFUSALS.map((why) => [why, bridges.some(({ counters }) => counters.refused[why] > 0)]);
  expect(refusals).toEqual(BRIDGE_REFUSALS.map((why) => [why, true]));
  for (const { counters, channels } of bridges) {
    // It was not all noise.
    expect(counters.received).toBeGreaterThan(1000);
    expect(channels.size).toBeLessThanOrEqual(5);
  }
  expect(burstsOf(listener).length).toBeGreaterThan(100);
  clock.advance(60);
  expect([...network.router.running()]).toEqual([]);
  expect(bridges.map(({ channels }) => channels.size)).toEqual([0, 0]);
  expect(network.sessions.get(LISTENER)?.configuration).toBeDefined();

  listener.received.length = 0;
  const last: Call = { peer: 2, source: 7, destination: 91, timeslot: 1, stream: 0xabcdef };
  network.receive(seal(headerOf(last), key), serverOf(1));
  expect(burstsOf(listener)).toHaveLength(1);
});
