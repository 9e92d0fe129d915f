// What each bridge counts: bursts both ways, and what was refused of those that came.

export const BRIDGE_REFUSALS = [
  'wrong-key',
  'own-network',
  'malformed',
  'no-group-call',
  'talkgroup',
  'loop',
  'replayed',
  'crowded',
] as const;
export type BridgeDropReason = (typeof BRIDGE_REFUSALS)[number];

export interface BridgeCounters {
  received: number;
  sent: number;
  readonly refused: Record<BridgeDropReason, number>;
}

export const createBridgeCounters = (): BridgeCounters => ({
  received: 0,
  sent: 0,
  refused: {
    'wrong-key': 0,
    'own-network': 0,
    malformed: 0,
    'no-group-call': 0,
    talkgroup: 0,
    loop: 0,
    replayed: 0,
    crowded: 0,
  },
});
