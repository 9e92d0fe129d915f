// Monitors disk, memory, temperature and power in the background.
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { glanceAtPartition, type Partition, readPartition } from './partition.ts';
import { createSensors, type SensorReading } from './sensors.ts';

const POLL_INTERVAL_SECONDS = 20;
/** Starting `df` slows a small board down; the first picture and the first answer come first. */
const FIRST_POLL_SECONDS = 2;

export class HealthMonitor {
  readonly #clipsDir: string;
  readonly #log: Log;
  readonly #everySeconds: number;
  readonly #sensors: ReturnType<typeof createSensors>;
  #partition: Partition = { freeBytes: 0, sizeBytes: 0 };
  #reading: SensorReading | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isWanted = false;
  #isDisposed = false;
  #lastFault = '';

  constructor(deps: { clipsDir: string; hostRoot: string; log: Log; everySeconds?: number }) {
    this.#clipsDir = deps.clipsDir;
    this.#log = deps.log;
    this.#sensors = createSensors(deps.hostRoot);
    this.#everySeconds = deps.everySeconds ?? POLL_INTERVAL_SECONDS;
  }

  /** Resolves after a first reading of the partition; the rest follows in the background. */
  async start(): Promise<void> {
    await this.#attempt(async () => {
      this.#partition = await glanceAtPartition(this.#clipsDir);
    });
    this.#wait(Math.min(FIRST_POLL_SECONDS, this.#everySeconds));
  }

  partition(): Partition {
    return this.#partition;
  }

  /** Undefined until the first reading, a moment after the start. */
  sensors(): SensorReading | undefined {
    return this.#reading;
  }

  /** Reads the partition now, or again after a reading in progress. */
  refreshPartition(): void {
    this.#isWanted = true;
    if (!this.#isLooking) void this.#poll();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    this.#isLooking = true;
    while (this.#isWanted && !this.#isDisposed) {
      this.#isWanted = false;
      await this.#attempt(async () => {
        this.#partition = await readPartition(this.#clipsDir);
      });
    }
    this.#isLooking = false;
  }

  #wait(seconds: number): void {
    if (this.#isDisposed) return;
    this.#timer = setTimeout(() => this.#sample().finally(() => this.#wait(this.#everySeconds)), seconds * 1000);
    this.#timer.unref();
  }

  async #sample(): Promise<void> {
    this.refreshPartition();
    await this.#attempt(async () => {
      const before = this.#reading?.warnings ?? [];
      this.#reading = await this.#sensors.read();
      for (const warning of this.#reading.warnings ?? [])
        if (!before.includes(warning)) this.#log.warning(`${warning}.`);
    });
  }

  /** A failed reading keeps the last value; each error is logged once. */
  async #attempt(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      const trouble = toReason(error);
      if (trouble !== this.#lastFault) this.#log.warning(`Cannot read the health of the device: ${trouble}.`);
      this.#lastFault = trouble;
    }
  }
}
