// Everything the service counts, as Prometheus names it.

const DROP_REASONS = [
  'malformed',
  'too-fast',
  'loop',
  'late',
  'stray',
  'repeated',
  'too-long',
  'collision',
  'crowded',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

const LOGIN_RESULTS = ['accepted', 'unknown-peer', 'wrong-password', 'refused-configuration', 'limited'] as const;
export type LoginResult = (typeof LOGIN_RESULTS)[number];

export const API_STATUSES = [200, 400, 401, 405, 413, 429, 500] as const;
export type ApiStatus = (typeof API_STATUSES)[number];

export interface Counters {
  readonly datagrams: { received: number; unknown: number };
  readonly bursts: { received: number; sent: number };
  readonly dropped: Record<DropReason, number>;
  readonly logins: Record<LoginResult, number>;
  readonly streams: { voice: number; data: number };
  readonly api: Record<ApiStatus, number>;
}

const zeros = <Name extends string | number>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export const createCounters = (): Counters => ({
  datagrams: { received: 0, unknown: 0 },
  bursts: { received: 0, sent: 0 },
  dropped: zeros(DROP_REASONS),
  logins: zeros(LOGIN_RESULTS),
  streams: { voice: 0, data: 0 },
  api: zeros(API_STATUSES),
});
