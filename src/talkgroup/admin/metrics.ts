// The state of the service as Prometheus text.
import type { Network } from '../network.ts';
import type { Bridge } from '../openbridge/bridge.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

const toLine = (name: string, [labels, value]: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `cuedeck_talkgroup_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
};

const toText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP cuedeck_talkgroup_${name} ${help}`,
      `# TYPE cuedeck_talkgroup_${name} ${type}`,
      ...samples.map((sample) => toLine(name, sample)),
      '',
    ])
    .join('\n');

const by = (label: string, values: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const);

const one = (value: number): readonly Sample[] => [[{}, value]];

export const countRunning = ({ sessions }: Network): number =>
  [...sessions.list()].filter(({ configuration }) => configuration !== undefined).length;

export const countSubscriptions = ({ subscriptions }: Network): Readonly<Record<string, number>> => {
  const counts = { static: 0, disabled: 0, session: 0, dynamic: 0 };
  for (const [, list] of subscriptions.entries()) for (const { source } of list) counts[source]++;
  return counts;
};

const byBridge = (
  { bridges }: Network,
  toValues: (bridge: Bridge) => readonly (readonly [labels: Sample[0], value: number])[],
): readonly Sample[] =>
  bridges
    .list()
    .flatMap((bridge) =>
      toValues(bridge).map(([labels, value]) => [{ bridge: bridge.record.name, ...labels }, value] as const),
    );

export const toMetrics = (
  network: Network,
  socket: { readonly queued: number; readonly lost: number },
  failedWrites: number,
): string => {
  const { counters, peers, catalogue, router, authenticator } = network;
  const counter = (name: string, help: string, samples: readonly Sample[]): Metric => ({
    ...{ name, type: 'counter', help, samples },
  });
  const gauge = (name: string, help: string, value: number | readonly Sample[]): Metric => ({
    ...{ name, type: 'gauge', help, samples: typeof value === 'number' ? one(value) : value },
  });
  return toText([
    counter('datagrams_total', 'Datagrams received', one(counters.datagrams.received)),
    counter('unknown_datagrams_total', 'Datagrams that are no message', one(counters.datagrams.unknown)),
    counter('bursts_received_total', 'Bursts received from peers and bridges', one(counters.bursts.received)),
    counter('bursts_sent_total', 'Bursts sent to peers and bridges', one(counters.bursts.sent)),
    counter('bursts_dropped_total', 'Bursts not forwarded', by('reason', counters.dropped)),
    counter('bursts_unsent_total', 'Bursts the network did not take', one(socket.lost)),
    counter(
      'bridge_bursts_received_total',
      'Bursts taken from a bridge',
      byBridge(network, ({ counters: { received } }) => [[{}, received]]),
    ),
    counter(
      'bridge_bursts_sent_total',
      'Bursts sent over a bridge',
      byBridge(network, ({ counters: { sent } }) => [[{}, sent]]),
    ),
    counter(
      'bridge_bursts_refused_total',
      'Bursts from a bridge that were not taken',
      byBridge(network, ({ counters: { refused } }) => by('reason', refused)),
    ),
    gauge(
      'bridge_heard_timestamp_seconds',
      'When a bridge was last heard with its key',
      byBridge(network, ({ heardAt }) => (heardAt === undefined ? [] : [[{}, Math.round(heardAt)]])),
    ),
    counter('streams_total', 'Transmissions begun', by('kind', counters.streams)),
    counter('logins_total', 'Logins', by('result', counters.logins)),
    counter('api_requests_total', 'Requests of the talkgroup API', by('status', counters.api)),
    counter('state_write_failures_total', 'Writes of the state that failed', one(failedWrites)),
    gauge('peers', 'Registered peers', peers.list().length),
    gauge('peers_running', 'Peers that are in', countRunning(network)),
    gauge('logins_half_open', 'Logins that were given a salt', authenticator.pending()),
    gauge('streams_running', 'Transmissions at the moment', [...router.running()].length),
    gauge('catalogue_talkgroups', 'Talkgroups in the catalogue', catalogue.list().length),
    gauge('subscriptions', 'Subscriptions', by('source', countSubscriptions(network))),
    gauge('send_queue', 'Datagrams that wait for the network', socket.queued),
    gauge('resident_memory_bytes', 'Resident memory', process.memoryUsage.rss()),
  ]);
};
