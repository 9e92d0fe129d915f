// Several networks in one process, bridged to each other over wires with a delay of their own.
import type { Endpoint } from '../../../src/talkgroup/endpoint.ts';
import type { BridgeRecord } from '../../../src/talkgroup/openbridge/bridge-record.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createTestNetwork, type TestNetwork } from './test-network.ts';

export const KEY = 'a-key-of-two-clubs';

const toBridgeRecord = (name: string, change: Partial<BridgeRecord> = {}): BridgeRecord => ({
  name,
  host: '10.99.0.2',
  port: 62_031,
  network: 1,
  key: KEY,
  sends: undefined,
  takes: undefined,
  relay: false,
  ...change,
});

export const serverOf = (index: number): Endpoint => ({ address: `10.99.0.${index + 1}`, port: 62_031 });

interface BridgedNetworks {
  readonly clock: TestClock;
  readonly worlds: readonly TestNetwork[];
  /** Datagrams that went from one server to another, `0>1`. */
  readonly wires: { readonly way: string; readonly datagram: Buffer }[];
}

/**
 * Server `n` calls its bridges `to-0`, `to-1`, … and itself network `n + 1`.
 * @param ways pairs of servers with a bridge between them, and the delay each way in seconds
 */
export const bridgeNetworks = (
  count: number,
  ways: readonly (readonly [one: number, other: number, delaySeconds?: number])[],
  change: Partial<BridgeRecord> = {},
): BridgedNetworks => {
  const clock = createTestClock();
  const wires: { readonly way: string; readonly datagram: Buffer }[] = [];
  const delays = new Map<string, number>(
    ways.flatMap(([one, other, delaySeconds = 0.02]) => [
      [`${one}>${other}`, delaySeconds] as const,
      [`${other}>${one}`, delaySeconds] as const,
    ]),
  );
  const indexes = Array.from({ length: count }, (_, index) => index);
  const worlds = indexes.map((index): TestNetwork => {
    const neighbours = indexes.filter((other) => delays.has(`${index}>${other}`));
    const world = createTestNetwork({
      clock,
      bridges: neighbours.map((other) =>
        toBridgeRecord(`to-${other}`, { host: serverOf(other).address, network: index + 1, ...change }),
      ),
      onSent: (datagram, to) => {
        const other = neighbours.find((candidate) => serverOf(candidate).address === to.address);
        if (other === undefined) return;
        const way = `${index}>${other}`;
        const copy = Buffer.from(datagram);
        wires.push({ way, datagram: copy });
        clock.after(delays.get(way) ?? 0, () => worlds[other]?.network.receive(copy, serverOf(index)));
      },
    });
    for (const other of neighbours)
      world.network.bridges.locate(world.network.bridges.require(`to-${other}`), serverOf(other));
    return world;
  });
  return { clock, worlds, wires };
};
