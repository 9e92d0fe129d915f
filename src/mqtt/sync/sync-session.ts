// A sync session: leads, or corrects its speed, until it leaves.

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { WallClock } from '../../deck/ports.ts';
import { type DeckState, isPlaying } from '../../deck/state.ts';
import { goTo } from '../../deck/transport.ts';
import { type Disruption, toCorrection, toRemainingDisruption } from './correction.ts';
import { type FrameSample, medianOf, type SharedSection, toError, toOrigin, toPace, toPositionAt } from './drift.ts';
import { addSample, isSent } from './frame-samples.ts';
import { currentLeader, type ElectedLeader, electLeader } from './leader-election.ts';
import type { SyncMessage } from './sync-message.ts';

const SYNC_INTERVAL_SECONDS = 1;
const MIN_SAMPLES = 5;
/** Longer than the frames of any slide show that a group plays. */
const STOOD_SECONDS = 1.5;
/** Sections whose lengths differ by more are not the same clip. */
const SAME_SECONDS = 0.05;
/** Duration of a seek: a first guess, then that of the last seek. */
const FIRST_SEEK_ALLOWANCE_SECONDS = 0.15;
const MAX_SEEK_ALLOWANCE_SECONDS = 2;

/** The section that is played in sync, and its key. */
export interface SyncSessionKey extends SharedSection {
  /** The same for all players that started together. */
  readonly key: string;
  readonly clipId: string;
}

export interface SyncSessionDeps {
  readonly deck: Deck;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly log: Log;
  readonly id: string;
  readonly publish: (message: SyncMessage) => void;
}

/** The reported sync status. */
export interface SyncStatus {
  readonly role: 'leader' | 'follower';
  /** How far ahead of the leader; 0 for the leader, null while unknown. */
  readonly errorSeconds: number | null;
  readonly paceFactor: number;
}

/** Whether a sync message belongs to a session. */
export const isOf = (message: SyncMessage, session: SyncSessionKey): boolean =>
  message.session === session.key && Math.abs(message.lengthSeconds - session.lengthSeconds) <= SAME_SECONDS;

export class SyncSession {
  readonly #deps: SyncSessionDeps;
  readonly #session: SyncSessionKey;
  readonly #onLeft: () => void;
  readonly #stopWatching: () => void;
  #stopTicking: () => void = () => undefined;
  #hasLeft = false;
  #samples: readonly FrameSample[] = [];
  /** By the monotonic clock. */
  #lastSeenSeconds: number | undefined;
  #leader: ElectedLeader | undefined;
  /** Where the group is: by its start, then by the last sync message, received or sent. */
  #originSeconds: number;
  #errorSeconds: number | undefined;
  #disruption: Disruption = 'none';
  #seeks = 0;
  #seeking: 'no' | 'under-way' | 'landed' = 'no';
  #seekAllowanceSeconds = FIRST_SEEK_ALLOWANCE_SECONDS;

  /**
   * @param start.originSeconds when the session was at its in point, seconds since 1970
   * @param start.isLate the others have already begun: seeks to their position
   * @param start.onLeft called when it leaves the group
   */
  constructor(
    deps: SyncSessionDeps,
    session: SyncSessionKey,
    start: { readonly originSeconds: number; readonly isLate: boolean; readonly onLeft: () => void },
  ) {
    this.#deps = deps;
    this.#session = session;
    this.#originSeconds = start.originSeconds;
    this.#onLeft = start.onLeft;
    this.#stopWatching = deps.deck.subscribe((state, before) => this.#see(state, before));
    this.#tickLater();
    if (!start.isLate) return;
    this.#disruption = 'gone';
    if (isPlaying(deps.deck.state())) this.#jump();
  }

  syncStatus(): SyncStatus {
    const { paceFactor } = this.#deps.deck.state();
    if (this.#currentLeader() === undefined && this.#disruption !== 'gone')
      return { role: 'leader', errorSeconds: 0, paceFactor };
    const error = this.#errorSeconds;
    return { role: 'follower', errorSeconds: error === undefined ? null : Math.round(error * 1e4) / 1e4, paceFactor };
  }

  hear(message: SyncMessage): void {
    if (!isOf(message, this.#session)) return;
    // A player that was gone follows any leader until it is in sync again.
    const followsAnyone = this.#disruption === 'gone';
    const nowSeconds = this.#deps.clock.nowSeconds();
    this.#leader = electLeader(this.#leader, message, { id: this.#deps.id, followsAnyone, nowSeconds });
    this.#originSeconds = this.#currentLeader()?.originSeconds ?? this.#originSeconds;
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stopWatching();
    this.#stopTicking();
    this.#setPace(1);
    this.#onLeft();
  }

  #currentLeader(): SyncMessage | undefined {
    return currentLeader(this.#leader, this.#deps.clock.nowSeconds());
  }

  #see(state: DeckState, before: DeckState): void {
    if (state.selectedId !== this.#session.clipId || state.transport !== 'playing') {
      this.leave();
      return;
    }
    if (!isPlaying(state)) {
      this.#disruption = 'gone';
      this.#forgetFrames();
      return;
    }
    const wasSent = isSent(this.#session, before.positionSeconds, state.positionSeconds);
    if (!before.playerRunning) this.#comeBack(wasSent);
    if (state.positionSeconds !== before.positionSeconds && this.#seeking !== 'under-way') this.#sample(state, wasSent);
  }

  #sample({ positionSeconds }: DeckState, wasSent: boolean): void {
    const seenSeconds = this.#deps.clock.nowSeconds();
    const hasStood = seenSeconds - (this.#lastSeenSeconds ?? seenSeconds) > STOOD_SECONDS;
    if (wasSent) this.#disruption = 'sent';
    else if (hasStood && this.#disruption === 'none') this.#disruption = 'stood';
    this.#lastSeenSeconds = seenSeconds;
    this.#samples = addSample(this.#samples, { positionSeconds, atSeconds: this.#deps.wall.nowSeconds() });
  }

  /** mpv is back; the deck first restores the picture. */
  #comeBack(wasSent: boolean): void {
    this.#seeks = 0;
    if (wasSent) this.#disruption = 'sent';
    else this.#jump();
  }

  #tickLater(): void {
    this.#stopTicking = this.#deps.clock.after(SYNC_INTERVAL_SECONDS, () => {
      this.#tick();
      if (!this.#hasLeft) this.#tickLater();
    });
  }

  #tick(): void {
    if (this.#samples.length < MIN_SAMPLES) return;
    const leader = this.#currentLeader();
    const error = this.#toError(leader?.originSeconds ?? this.#originSeconds);
    this.#errorSeconds = error;
    if (this.#seeking === 'landed') this.#learnFromJump(error);
    const course = toCorrection(error, this.#disruption, this.#seeks);
    if (course === 'jump') {
      this.#jump();
    } else if (course === 'leave') {
      this.#deps.log.info(`left sync with ${leader?.player ?? 'the others'}: ${error.toFixed(1)} s off`);
      this.leave();
    } else {
      this.#disruption = toRemainingDisruption(error, this.#disruption);
      if (this.#disruption !== 'gone' && (leader === undefined || leader.player > this.#deps.id)) this.#lead();
      else this.#follow(error);
    }
  }

  #toError(originSeconds: number): number {
    return medianOf(this.#samples.map((sample) => toError(this.#session, originSeconds, sample))) ?? 0;
  }

  #follow(errorSeconds: number): void {
    this.#setPace(toPace(errorSeconds, this.#deps.deck.state().paceFactor));
    // A sample counts once: later ones were made at the new pace.
    this.#samples = [];
  }

  #lead(): void {
    this.#leader = undefined;
    this.#setPace(1);
    const originSeconds = medianOf(this.#samples.map((sample) => toOrigin(this.#session, sample)));
    if (originSeconds === undefined) return;
    this.#originSeconds = originSeconds;
    const { key, lengthSeconds } = this.#session;
    this.#deps.publish({ session: key, player: this.#deps.id, originSeconds, lengthSeconds });
  }

  /** Seeks to where the others will be when the seek is done. */
  #jump(): void {
    const { inSeconds, lengthSeconds } = this.#session;
    this.#disruption = 'gone';
    this.#seeks += 1;
    this.#seeking = 'under-way';
    this.#forgetFrames();
    this.#deps.deck
      .change((state) => {
        if (this.#hasLeft || state.transport !== 'playing') return state;
        const landsAt = this.#deps.wall.nowSeconds() + this.#seekAllowanceSeconds;
        const seconds = toPositionAt(this.#session, this.#originSeconds, landsAt);
        // Otherwise the others have already finished.
        return seconds < inSeconds + lengthSeconds ? goTo(state, seconds) : state;
      })
      // mpv is gone again: seeks when it is back.
      .catch(() => undefined)
      .finally(() => {
        this.#seeking = 'landed';
        this.#forgetFrames();
      });
  }

  #learnFromJump(errorSeconds: number): void {
    this.#seeking = 'no';
    this.#seekAllowanceSeconds = Math.max(
      0,
      Math.min(MAX_SEEK_ALLOWANCE_SECONDS, this.#seekAllowanceSeconds - errorSeconds),
    );
  }

  #forgetFrames(): void {
    this.#samples = [];
    this.#lastSeenSeconds = undefined;
  }

  #setPace(paceFactor: number): void {
    const { deck } = this.#deps;
    const { clipId } = this.#session;
    if (deck.state().paceFactor === paceFactor) return;
    deck
      .change((state) => (state.selectedId === clipId ? { ...state, paceFactor } : state))
      // mpv gets the right pace when it is back.
      .catch(() => undefined);
  }
}
