// The Player port on a real mpv: starts it, watches it, replaces it when it dies or freezes.
import { endsWithin, succeeds } from '../base/deadline.ts';
import { AppError, toAppError, toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { FULL_LEVELS, type MasterLevels } from '../deck/master/levels.ts';
import { NO_LINES, type OverlayLines } from '../deck/overlay/overlay-lines.ts';
import { IDLE_VIEW, type Player, type PlayerView, type Step } from '../deck/ports.ts';
import { type DecodingPlan, SOFTWARE } from './decoding/decoding-way.ts';
import { createStepDown, type StepDown } from './decoding/step-down.ts';
import { createUnsavedLeftDecoders, type LeftDecoders } from './decoding/step-down-record.ts';
import type { DrawnScreen } from './drawn-size.ts';
import type { Heads } from './heads.ts';
import { IpcSession } from './ipc/ipc-session.ts';
import type { AudioDevice, Screenshot } from './ipc/output-reads.ts';
import type { Prestart } from './prestart/prestart.ts';
import { OPTION_LEVELS, OWN_CHANNEL, toMpvArguments } from './process/arguments.ts';
import { backOff } from './process/backoff.ts';
import { toExitReason } from './process/exit-reason.ts';
import { createLifecycleLog, type LifecycleLog } from './process/lifecycle-log.ts';
import { Liveness, MISSES_OF_A_FROZEN_PLAYER } from './process/liveness.ts';
import { type MpvExit, type MpvProcess, startMpv } from './process/process.ts';
import { toStepText } from './step-text.ts';

/** A cold start from a slow card is slow. */
const START_TIMEOUT_SECONDS = 15;
/** From the close of its IPC connection to the exit of its process. */
const EXIT_TIMEOUT_SECONDS = 1;
/** An mpv that ran for less than this is restarted with a delay. */
const SHORT_RUN_SECONDS = 2;

export class MpvPlayer implements Player {
  readonly #program: string;
  /** By option level. */
  readonly #argumentsOf: (level: number) => readonly string[];
  readonly #stepDown: StepDown;
  readonly #prestart: Prestart | undefined;
  readonly #heads: Heads | undefined;
  readonly #log: Log;
  readonly #lifecycleLog: LifecycleLog;
  readonly #listeners = new Set<(view: PlayerView) => void>();
  #view: PlayerView = IDLE_VIEW;
  #process: MpvProcess | undefined;
  #session: IpcSession | undefined;
  #levels: MasterLevels = FULL_LEVELS;
  #overlay: OverlayLines = NO_LINES;
  #level = 0;
  #shortRuns = 0;
  #frozen = false;
  readonly #stopping = new AbortController();
  #supervision: Promise<void> = Promise.resolve();
  readonly #liveness = new Liveness();

  constructor(deps: {
    program: string;
    socketPath: string;
    /** Read at each start. */
    screenOptions: () => readonly string[];
    /** Read at each start; they override the extra arguments. */
    chosenOptions?: () => readonly string[];
    extraArguments: readonly string[];
    /** Software for every file by default. */
    decodingPlan?: DecodingPlan;
    /** The owner's decoder is not left; false by default. */
    isDecoderChosen?: () => boolean;
    /** What failed before; nothing by default, and then it is forgotten with the process. */
    leftDecoders?: LeftDecoders;
    /** An mpv that may already be running. */
    prestart?: Prestart | undefined;
    heads?: Heads | undefined;
    log: Log;
  }) {
    const { program, socketPath, screenOptions, chosenOptions, extraArguments: extra } = deps;
    this.#program = program;
    this.#argumentsOf = (level) =>
      toMpvArguments({
        ...{ level: OPTION_LEVELS[level] ?? OPTION_LEVELS[0], socketPath, extra },
        ...{ screenOptions: screenOptions(), chosenOptions: chosenOptions?.() ?? [] },
      });
    const { decodingPlan: plan = () => [SOFTWARE], leftDecoders: left = createUnsavedLeftDecoders(), log } = deps;
    this.#stepDown = createStepDown({ plan, left, isChosen: deps.isDecoderChosen ?? (() => false), log });
    [this.#prestart, this.#heads, this.#log] = [deps.prestart, deps.heads, log];
    this.#lifecycleLog = createLifecycleLog(deps);
  }

  /** Starts mpv and keeps one running until `stop`. */
  start(): void {
    this.#supervision = this.#keepRunning();
  }

  /** From now on mpv's exit is expected and it is not restarted: a signal to the daemon may reach mpv too. */
  expectExit(): void {
    this.#stopping.abort();
  }

  /** Stops mpv within 1 s, with SIGKILL if needed. */
  async stop(): Promise<void> {
    this.expectExit();
    await this.#prestart?.end();
    await this.restart();
    await this.#supervision;
  }

  /** Ends mpv at once; the next one is brought to the same state. */
  async restart(): Promise<void> {
    // One that quits takes the fade off the picture first.
    if (this.#levels.picture < 1) this.#process?.kill();
    await this.#process?.end();
  }

  /** @throws AppError `player-unavailable` */
  async audioDevices(): Promise<readonly AudioDevice[]> {
    return this.#running().audioDevices();
  }

  /** What mpv draws on now. @throws AppError `player-unavailable` */
  async screen(): Promise<DrawnScreen> {
    return this.#running().screen();
  }

  /** Writes what is on the output now as JPEG; holds up no step. @throws AppError `unplayable`, `player-unavailable` */
  async screenshot(path: string): Promise<Screenshot> {
    return this.#running().screenshot(path);
  }

  view(): PlayerView {
    return this.#view;
  }

  subscribe(listener: (view: PlayerView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setLevels(levels: MasterLevels): void {
    this.#levels = levels;
    this.#session?.followLevels();
  }

  setOverlay(lines: OverlayLines): void {
    this.#overlay = lines;
    this.#session?.followLevels();
  }

  async perform(step: Step): Promise<void> {
    const session = this.#running();
    this.#log.debug(toStepText(step));
    try {
      await session.perform(step);
    } catch (error) {
      // A retry must find the next mpv, not the one that is about to exit.
      if (toAppError(error).code === 'player-unavailable' && this.#view.running) await this.#liveness.confirm();
      throw error;
    }
  }

  #running(): IpcSession {
    if (this.#session !== undefined && this.#view.running) return this.#session;
    throw new AppError('player-unavailable', 'The player is not running.');
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const exit = await this.#live();
      const hasAnswered = this.#view.running;
      this.#publish({ ...IDLE_VIEW, exitReason: toExitReason(exit, this.#frozen) });
      this.#liveness.settle();
      if (this.#stopping.signal.aborted) return;
      this.#lifecycleLog.ended({ exit, hasAnswered, wasFrozen: this.#frozen, level: this.#level });
      if (!hasAnswered && exit.code !== null) {
        // mpv did not know an option: try the next option level, without delay until all were tried.
        this.#level = (this.#level + 1) % OPTION_LEVELS.length;
        if (this.#level > 0) continue;
      }
      const isShort = performance.now() - startedAt < SHORT_RUN_SECONDS * 1000;
      this.#shortRuns = isShort && (!hasAnswered || this.#view.exitReason !== 'killed') ? this.#shortRuns + 1 : 0;
      if (this.#shortRuns > 0) await backOff(this.#shortRuns, this.#stopping.signal);
    }
  }

  /** One mpv from start to end. */
  async #live(): Promise<MpvExit> {
    this.#frozen = false;
    const adopted = await this.#prestart?.adopt(OPTION_LEVELS.map((_, level) => this.#argumentsOf(level)));
    if (adopted !== undefined) this.#level = adopted.level;
    const args = this.#argumentsOf(this.#level);
    let process: MpvProcess;
    try {
      process = adopted?.process ?? (await startMpv(this.#program, [OWN_CHANNEL, ...args]));
    } catch (error) {
      return { code: null, signal: null, stderrTail: [toMessage(error)] };
    }
    this.#process = process;
    if (this.#stopping.signal.aborted) await process.end();
    const session = new IpcSession({
      stream: process.stream,
      stepDown: this.#stepDown,
      ...{ levels: () => this.#levels, overlay: () => this.#overlay, heads: this.#heads },
      ...(adopted && { shows: adopted.shows }),
      onChange: () => this.#follow(session),
      onBad: (reason) => this.#log.warning(`mpv sent an invalid line: ${reason}`),
    });
    const watching = this.#watch(process, session, args);
    const exit = await process.exited;
    const reason = toExitReason(exit, this.#frozen);
    if (reason !== 'killed' && !this.#stopping.signal.aborted) session.blame(reason === 'frozen' ? 'froze' : 'crashed');
    session.close();
    this.#session = undefined;
    await watching;
    return exit;
  }

  /** Opens the session, then pings it until it ends. */
  async #watch(process: MpvProcess, session: IpcSession, args: readonly string[]): Promise<void> {
    try {
      const version = await session.open(START_TIMEOUT_SECONDS);
      this.#session = session;
      this.#lifecycleLog.up(version, this.#level);
      const { cue, output } = session.observed();
      this.#publish({ ...IDLE_VIEW, running: true, output, ...(cue === undefined ? {} : { cue }) });
      this.#prestart?.record({ version, args });
      for (let misses = 0; misses < MISSES_OF_A_FROZEN_PLAYER; ) {
        if (await this.#liveness.endsBeforeNextPing(process.exited)) return;
        const hasAnswered = await succeeds(session.ping());
        misses = hasAnswered ? 0 : misses + 1;
        if (hasAnswered) this.#liveness.settle();
        else if (!session.isOpen() && (await endsWithin(process.exited, EXIT_TIMEOUT_SECONDS))) return;
      }
    } catch (error) {
      // Also reached when mpv died while the session was opening.
      if (await endsWithin(process.exited, EXIT_TIMEOUT_SECONDS)) return;
      this.#log.error(`mpv did not respond: ${toMessage(error)}`);
    }
    this.#frozen = true;
    process.kill();
  }

  #follow(session: IpcSession): void {
    if (session !== this.#session) return;
    const { cue, ...observed } = session.observed();
    this.#publish({ ...observed, running: true, ...(cue === undefined ? {} : { cue }) });
  }

  #publish(view: PlayerView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
  }
}
