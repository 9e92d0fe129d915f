// Login history per peer; `doctor` reads it.
import type { Clock } from '../clock.ts';
import { type Endpoint, toEndpointText } from '../endpoint.ts';
import { MAX_PEERS } from '../registry/peers.ts';

export type LoginEvent =
  | 'asked'
  | 'unknown-peer'
  | 'wrong-password'
  | 'limited'
  | 'passed-over'
  | 'out-of-step'
  | 'authorised'
  | 'refused-configuration'
  | 'running'
  | 'options'
  | 'long-options'
  | 'replaced'
  | 'goodbye'
  | 'silent'
  | 'dismissed';

interface LoginEntry {
  /** Seconds since 1970. */
  readonly at: number;
  readonly from: string;
  /** How often since the service started. */
  readonly times: number;
}

export type PeerHistory = Partial<Record<LoginEvent, LoginEntry>>;

export interface LoginHistory {
  record(peer: number, event: LoginEvent, from: Endpoint): void;
  of(peer: number): Readonly<PeerHistory>;
}

const MAX_UNKNOWN_PEERS = 2000;

/** All registered peers have their pages; ids that nobody registered have some of their own, so that they push no peer out. */
export const createLoginHistory = (options: {
  readonly clock: Clock;
  readonly isRegistered: (peer: number) => boolean;
}): LoginHistory => {
  const { clock, isRegistered } = options;
  const registered = new Map<number, PeerHistory>();
  const unregistered = new Map<number, PeerHistory>();
  const pageOf = (peer: number): PeerHistory => registered.get(peer) ?? unregistered.get(peer) ?? {};

  const setHistory = (peer: number, page: PeerHistory): void => {
    registered.delete(peer);
    unregistered.delete(peer);
    if (isRegistered(peer)) registered.set(peer, page);
    else unregistered.set(peer, page);
    const [oldest] = unregistered.keys();
    if (unregistered.size > MAX_UNKNOWN_PEERS && oldest !== undefined) unregistered.delete(oldest);
    // More than there can be: one of them was removed.
    const removed = registered.size > MAX_PEERS ? [...registered.keys()].find((id) => !isRegistered(id)) : undefined;
    if (removed !== undefined) registered.delete(removed);
  };

  return {
    record: (peer, event, from) => {
      const page = pageOf(peer);
      const times = (page[event]?.times ?? 0) + 1;
      page[event] = { at: clock.wallSeconds(), from: toEndpointText(from), times };
      setHistory(peer, page);
    },
    of: pageOf,
  };
};
