// Wall-clock time and its accuracy, polled from the time service.

import { runProgram } from '../../base/child-process.ts';
import type { ClockReading, WallClock } from '../../deck/ports.ts';
import { readChrony, readTimesyncd } from './ntp-status.ts';

const POLL_INTERVAL_SECONDS = 10;
const TIMEOUT_SECONDS = 2;

/** Programs to query, in this order; the first with a result wins. */
const SERVICES = [
  { program: 'chronyc', args: ['-c', 'tracking'], read: readChrony },
  { program: 'timedatectl', args: ['timesync-status'], read: readTimesyncd },
] as const;

const query = async (): Promise<ClockReading | undefined> => {
  for (const { program, args, read } of SERVICES) {
    // Not installed, not running or no bus: try the next one.
    const report = await runProgram(program, args, TIMEOUT_SECONDS).catch(() => undefined);
    const reading = report === undefined ? undefined : read(report.stdout);
    if (reading !== undefined) return reading;
  }
  return undefined;
};

export class SystemWallClock implements WallClock {
  readonly #query: () => Promise<ClockReading | undefined>;
  readonly #everySeconds: number;
  #reading: ClockReading | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** @param deps.ask reads the clock's status; must not reject */
  constructor(deps: { ask?: () => Promise<ClockReading | undefined>; everySeconds?: number } = {}) {
    this.#query = deps.ask ?? query;
    this.#everySeconds = deps.everySeconds ?? POLL_INTERVAL_SECONDS;
  }

  /** Starts polling; the first reading comes a moment later. */
  start(): void {
    void this.#poll();
  }

  nowSeconds(): number {
    return Date.now() / 1000 - (this.#reading?.offsetSeconds ?? 0);
  }

  reading(): ClockReading | undefined {
    return this.#reading;
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    this.#reading = await this.#query();
    if (this.#isDisposed) return;
    this.#timer = setTimeout(() => void this.#poll(), this.#everySeconds * 1000);
    this.#timer.unref();
  }
}
