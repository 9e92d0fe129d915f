// The machine's time of day and how good it is, asked of the service that keeps it, in the background.

import { runProgram } from '../../base/child-process.ts';
import type { ClockReading, WallClock } from '../../deck/ports.ts';
import { readChrony, readTimesyncd } from './ntp-status.ts';

const EVERY_SECONDS = 10;
const LIMIT_SECONDS = 2;

/** Programs to ask, in this order; the first that knows something is believed. */
const SERVICES = [
  { program: 'chronyc', args: ['-c', 'tracking'], read: readChrony },
  { program: 'timedatectl', args: ['timesync-status'], read: readTimesyncd },
] as const;

const ask = async (): Promise<ClockReading | undefined> => {
  for (const { program, args, read } of SERVICES) {
    // Not installed, not running, no bus: then the next one.
    const report = await runProgram(program, args, LIMIT_SECONDS).catch(() => undefined);
    const reading = report === undefined ? undefined : read(report.stdout);
    if (reading !== undefined) return reading;
  }
  return undefined;
};

export class SystemWallClock implements WallClock {
  readonly #ask: () => Promise<ClockReading | undefined>;
  readonly #everySeconds: number;
  #reading: ClockReading | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  /** @param parts.ask finds out what is known of the clock; must not reject */
  constructor(parts: { ask?: () => Promise<ClockReading | undefined>; everySeconds?: number } = {}) {
    this.#ask = parts.ask ?? ask;
    this.#everySeconds = parts.everySeconds ?? EVERY_SECONDS;
  }

  /** The first reading comes a moment later. */
  start(): void {
    void this.#look();
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

  async #look(): Promise<void> {
    this.#reading = await this.#ask();
    if (this.#isDisposed) return;
    this.#timer = setTimeout(() => void this.#look(), this.#everySeconds * 1000);
    this.#timer.unref();
  }
}
