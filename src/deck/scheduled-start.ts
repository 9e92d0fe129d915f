// Starts at an instant of the wall clock: the clip is cued and ready before, and runs on time by the player's own clock.

import { blockThread, type Clock, toIsoTime } from '../base/clock.ts';
import { AppError } from '../base/errors.ts';
import type { Clip } from './clips/clip.ts';
import type { Deck } from './deck.ts';
import type { WallClock } from './ports.ts';
import { play } from './transport.ts';

/** A start further away is taken for a mistake in the date. */
const MAX_LEAD_SECONDS = 24 * 3600;
/** Nearer instants are rejected before the picture changes, because no clip is cued that fast. */
const MIN_LEAD_SECONDS = 0.2;
/** How often the wall clock is read again during the wait, since it may be corrected. */
const POLL_INTERVAL_SECONDS = 5;
/** Timers are late by one or two milliseconds, so the last part is waited for exactly, with the event loop blocked. */
const BUSY_WAIT_SECONDS = 0.003;
/** Delays the answer, so that the first frames have the processor to themselves. */
const ANSWER_DELAY_SECONDS = 0.15;

export interface ScheduledStartRequest {
  /** Chooses a clip from the list when the operation runs; may throw. */
  readonly pick: (clips: readonly Clip[]) => Clip;
  /** Since 1970-01-01 UTC. */
  readonly atSeconds: number;
  /** Starts also with an unsynchronized clock. */
  readonly force: boolean;
  /** The clip is cued and waits for its instant. */
  readonly onReady?: () => void;
  /** Called at the start, before the answer. */
  readonly onStarted?: (started: StartedClip) => void;
}

/** A start that has happened. */
export interface StartedClip {
  readonly clip: Clip;
  readonly atSeconds: number;
  /** How late the clip started, when it took longer to cue than there was time. */
  readonly lateSeconds: number;
}

/**
 * Resolves when the clip runs: at the instant, or as soon as it is cued after it.
 * @throws AppError `clock-unsure`, `too-late`, `taken-back`; `invalid-value` beyond 24 h; as a selection
 */
export type StartAt = (request: ScheduledStartRequest) => Promise<StartedClip>;

/** @param deps.boundSeconds maximum uncertainty of the clock; a start by a worse clock is rejected */
export const createScheduledStart = (deps: {
  readonly deck: Deck;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly boundSeconds: number;
}): StartAt => {
  const { deck, clock, wall } = deps;

  const until = async (atSeconds: number): Promise<void> => {
    while (deck.state().armedAt === atSeconds) {
      const left = atSeconds - wall.nowSeconds();
      if (left <= BUSY_WAIT_SECONDS) return blockThread(left);
      const seconds = Math.min(POLL_INTERVAL_SECONDS, left - BUSY_WAIT_SECONDS);
      await new Promise<void>((resolve) => clock.after(seconds, resolve));
    }
  };

  return async ({ pick, atSeconds, force, onReady, onStarted }) => {
    checkLead(atSeconds, wall);
    if (!force) checkClock(wall, deps.boundSeconds);
    await deck.cue(pick);
    const clip = pick(deck.state().document.clips);
    await deck.change((state) => {
      if (state.selectedId !== clip.id || state.transport !== 'stopped') throw cancelledError();
      return { ...state, armedAt: atSeconds };
    });
    onReady?.();
    await until(atSeconds);
    await deck.change((state) => {
      if (state.selectedId !== clip.id || state.armedAt !== atSeconds) throw cancelledError();
      return play(state);
    });
    const started = { clip, atSeconds, lateSeconds: wall.nowSeconds() - atSeconds };
    onStarted?.(started);
    await new Promise<void>((resolve) => clock.after(ANSWER_DELAY_SECONDS, resolve));
    return started;
  };
};

const checkLead = (atSeconds: number, wall: WallClock): void => {
  const leadSeconds = atSeconds - wall.nowSeconds();
  if (leadSeconds > MAX_LEAD_SECONDS) {
    throw new AppError('invalid-value', `at=${toIsoTime(atSeconds)} is refused; allowed: within the next 24 hours.`);
  }
  if (leadSeconds >= MIN_LEAD_SECONDS) return;
  throw new AppError(
    'too-late',
    leadSeconds < 0
      ? `The instant was ${toSpan(-leadSeconds)} ago.`
      : `The instant is in ${toSpan(leadSeconds)}; allowed: ${toMs(MIN_LEAD_SECONDS)} ms or more.`,
  );
};

const checkClock = (wall: WallClock, boundSeconds: number): void => {
  const reading = wall.reading();
  if (reading === undefined) {
    throw new AppError(
      'clock-unsure',
      'Nobody keeps the clock of this player (neither chrony nor systemd-timesyncd answers); force=true starts anyway.',
    );
  }
  if (reading.uncertaintySeconds > boundSeconds) {
    throw new AppError(
      'clock-unsure',
      `The clock may be wrong by ${toMs(reading.uncertaintySeconds)} ms; allowed: ${toMs(boundSeconds)} ms. force=true starts anyway.`,
    );
  }
};

const cancelledError = (): AppError => new AppError('taken-back', 'Another operation took the start back.');

const toSpan = (seconds: number): string => (seconds < 10 ? `${toMs(seconds)} ms` : `${Math.round(seconds)} s`);

const toMs = (seconds: number): string => (seconds * 1000).toFixed(1);
