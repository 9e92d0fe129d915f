// The log stays short, whatever peers and bridges do.
import { expect, test } from 'vitest';
import { seal, toBridgeKey } from '../../src/talkgroup/openbridge/packets.ts';
import type { createRecordingLog } from '../fakes/recording-log.ts';
import { bridgeNetworks, serverOf } from './fakes/bridged-networks.ts';
import { voiceOf } from './fakes/bursts.ts';
import { createTestNetwork } from './fakes/test-network.ts';

const PEER = 2_345_671;
const linesOf = (log: unknown): readonly string[] =>
  (log as ReturnType<typeof createRecordingLog>).lines.map(({ text }) => text);

test('a hotspot that logs in and out without end has ten lines in ten minutes, and one that says so', () => {
  const { network, clock, log, join } = createTestNetwork();
  const hotspot = join(PEER);
  const again = (): void => {
    hotspot.stop();
    hotspot.start();
    clock.advance(10);
    expect(hotspot.state()).toBe('running');
  };
  for (let count = 0; count < 50; count++) again();
  const lines = linesOf(log).filter((line) => line.includes(String(PEER)));
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe(`peer ${PEER}: ten lines in ten minutes, so the next ones are left out`);
  clock.advance(600);
  again();
  expect(linesOf(log).slice(-2)).toEqual([
    `peer ${PEER} has said goodbye`,
    expect.stringContaining(`peer ${PEER} (M0ABC) logged in from`),
  ]);
  const other = join(PEER + 1);
  other.stop();
  expect(linesOf(log).at(-1)).toBe(`peer ${PEER + 1} has said goodbye`);
  expect(network.sessions.size()).toBe(1);
});

test('nor has a bridge whose server uses its key now whole and now cut', () => {
  const key = 'a-key-of-two-clubs-that-is-long';
  const { clock, worlds } = bridgeNetworks(2, [[0, 1]], { key });
  const there = worlds[1];
  if (there === undefined) throw new Error('no server');
  const call = { peer: 1, source: 1_000_001, destination: 91, timeslot: 1, stream: 7 } as const;
  for (let count = 0; count < 100; count++) {
    const burst = voiceOf(call, count).subarray(0, 53);
    there.network.bridges.receive(seal(burst, toBridgeKey(count % 2 === 0 ? key : key.slice(0, 20))), serverOf(0));
    clock.advance(0.06);
  }
  expect(there.network.bridges.require('to-0').counters.received).toBe(100);
  expect(linesOf(there.log).filter((line) => line.startsWith('bridge to-0: '))).toHaveLength(11);
});
