// The play log: every play, in memory until the next write, at most a minute later.
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { AppError, isShortOfDescriptors, toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { type Play, toPlayKey } from '../../deck/plays/play.ts';
import type { PlayRecorder } from '../../deck/plays/play-recorder.ts';
import { openPlayFile, type PlayFile } from './play-file.ts';

const WRITE_INTERVAL_SECONDS = 60;
const KEPT_PLAYS = 10_000;
/** On a disk that takes nothing more the oldest are given up. */
const MAX_UNWRITTEN = 2000;

export class PlayLog {
  readonly #recorder: PlayRecorder;
  readonly #file: PlayFile;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #writes = new SerialQueue();
  readonly #stopListening: () => void;
  #unwritten: Play[] = [];
  #stopWaiting: (() => void) | undefined;
  #hasFailed = false;

  private constructor(deps: { recorder: PlayRecorder; file: PlayFile; clock: Clock; log: Log }) {
    this.#recorder = deps.recorder;
    this.#file = deps.file;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#stopListening = deps.recorder.subscribe({
      onBegin: () => this.#writeLater(),
      onEnd: (play) => {
        this.#unwritten.push(play);
        this.#writeLater();
      },
    });
  }

  /** @param deps.folder of the state; a play that a power cut or a kill ended is closed there */
  static async open(deps: { folder: string; recorder: PlayRecorder; clock: Clock; log: Log }): Promise<PlayLog> {
    const file = openPlayFile({ path: join(deps.folder, 'plays.jsonl'), kept: KEPT_PLAYS });
    const log = new PlayLog({ ...deps, file });
    try {
      for await (const last of file.newestFirst()) {
        if (last.ended === null) log.#unwritten.push({ ...last, ended: 'fault' });
        break;
      }
    } catch (error) {
      deps.log.warning(`cannot read the play log: ${toReason(error)}`);
    }
    return log;
  }

  /**
   * Plays that have ended, newest first.
   * @param options.sinceSeconds start at or after this instant, since 1970
   * @param options.untilSeconds start before this instant, since 1970
   * @param options.limit at most so many
   * @throws AppError `storage-failed`
   */
  async read(options: {
    readonly sinceSeconds?: number;
    readonly untilSeconds?: number;
    readonly limit: number;
  }): Promise<readonly Play[]> {
    const { sinceSeconds = 0, untilSeconds = Number.POSITIVE_INFINITY, limit } = options;
    const plays: Play[] = [];
    const running = this.#recorder.running();
    const seen = new Set(running === undefined ? [] : [toPlayKey(running)]);
    /** False when there is enough. */
    const take = (play: Play): boolean => {
      const startSeconds = Date.parse(play.startedAt) / 1000;
      if (plays.length >= limit || startSeconds < sinceSeconds) return false;
      const key = toPlayKey(play);
      if (play.ended !== null && startSeconds < untilSeconds && !seen.has(key)) plays.push(play);
      seen.add(key);
      return true;
    };
    await this.#writes.drained();
    for (const play of this.#unwritten.toReversed()) if (!take(play)) return plays;
    try {
      for await (const play of this.#file.newestFirst()) if (!take(play)) break;
    } catch (error) {
      if (isShortOfDescriptors(error)) throw error;
      throw new AppError('storage-failed', `Could not read the play log: ${toReason(error)}.`, { cause: error });
    }
    return plays;
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    this.#stopListening();
    this.#stopWaiting?.();
    await this.#write();
  }

  #writeLater(): void {
    this.#stopWaiting ??= this.#clock.after(WRITE_INTERVAL_SECONDS, () => {
      this.#stopWaiting = undefined;
      void this.#write();
      // A play that runs on is written as far as it has come.
      if (this.#recorder.running() !== undefined) this.#writeLater();
    });
  }

  #write(): Promise<void> {
    return this.#writes
      .run(async () => {
        const running = this.#recorder.running();
        // More plays may end during the write.
        const ended = [...this.#unwritten];
        const plays = running === undefined ? ended : [...ended, running];
        if (plays.length === 0) return;
        await this.#file.append(plays);
        this.#unwritten = this.#unwritten.slice(ended.length);
        this.#hasFailed = false;
      })
      .catch((error) => {
        if (!this.#hasFailed) this.#log.warning(`cannot save the play log: ${toReason(error)}`);
        this.#hasFailed = true;
        this.#unwritten = this.#unwritten.slice(-MAX_UNWRITTEN);
      });
  }
}
