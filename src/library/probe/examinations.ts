// Schedules probes: uploads before found files, and no fast file waits for a slow one.
import { totalmem } from 'node:os';
import type { ProbedMedia } from '../../deck/clips/clip.ts';
import { probeMedia } from './probe.ts';
import { tooBusy } from './probe-run.ts';

/** For an upload a client waits for the answer. */
type Urgency = 'upload' | 'found';

const GIBIBYTE = 1024 ** 3;
/** Boards with 2 GB or more run two probes at a time; smaller ones one. Part of the memory is reserved by the board. */
const TWO_SLOTS_MEMORY_BYTES = 1.7 * GIBIBYTE;
const SLOW_SLOT_MEMORY_BYTES = 3.4 * GIBIBYTE;
/** A probe that runs longer counts as slow; each restart doubles this time. */
const SLOW_SECONDS = 5;
/** An upload whose probe has not begun within this time is rejected. */
const MAX_WAIT_SECONDS = 120;

export interface ProbeQueueOptions {
  /** Number of parallel probes, not counting slow ones. */
  readonly places: number;
  /** Number of slow probes beside them; further slow ones are restarted when nothing else waits. */
  readonly slowPlaces: number;
  readonly slowSeconds: number;
  readonly longestWaitSeconds: number;
  /** The program. */
  readonly command: string;
}

/** @param memoryBytes of the box */
export const toSlots = (memoryBytes: number): Pick<ProbeQueueOptions, 'places' | 'slowPlaces'> => ({
  places: memoryBytes < TWO_SLOTS_MEMORY_BYTES ? 1 : 2,
  slowPlaces: memoryBytes < SLOW_SLOT_MEMORY_BYTES ? 0 : 2,
});

interface Probe {
  readonly path: string;
  readonly urgency: Urgency;
  readonly onSlow: () => void;
  /** Aborts its run. */
  ending: AbortController | undefined;
  /** How often it has exceeded its time. */
  overruns: number;
  readonly resolve: (probed: ProbedMedia) => void;
  readonly reject: (error: unknown) => void;
}

/** Abort reason of a run that will be repeated. */
const PUT_BACK = Symbol('put back');

export class ProbeQueue {
  readonly #options: ProbeQueueOptions;
  readonly #waiting: Probe[] = [];
  /** Probes that have a slot. */
  readonly #running = new Set<Probe>();
  readonly #runningSlow = new Set<Probe>();
  readonly #listeners = new Set<(isBusy: boolean) => void>();
  #wasBusy = false;

  constructor(options: Partial<ProbeQueueOptions> = {}) {
    const standard = { slowSeconds: SLOW_SECONDS, longestWaitSeconds: MAX_WAIT_SECONDS, command: 'ffprobe' };
    this.#options = { ...toSlots(totalmem()), ...standard, ...options };
  }

  /**
   * Probes a file when a slot is free.
   * @param options.onSlow called once it counts as slow: others go first from then on
   * @throws AppError as `probeMedia`; `busy` when an upload gets no slot in time; the signal's reason when it is aborted
   */
  probe(
    path: string,
    options: { readonly urgency: Urgency; readonly signal?: AbortSignal; readonly onSlow?: () => void },
  ): Promise<ProbedMedia> {
    const { urgency, signal, onSlow = () => undefined } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = (): void => this.#giveUp(examination, signal?.reason);
      const longestWaitMs = this.#options.longestWaitSeconds * 1000;
      const timer = urgency === 'upload' ? setTimeout(() => this.#waitedLong(examination), longestWaitMs) : undefined;
      const settled = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const examination: Probe = {
        path,
        urgency,
        onSlow,
        ending: undefined,
        overruns: 0,
        resolve: (probed) => {
          settled();
          resolve(probed);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(examination);
      this.#makeRoom();
      this.#goOn();
    });
  }

  /** True when the machine has no memory for anything besides a probe. */
  get isAlone(): boolean {
    return this.#options.places === 1;
  }

  /** Calls back when the first probe that others should yield to begins, and when the last one ends. */
  subscribe(listener: (isBusy: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #waitedLong(examination: Probe): void {
    if (!this.#waiting.includes(examination)) return;
    this.#giveUp(examination, tooBusy());
  }

  #giveUp(examination: Probe, reason: unknown): void {
    const at = this.#waiting.indexOf(examination);
    if (at >= 0) this.#waiting.splice(at, 1);
    examination.ending?.abort(reason);
    examination.reject(reason);
    this.#notify();
  }

  /** Fast ones first, then uploads first, then in order of arrival. */
  #next(): Probe | undefined {
    const toRank = ({ overruns, urgency }: Probe): number => 2 * overruns + (urgency === 'upload' ? 0 : 1);
    const least = Math.min(...this.#waiting.map(toRank));
    return this.#waiting.find((examination) => toRank(examination) === least);
  }

  #goOn(): void {
    while (this.#running.size < this.#options.places) {
      const next = this.#next();
      if (next === undefined) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      void this.#run(next);
    }
    this.#notify();
  }

  /** A slow probe gives its slot to a waiting one with fewer overruns. */
  #makeRoom(): void {
    if (this.#running.size < this.#options.places) return;
    const slow = [...this.#running].reduce((one, other) => (other.overruns > one.overruns ? other : one));
    if (!this.#waiting.some(({ overruns }) => overruns < slow.overruns)) return;
    if (this.#runningSlow.size < this.#options.slowPlaces) {
      this.#running.delete(slow);
      this.#runningSlow.add(slow);
    } else slow.ending?.abort(PUT_BACK);
  }

  async #run(examination: Probe): Promise<void> {
    const ending = new AbortController();
    examination.ending = ending;
    this.#running.add(examination);
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      timer = setTimeout(
        () => {
          if (examination.overruns === 0) examination.onSlow();
          examination.overruns += 1;
          watch();
          this.#makeRoom();
          this.#goOn();
        },
        this.#options.slowSeconds * 2 ** examination.overruns * 1000,
      );
    };
    watch();
    const { command } = this.#options;
    try {
      examination.resolve(await probeMedia(examination.path, { command, signal: ending.signal }));
    } catch (error) {
      if (ending.signal.reason === PUT_BACK) this.#waiting.push(examination);
      else examination.reject(error);
    } finally {
      clearTimeout(timer);
      examination.ending = undefined;
      this.#running.delete(examination);
      this.#runningSlow.delete(examination);
      this.#goOn();
    }
  }

  #notify(): void {
    // Other work may run besides slow probes if memory allows.
    const isBusy = this.#running.size > 0 || this.#waiting.length > 0;
    if (isBusy === this.#wasBusy) return;
    this.#wasBusy = isBusy;
    for (const listener of this.#listeners) listener(isBusy);
  }
}
