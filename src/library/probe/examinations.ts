// Schedules probes: uploads before found files, and no fast file waits for a slow one.
import { totalmem } from 'node:os';
import type { ProbedMedia } from '../../deck/clips/clip.ts';
import { probeMedia } from './probe.ts';
import { tooBusy } from './probe-run.ts';

/** An upload has somebody who waits for the answer. */
export type Urgency = 'upload' | 'found';

const GIBIBYTE = 1024 ** 3;
/** Boards sold as 2 GB, which keep some of it for themselves, do two at a time; smaller ones one. */
const TWO_SLOTS_MEMORY_BYTES = 1.7 * GIBIBYTE;
const SLOW_SLOT_MEMORY_BYTES = 3.4 * GIBIBYTE;
/** An examination that has run for so long is a slow one; begun again, it has twice the time before it gives way. */
const SLOW_SECONDS = 5;
/** An upload that was not begun after so long is given back to whoever sent it. */
const MAX_WAIT_SECONDS = 120;

export interface ProbeQueueOptions {
  /** How many go on side by side, not counting slow ones. */
  readonly places: number;
  /** How many slow ones go on beside them; what finds no place there is begun again when nothing else waits. */
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
  /** Ends a run. */
  ending: AbortController | undefined;
  /** How often it has taken longer than it should. */
  overruns: number;
  readonly resolve: (probed: ProbedMedia) => void;
  readonly reject: (error: unknown) => void;
}

/** Why a run was ended: it will be done again. */
const PUT_BACK = Symbol('put back');

export class ProbeQueue {
  readonly #options: ProbeQueueOptions;
  readonly #waiting: Probe[] = [];
  /** They have a place. */
  readonly #running = new Set<Probe>();
  readonly #runningSlow = new Set<Probe>();
  readonly #listeners = new Set<(isBusy: boolean) => void>();
  #wasBusy = false;

  constructor(options: Partial<ProbeQueueOptions> = {}) {
    const standard = { slowSeconds: SLOW_SECONDS, longestWaitSeconds: MAX_WAIT_SECONDS, command: 'ffprobe' };
    this.#options = { ...toSlots(totalmem()), ...standard, ...options };
  }

  /**
   * Examines a file when its turn comes.
   * @param options.onSlow called once it takes long: others go first from then on
   * @throws AppError as `probeMedia`; `busy` when an upload's turn does not come; the signal's reason when it is aborted
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

  /** The box has no memory for anything beside an examination. */
  get isAlone(): boolean {
    return this.#options.places === 1;
  }

  /** Calls back when there begins to be, and when there is no longer, one that others should give way to. */
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

  /** Of slow ones the last, then uploads first, then as they came. */
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

  /** One that takes longer than it should gives its place to whoever waits and has not done so as often. */
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
    // Beside slow ones there is room for others where memory allows any at all.
    const isBusy = this.#running.size > 0 || this.#waiting.length > 0;
    if (isBusy === this.#wasBusy) return;
    this.#wasBusy = isBusy;
    for (const listener of this.#listeners) listener(isBusy);
  }
}
