// The Player port on a real mpv: starts it, watches it, replaces it when it dies or freezes.

import { DeckError, toDeckError, toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Player, PlayerView, Step } from '../deck/ports.ts';
import { IDLE_VIEW } from '../deck/ports.ts';
import { type AudioDevice, Session } from './ipc/ipc-session.ts';
import type { HeadStart } from './prestart/prestart.ts';
import { OWN_CHANNEL, RUNGS, toMpvArguments } from './process/arguments.ts';
import { toLoss } from './process/exit-reason.ts';
import { createLifeLog, type LifeLog } from './process/lifecycle-log.ts';
import { endsWithin, type MpvExit, type MpvProcess, startMpv } from './process/process.ts';

/** A cold start from a slow card takes its time. */
const START_SECONDS = 15;
/** From the end of its command channel to the end of its process. */
const DYING_SECONDS = 1;
const PING_EVERY_SECONDS = 1.5;
const MISSES_OF_A_FROZEN_PLAYER = 2;
/** A player that lives less than this is not started again at once. */
const SHORT_LIFE_SECONDS = 2;
const FIRST_PAUSE_SECONDS = 0.25;
const LONGEST_PAUSE_SECONDS = 5;

export class MpvPlayer implements Player {
  readonly #program: string;
  readonly #socketPath: string;
  readonly #screenOptions: () => readonly string[];
  readonly #chosenOptions: () => readonly string[];
  readonly #extra: readonly string[];
  readonly #headStart: HeadStart | undefined;
  readonly #log: Log;
  readonly #lifeLog: LifeLog;
  readonly #listeners = new Set<(view: PlayerView) => void>();
  #view: PlayerView = IDLE_VIEW;
  #process: MpvProcess | undefined;
  #session: Session | undefined;
  #rung = 0;
  #shortLives = 0;
  #frozen = false;
  #stopping = false;
  #life: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  /** Those who wait for a sign of life, or the end. */
  readonly #doubters = new Set<() => void>();
  #hurry: () => void = () => undefined;

  constructor(parts: {
    program: string;
    socketPath: string;
    /** Asked at each start. */
    screenOptions: () => readonly string[];
    /** Asked at each start; they go over the extra arguments. */
    chosenOptions?: () => readonly string[];
    extraArguments: readonly string[];
    /** An mpv that may run already. */
    headStart?: HeadStart | undefined;
    log: Log;
  }) {
    this.#program = parts.program;
    this.#socketPath = parts.socketPath;
    this.#screenOptions = parts.screenOptions;
    this.#chosenOptions = parts.chosenOptions ?? (() => []);
    this.#extra = parts.extraArguments;
    this.#headStart = parts.headStart;
    this.#log = parts.log;
    this.#lifeLog = createLifeLog(parts);
  }

  /** Starts mpv and keeps one running until `stop`. */
  start(): void {
    this.#life = this.#keepRunning();
  }

  /** From now on the end of mpv is nobody's fault, and no other takes its place: a signal to the daemon may be one to mpv too. */
  letEnd(): void {
    this.#stopping = true;
    this.#wake();
  }

  /** Ends mpv within 1 s, by force if it must. */
  async stop(): Promise<void> {
    this.letEnd();
    await this.#headStart?.end();
    await this.#process?.end();
    await this.#life;
  }

  /** Ends mpv; a new one takes its place at once and is brought to where this one was. */
  async restart(): Promise<void> {
    await this.#process?.end();
  }

  /** @throws DeckError `player-unavailable` */
  async audioDevices(): Promise<readonly AudioDevice[]> {
    if (this.#session === undefined) throw new DeckError('player-unavailable', 'The player is not running.');
    return this.#session.audioDevices();
  }

  view(): PlayerView {
    return this.#view;
  }

  subscribe(listener: (view: PlayerView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async perform(step: Step): Promise<void> {
    if (this.#session === undefined || !this.#view.running) {
      throw new DeckError('player-unavailable', 'The player is not running.');
    }
    try {
      await this.#session.perform(step);
    } catch (error) {
      // Whoever tries again must find the next player, not the one that is about to be gone.
      if (toDeckError(error).code === 'player-unavailable') await this.#verdict();
      throw error;
    }
  }

  /** Resolves when the player has answered again or is gone. */
  #verdict(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#view.running) return resolve();
      this.#doubters.add(resolve);
      this.#hurry();
    });
  }

  #settleDoubts(): void {
    for (const resolve of this.#doubters) resolve();
    this.#doubters.clear();
  }

  async #keepRunning(): Promise<void> {
    while (!this.#stopping) {
      const startedAt = performance.now();
      const exit = await this.#live();
      const hasAnswered = this.#view.running;
      this.#publish({ ...IDLE_VIEW, loss: toLoss(exit, this.#frozen) });
      this.#settleDoubts();
      if (this.#stopping) return;
      this.#lifeLog.ended({ exit, hasAnswered, wasFrozen: this.#frozen, rung: this.#rung });
      if (!hasAnswered && exit.code !== null) {
        // It did not know an option: the next rung, at once until all have been tried.
        this.#rung = (this.#rung + 1) % RUNGS.length;
        if (this.#rung > 0) continue;
      }
      const isShort = performance.now() - startedAt < SHORT_LIFE_SECONDS * 1000;
      this.#shortLives = isShort && (!hasAnswered || this.#view.loss !== 'killed') ? this.#shortLives + 1 : 0;
      if (this.#shortLives > 0) await this.#rest();
    }
  }

  /** One mpv from start to end. */
  async #live(): Promise<MpvExit> {
    this.#frozen = false;
    const taken = await this.#headStart?.take(RUNGS.map((_, rung) => this.#argumentsOf(rung)));
    if (taken !== undefined) this.#rung = taken.rung;
    const args = this.#argumentsOf(this.#rung);
    let process: MpvProcess;
    try {
      process = taken?.process ?? (await startMpv(this.#program, [OWN_CHANNEL, ...args]));
    } catch (error) {
      return { code: null, signal: null, words: [toMessage(error)] };
    }
    this.#process = process;
    if (this.#stopping) await process.end();
    const session = new Session({
      stream: process.stream,
      ...(taken && { shows: taken.shows }),
      onChange: () => this.#follow(session),
      onBad: (reason) => this.#log.warning(`mpv sent a line that can't be read: ${reason}`),
    });
    const watching = this.#watch(process, session, args);
    const exit = await process.exited;
    session.close();
    this.#session = undefined;
    await watching;
    return exit;
  }

  #argumentsOf(rung: number): readonly string[] {
    return toMpvArguments({
      rung: RUNGS[rung] ?? RUNGS[0],
      socketPath: this.#socketPath,
      screenOptions: this.#screenOptions(),
      chosenOptions: this.#chosenOptions(),
      extra: this.#extra,
    });
  }

  /** Opens the session, then pings it for as long as it lives. */
  async #watch(process: MpvProcess, session: Session, args: readonly string[]): Promise<void> {
    try {
      const version = await session.open(START_SECONDS);
      this.#session = session;
      this.#lifeLog.up(version, this.#rung);
      const { cue, output } = session.observed();
      this.#publish({ ...IDLE_VIEW, running: true, output, ...(cue === undefined ? {} : { cue }) });
      this.#headStart?.keep({ version, args });
      for (let misses = 0; misses < MISSES_OF_A_FROZEN_PLAYER; ) {
        if (await this.#endsBeforeNextPing(process)) return;
        const hasAnswered = await session.ping().then(
          () => true,
          () => false,
        );
        misses = hasAnswered ? 0 : misses + 1;
        if (hasAnswered) this.#settleDoubts();
        else if (!session.isOpen() && (await endsWithin(process.exited, DYING_SECONDS))) return;
      }
    } catch (error) {
      // Also the way a session ends whose mpv died while it was being opened.
      if (await endsWithin(process.exited, DYING_SECONDS)) return;
      this.#log.error(`mpv does not answer: ${toMessage(error)}`);
    }
    this.#frozen = true;
    process.kill();
  }

  #endsBeforeNextPing(process: MpvProcess): Promise<boolean> {
    if (this.#doubters.size > 0) return endsWithin(process.exited, 0);
    const hurried = new Promise<false>((resolve) => {
      this.#hurry = () => resolve(false);
    });
    return Promise.race([endsWithin(process.exited, PING_EVERY_SECONDS), hurried]);
  }

  #follow(session: Session): void {
    if (session !== this.#session) return;
    const { cue, ...observed } = session.observed();
    this.#publish({ ...observed, running: true, ...(cue === undefined ? {} : { cue }) });
  }

  #publish(view: PlayerView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
  }

  async #rest(): Promise<void> {
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (this.#shortLives - 1));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stopping) this.#wake();
    });
  }
}
