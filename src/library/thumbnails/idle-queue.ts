// Idle queue: background jobs that yield to playback and are retried after an interruption.
import { availableParallelism, loadavg } from 'node:os';
import { AppError } from '../../base/errors.ts';
import { createJobLoop } from '../../base/job-loop.ts';

/** How long a clip must play before the system load shows whether the machine is idle enough. */
const SETTLED_SECONDS = 20;
const POLL_INTERVAL_SECONDS = 2;

/** Abort reason of a run that will be repeated. */
const INTERRUPTED = Symbol('interrupted');

interface Job {
  readonly key: string;
  /** 0 is first; it interrupts a run of any other rank. */
  readonly rank: number;
  /** Order within a rank: lowest first. */
  readonly turn?: number;
  /** It waits until nothing plays, however idle the machine is. */
  readonly needsSilence?: true;
  /** A job of any lower rank interrupts it. */
  readonly yields?: true;
  /** Rejects with the signal's reason when aborted. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

const isBehind = (one: Job, other: Job): boolean =>
  one.rank > other.rank || (one.rank === other.rank && (one.turn ?? 0) > (other.turn ?? 0));

/**
 * During playback only after a while, and only when half of the CPU is idle.
 * @param playingSince reading of `performance.now()` in seconds; undefined when nothing plays
 */
export const isMachineFree = (playingSince: number | undefined): boolean => {
  if (playingSince === undefined) return true;
  const isSettled = performance.now() / 1000 - playingSince > SETTLED_SECONDS;
  return isSettled && (loadavg()[0] ?? Number.POSITIVE_INFINITY) < availableParallelism() / 2;
};

export class IdleQueue {
  readonly #stopped = new AbortController();
  #jobs: Job[] = [];
  #current: { readonly job: Job; readonly controller: AbortController } | undefined;
  #playingSince: number | undefined;
  #heldFrom = Number.POSITIVE_INFINITY;
  readonly #loop = createJobLoop({ hasJob: () => this.#hasJob(), run: () => this.#runJobs() });
  #wake: () => void = () => undefined;

  async dispose(): Promise<void> {
    this.#stopped.abort(INTERRUPTED);
    this.#interrupt();
    this.#jobs = [];
    this.#wake();
    await this.#loop.ended();
  }

  /** True while a job runs that needs silence also from other work; one that yields does not. */
  get isSilenceNeeded(): boolean {
    const running = this.#current?.job;
    return running?.needsSilence === true && running.yields === undefined;
  }

  get isPlaying(): boolean {
    return this.#playingSince !== undefined;
  }

  /** Sets whether a clip plays; a running job yields to a clip that starts. */
  setPlaying(playing: boolean): void {
    if (playing === (this.#playingSince !== undefined)) return;
    this.#playingSince = playing ? performance.now() / 1000 : undefined;
    if (playing) this.#interrupt();
    else this.#wake();
  }

  /** Holds jobs of this rank and above, and interrupts a running one; undefined ends the hold. */
  setHeld(fromRank: number | undefined): void {
    this.#heldFrom = fromRank ?? Number.POSITIVE_INFINITY;
    if (this.#isHeld()) this.#interrupt();
    else this.#wake();
  }

  #interrupt(): void {
    this.#current?.controller.abort(INTERRUPTED);
  }

  #mustYield({ rank }: Job): boolean {
    const running = this.#current?.job;
    return running !== undefined && rank < running.rank && (rank === 0 || running.yields === true);
  }

  #isHeld(): boolean {
    return (this.#jobs[0]?.rank ?? 0) >= this.#heldFrom;
  }

  /** Does nothing when a job with that key already waits. */
  add(job: Job): void {
    if (this.#stopped.signal.aborted || this.#jobs.some(({ key }) => key === job.key)) return;
    if (this.#mustYield(job)) this.#interrupt();
    const behind = this.#jobs.findIndex((other) => isBehind(other, job));
    this.#jobs.splice(behind < 0 ? this.#jobs.length : behind, 0, job);
    this.#loop.begin();
  }

  /** Drops waiting jobs. A running one is finished, unless it is interrupted. */
  drop(isUnwanted: (key: string) => boolean): void {
    this.#jobs = this.#jobs.filter(({ key }) => !isUnwanted(key));
  }

  #hasJob(): boolean {
    return this.#jobs.length > 0 && !this.#stopped.signal.aborted;
  }

  async #runJobs(): Promise<void> {
    while (this.#hasJob()) {
      if (!this.#hasTime()) {
        await this.#rest();
        continue;
      }
      const job = this.#jobs[0];
      if (job === undefined) return;
      const controller = new AbortController();
      this.#current = { job, controller };
      try {
        await job.run(controller.signal);
      } catch (error) {
        if (error === INTERRUPTED) continue;
        // Others go first; a requested frame is made now or not at all.
        if (job.rank > 0 && error instanceof AppError && error.code === 'busy') {
          this.#jobs = [...this.#jobs.filter((other) => other !== job), job];
          await this.#rest();
          continue;
        }
        job.fail(error);
      } finally {
        this.#current = undefined;
      }
      this.#jobs = this.#jobs.filter((other) => other !== job);
    }
  }

  #hasTime(): boolean {
    if (this.#isHeld()) return false;
    if (this.#playingSince !== undefined && this.#jobs[0]?.needsSilence) return false;
    return isMachineFree(this.#playingSince);
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_SECONDS * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
