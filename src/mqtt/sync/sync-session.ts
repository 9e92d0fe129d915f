// A player's part in one start with others, from the start until it leaves: it leads, or runs a little faster or slower.

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { WallClock } from '../../deck/ports.ts';
import { type DeckState, goTo, isPlaying } from '../../deck/state.ts';
import { type Mishap, toCourse, toMishapLeft } from './correction.ts';
import { medianOf, type SharedSection, type Sighting, toError, toOrigin, toPace, toPositionAt } from './drift.ts';
import { addSighting, isSent } from './frame-samples.ts';
import { type HeardLeader, hearBeacon, stillHeard } from './leader-election.ts';
import type { Beacon } from './sync-message.ts';

const BEACON_SECONDS = 1;
const FEWEST_SIGHTINGS = 5;
/** Longer than the pictures of a slide show that a group would play. */
const STOOD_SECONDS = 1.5;
/** Sections whose lengths differ by more are not the same clip. */
const SAME_SECONDS = 0.05;
/** From asking for a jump to the frame that it lands on: a first guess, then what the last one took. */
const FIRST_JUMP_SECONDS = 0.15;
const LONGEST_JUMP_SECONDS = 2;

/** What is played together. */
export interface Session extends SharedSection {
  /** The same for all who started together. */
  readonly key: string;
  readonly clipId: string;
}

export interface MemberParts {
  readonly deck: Deck;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly log: Log;
  readonly id: string;
  readonly publish: (beacon: Beacon) => void;
}

/** What is told of it. */
export interface Togetherness {
  readonly role: 'leader' | 'follower';
  /** How far ahead of the leader; 0 for the leader itself, null while not known. */
  readonly errorSeconds: number | null;
  readonly paceFactor: number;
}

/** Whether a beacon tells of a session. */
export const isOf = (beacon: Beacon, session: Session): boolean =>
  beacon.session === session.key && Math.abs(beacon.lengthSeconds - session.lengthSeconds) <= SAME_SECONDS;

export class Membership {
  readonly #parts: MemberParts;
  readonly #session: Session;
  readonly #onLeft: () => void;
  readonly #stopWatching: () => void;
  #stopTicking: () => void = () => undefined;
  #hasLeft = false;
  #sightings: readonly Sighting[] = [];
  /** By the monotonic clock. */
  #lastSeenSeconds: number | undefined;
  #leader: HeardLeader | undefined;
  /** Where the group is: by its start, then by the last beacon, heard or sent. */
  #originSeconds: number;
  #errorSeconds: number | undefined;
  #mishap: Mishap = 'none';
  #jumps = 0;
  #jumping: 'no' | 'under-way' | 'landed' = 'no';
  #jumpSeconds = FIRST_JUMP_SECONDS;

  /**
   * @param start.originSeconds when the session was at its in point, seconds since 1970
   * @param start.isLate the others have long begun: it jumps to where they are
   * @param start.onLeft it runs by itself from now on
   */
  constructor(
    parts: MemberParts,
    session: Session,
    start: { readonly originSeconds: number; readonly isLate: boolean; readonly onLeft: () => void },
  ) {
    this.#parts = parts;
    this.#session = session;
    this.#originSeconds = start.originSeconds;
    this.#onLeft = start.onLeft;
    this.#stopWatching = parts.deck.subscribe((state, before) => this.#see(state, before));
    this.#tickLater();
    if (!start.isLate) return;
    this.#mishap = 'gone';
    if (isPlaying(parts.deck.state())) this.#jump();
  }

  togetherness(): Togetherness {
    const { paceFactor } = this.#parts.deck.state();
    if (this.#heardLeader() === undefined && this.#mishap !== 'gone')
      return { role: 'leader', errorSeconds: 0, paceFactor };
    const error = this.#errorSeconds;
    return { role: 'follower', errorSeconds: error === undefined ? null : Math.round(error * 1e4) / 1e4, paceFactor };
  }

  hear(beacon: Beacon): void {
    if (!isOf(beacon, this.#session)) return;
    // Who was gone goes by whoever leads, until it is in step again.
    const followsAnyone = this.#mishap === 'gone';
    const nowSeconds = this.#parts.clock.nowSeconds();
    this.#leader = hearBeacon(this.#leader, beacon, { id: this.#parts.id, followsAnyone, nowSeconds });
    this.#originSeconds = this.#heardLeader()?.originSeconds ?? this.#originSeconds;
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#stopWatching();
    this.#stopTicking();
    this.#setPace(1);
    this.#onLeft();
  }

  #heardLeader(): Beacon | undefined {
    return stillHeard(this.#leader, this.#parts.clock.nowSeconds());
  }

  #see(state: DeckState, before: DeckState): void {
    if (state.selectedId !== this.#session.clipId || state.transport !== 'playing') {
      this.leave();
      return;
    }
    if (!isPlaying(state)) {
      this.#mishap = 'gone';
      this.#forgetFrames();
      return;
    }
    const wasSent = isSent(this.#session, before.positionSeconds, state.positionSeconds);
    if (!before.playerRunning) this.#comeBack(wasSent);
    if (state.positionSeconds !== before.positionSeconds && this.#jumping !== 'under-way') this.#look(state, wasSent);
  }

  #look({ positionSeconds }: DeckState, wasSent: boolean): void {
    const seenSeconds = this.#parts.clock.nowSeconds();
    const hasStood = seenSeconds - (this.#lastSeenSeconds ?? seenSeconds) > STOOD_SECONDS;
    if (wasSent) this.#mishap = 'sent';
    else if (hasStood && this.#mishap === 'none') this.#mishap = 'stood';
    this.#lastSeenSeconds = seenSeconds;
    this.#sightings = addSighting(this.#sightings, { positionSeconds, atSeconds: this.#parts.wall.nowSeconds() });
  }

  /** Its player is there again; the deck puts up first what it had shown. */
  #comeBack(wasSent: boolean): void {
    this.#jumps = 0;
    if (wasSent) this.#mishap = 'sent';
    else this.#jump();
  }

  #tickLater(): void {
    this.#stopTicking = this.#parts.clock.after(BEACON_SECONDS, () => {
      this.#tick();
      if (!this.#hasLeft) this.#tickLater();
    });
  }

  #tick(): void {
    if (this.#sightings.length < FEWEST_SIGHTINGS) return;
    const leader = this.#heardLeader();
    const error = this.#toError(leader?.originSeconds ?? this.#originSeconds);
    this.#errorSeconds = error;
    if (this.#jumping === 'landed') this.#learnFromJump(error);
    const course = toCourse(error, this.#mishap, this.#jumps);
    if (course === 'jump') {
      this.#jump();
    } else if (course === 'leave') {
      this.#parts.log.info(`no longer together with ${leader?.player ?? 'the others'}: ${error.toFixed(1)} s apart`);
      this.leave();
    } else {
      this.#mishap = toMishapLeft(error, this.#mishap);
      if (this.#mishap !== 'gone' && (leader === undefined || leader.player > this.#parts.id)) this.#lead();
      else this.#follow(error);
    }
  }

  #toError(originSeconds: number): number {
    return medianOf(this.#sightings.map((sighting) => toError(this.#session, originSeconds, sighting))) ?? 0;
  }

  #follow(errorSeconds: number): void {
    this.#setPace(toPace(errorSeconds, this.#parts.deck.state().paceFactor));
    // One sighting counts once: later ones were made at the new pace.
    this.#sightings = [];
  }

  #lead(): void {
    this.#leader = undefined;
    this.#setPace(1);
    const originSeconds = medianOf(this.#sightings.map((sighting) => toOrigin(this.#session, sighting)));
    if (originSeconds === undefined) return;
    this.#originSeconds = originSeconds;
    const { key, lengthSeconds } = this.#session;
    this.#parts.publish({ session: key, player: this.#parts.id, originSeconds, lengthSeconds });
  }

  /** To where the others will be when it lands. */
  #jump(): void {
    const { inSeconds, lengthSeconds } = this.#session;
    this.#mishap = 'gone';
    this.#jumps += 1;
    this.#jumping = 'under-way';
    this.#forgetFrames();
    this.#parts.deck
      .change((state) => {
        if (this.#hasLeft || state.transport !== 'playing') return state;
        const landsAt = this.#parts.wall.nowSeconds() + this.#jumpSeconds;
        const seconds = toPositionAt(this.#session, this.#originSeconds, landsAt);
        // The others are through with it otherwise.
        return seconds < inSeconds + lengthSeconds ? goTo(state, seconds) : state;
      })
      // Away again: it jumps when it comes back.
      .catch(() => undefined)
      .finally(() => {
        this.#jumping = 'landed';
        this.#forgetFrames();
      });
  }

  #learnFromJump(errorSeconds: number): void {
    this.#jumping = 'no';
    this.#jumpSeconds = Math.max(0, Math.min(LONGEST_JUMP_SECONDS, this.#jumpSeconds - errorSeconds));
  }

  #forgetFrames(): void {
    this.#sightings = [];
    this.#lastSeenSeconds = undefined;
  }

  #setPace(paceFactor: number): void {
    const { deck } = this.#parts;
    const { clipId } = this.#session;
    if (deck.state().paceFactor === paceFactor) return;
    deck
      .change((state) => (state.selectedId === clipId ? { ...state, paceFactor } : state))
      // A player that is away has the right pace when it comes back.
      .catch(() => undefined);
  }
}
