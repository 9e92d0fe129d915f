// Runs the load on both contestants in turn, prints the figures, and fails when a measure is missed.
import { type Contestant, startBareForwarder, startDaemon } from './contestants.ts';
import { createLoad, type Delivery, type Load } from './load.ts';
import { measureRouting } from './routing-cost.ts';
import { PEERS, TALKERS } from './shape.ts';

const MEASURES = {
  delivered: 1,
  cpuRatio: 1.3,
  addedP99Ms: 5,
  residentMiB: 100,
  /** Noise of the machine, against a hundredfold number of peers. */
  routingRatio: 1.5,
} as const;

const OTHERS = [100, 1000, 10_000];
/** Many short ones, in turn: a machine that is busy for a while is so for both. */
const ROUNDS = 5;

interface Result {
  readonly deliveries: Delivery[];
  cpuSeconds: number;
  residentMiB: number;
}

const emptyResult = (): Result => ({ deliveries: [], cpuSeconds: 0, residentMiB: 0 });

const measure = async (load: Load, contestant: Contestant, seconds: number, result: Result): Promise<void> => {
  const before = contestant.cpuSeconds();
  const watching = setInterval(() => {
    result.residentMiB = Math.max(result.residentMiB, contestant.residentMiB());
  }, 250);
  result.deliveries.push(await load.talk(contestant.port, seconds));
  clearInterval(watching);
  result.cpuSeconds += contestant.cpuSeconds() - before;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Delays are the median of the rounds: one round in which the machine was busy elsewhere says nothing. */
const summarise = ({ deliveries, cpuSeconds, residentMiB }: Result) => {
  const typical = (share: number): number =>
    quantile(
      deliveries.map(({ delaysMs }) => quantile(delaysMs, share)),
      0.5,
    );
  const sent = sum(deliveries.map((delivery) => delivery.sent));
  const received = sum(deliveries.map((delivery) => delivery.received));
  return { sent, received, cpuSeconds, residentMiB, p50Ms: typical(0.5), p99Ms: typical(0.99) };
};

const run = async (seconds: number): Promise<boolean> => {
  const load = await createLoad();
  const bare = await startBareForwarder(load.groups);
  const daemon = await startDaemon();
  await load.logIn(daemon.port);
  const results = { bare: emptyResult(), daemon: emptyResult() };
  for (let round = 0; round < ROUNDS; round++) {
    await measure(load, bare, seconds, results.bare);
    await measure(load, daemon, seconds, results.daemon);
  }
  await bare.end();
  await daemon.end();
  load.close();

  const plain = summarise(results.bare);
  const ours = summarise(results.daemon);
  for (const [name, one] of [
    ['bare forwarder', plain],
    ['daemon', ours],
  ] as const)
    console.log(
      `${name.padEnd(15)} ${one.received} of ${one.sent} bursts, ${one.cpuSeconds.toFixed(2)} s CPU, ` +
        `p50 ${one.p50Ms.toFixed(2)} ms, p99 ${one.p99Ms.toFixed(2)} ms, at most ${one.residentMiB.toFixed(1)} MiB`,
    );
  // The first run is the compiler's.
  measureRouting(10);
  const costs = OTHERS.map((others) => [others, measureRouting(others)] as const);
  for (const [others, cost] of costs)
    console.log(`routing to 10 listeners with ${others} others in: ${Math.round(cost)} ns a burst`);
  const spread = Math.max(...costs.map(([, cost]) => cost)) / Math.min(...costs.map(([, cost]) => cost));

  const verdicts: readonly (readonly [name: string, value: number, isMet: boolean, wanted: string])[] = [
    ['delivered', ours.received / ours.sent, ours.received === ours.sent, '= 1'],
    [
      'CPU, daemon / bare',
      ours.cpuSeconds / plain.cpuSeconds,
      ours.cpuSeconds <= plain.cpuSeconds * MEASURES.cpuRatio,
      `<= ${MEASURES.cpuRatio}`,
    ],
    [
      'added p99, ms',
      ours.p99Ms - plain.p99Ms,
      ours.p99Ms - plain.p99Ms <= MEASURES.addedP99Ms,
      `<= ${MEASURES.addedP99Ms}`,
    ],
    ['resident, MiB', ours.residentMiB, ours.residentMiB <= MEASURES.residentMiB, `<= ${MEASURES.residentMiB}`],
    ['routing, most / least', spread, spread <= MEASURES.routingRatio, `<= ${MEASURES.routingRatio}`],
  ];
  for (const [name, value, isMet, wanted] of verdicts)
    console.log(`${isMet ? 'met   ' : 'MISSED'} ${name.padEnd(22)} ${value.toFixed(3)}   (${wanted})`);
  return verdicts.every(([, , isMet]) => isMet);
};

const seconds = Number(process.argv[2] ?? '5');
if (!(seconds >= 1 && seconds <= 170)) throw new Error('the length of a phase is 1 to 170 seconds');
console.log(`${PEERS} peers, ${TALKERS} talkers, ${2 * ROUNDS} phases of ${seconds} s`);
process.exitCode = (await run(seconds)) ? 0 : 1;
