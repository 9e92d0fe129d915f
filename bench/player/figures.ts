// Numbers of a benchmark, and the lines that say whether each measure is met.

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((one, other) => one - other);

/** @param share 0.5 for the median, 0.99 for p99 */
export const percentile = (values: readonly number[], share: number): number => {
  const order = sorted(values);
  return order[Math.min(order.length - 1, Math.floor(order.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

interface Results {
  /** Prints a figure with its limit; remembers a miss. */
  atMost(what: string, figure: number, limit: number, unit: string): void;
  atLeast(what: string, figure: number, limit: number, unit: string): void;
  /** Exit code: 0 when every measure was met, else 2: 1 is Node's for a program that failed. */
  exitCode(): number;
}

export const createResults = (): Results => {
  let misses = 0;
  const print = (what: string, figure: number, sign: string, limit: number, unit: string, met: boolean): void => {
    if (!met) misses += 1;
    console.log(`${met ? 'met ' : 'MISS'}  ${what}: ${figure.toFixed(2)} ${unit} (${sign} ${limit.toFixed(2)})`);
  };
  return {
    atMost: (what, figure, limit, unit) => print(what, figure, '<=', limit, unit, figure <= limit),
    atLeast: (what, figure, limit, unit) => print(what, figure, '>=', limit, unit, figure >= limit),
    exitCode: () => (misses === 0 ? 0 : 2),
  };
};
