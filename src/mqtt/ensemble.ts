// Players that started together stay together: the leader tells where it is, the others run a little faster or slower.
import type { Deck } from '../deck/deck.ts';
import type { Clock, WallClock } from '../deck/ports.ts';
import { type DeckState, goTo, isPlaying } from '../deck/state.ts';
import type { Log } from '../log.ts';
import { type Beacon, parseBeacon } from './beacon.ts';
import { medianOf, type SharedSection, type Sighting, toError, toOrigin, toPace, toPositionAt } from './drift.ts';
import { type Mishap, toCourse, toMishapLeft } from './rejoin.ts';
import { addSighting, isSent } from './sightings.ts';
import type { Started } from './timed-start.ts';

const BEACON_SECONDS = 1;
/** A leader that has not been heard for so long is gone; the next takes over. */
const SILENT_SECONDS = 3.5;
const FEWEST_SIGHTINGS = 5;
/** Longer than the pictures of a slide show that a group would play. */
const STOOD_SECONDS = 1.5;
/** Sections whose lengths differ by more are not the same clip. */
const SAME_SECONDS = 0.05;
/** From asking for a jump to the frame that it lands on: a first guess, then what the last one took. */
const FIRST_JUMP_SECONDS = 0.15;
const LONGEST_JUMP_SECONDS = 2;

interface Session extends SharedSection {
  readonly key: string;
  readonly clipId: string;
  /** When it was to begin, seconds since 1970. */
  readonly startSeconds: number;
}

interface Heard {
  readonly beacon: Beacon;
  readonly atSeconds: number;
}

/** What is told of it. */
export interface Togetherness {
  readonly role: 'leader' | 'follower';
  /** How far ahead of the leader; 0 for the leader itself, null while not known. */
  readonly errorSeconds: number | null;
  readonly paceFactor: number;
}

export class Ensemble {
  readonly #deck: Deck;
  readonly #clock: Clock;
  readonly #wall: WallClock;
  readonly #log: Log;
  readonly #id: string;
  readonly #publish: (beacon: Beacon) => void;
  #session: Session | undefined;
  #sightings: readonly Sighting[] = [];
  /** By the monotonic clock. */
  #lastSeenSeconds: number | undefined;
  #leader: Heard | undefined;
  /** Where the group was by the last beacon, heard or sent. */
  #originSeconds: number | undefined;
  #errorSeconds: number | undefined;
  #mishap: Mishap = 'none';
  #jumps = 0;
  #jumping: 'no' | 'under-way' | 'landed' = 'no';
  #jumpSeconds = FIRST_JUMP_SECONDS;
  #stopWatching: (() => void) | undefined;
  #stopTicking: (() => void) | undefined;

  constructor(parts: {
    deck: Deck;
    clock: Clock;
    wall: WallClock;
    log: Log;
    id: string;
    publish: (beacon: Beacon) => void;
  }) {
    this.#deck = parts.deck;
    this.#clock = parts.clock;
    this.#wall = parts.wall;
    this.#log = parts.log;
    this.#id = parts.id;
    this.#publish = parts.publish;
  }

  /** After a start at an instant: with everyone else who was fired for it in the same scope. */
  join({ clip, atSeconds, scope }: Started): void {
    this.leave();
    this.#session = {
      key: `${scope.startsWith('player/') ? 'player' : scope}@${Math.round(atSeconds * 1000)}`,
      clipId: clip.id,
      startSeconds: atSeconds,
      inSeconds: clip.inSeconds,
      lengthSeconds: clip.outSeconds - clip.inSeconds,
      loop: clip.loop,
    };
    this.#stopWatching = this.#deck.subscribe((state, before) => this.#see(state, before));
    this.#tickLater();
  }

  /** Undefined while this player runs by itself. */
  togetherness(): Togetherness | undefined {
    if (this.#session === undefined) return undefined;
    const { paceFactor } = this.#deck.state();
    if (this.#heardLeader() === undefined && this.#mishap !== 'gone')
      return { role: 'leader', errorSeconds: 0, paceFactor };
    const error = this.#errorSeconds;
    return { role: 'follower', errorSeconds: error === undefined ? null : Math.round(error * 1e4) / 1e4, paceFactor };
  }

  /** A message on the topic of beacons. */
  hear(payload: Buffer): void {
    const beacon = parseBeacon(payload);
    const session = this.#session;
    if (beacon === undefined || session === undefined || beacon.session !== session.key) return;
    if (Math.abs(beacon.lengthSeconds - session.lengthSeconds) > SAME_SECONDS) return;
    // Who was gone goes by whoever leads, until it is in step again.
    if (beacon.player === this.#id || (beacon.player > this.#id && this.#mishap !== 'gone')) return;
    const current = this.#heardLeader();
    if (current !== undefined && current.player < beacon.player) return;
    this.#leader = { beacon, atSeconds: this.#clock.nowSeconds() };
    this.#originSeconds = beacon.originSeconds;
  }

  leave(): void {
    if (this.#session === undefined) return;
    this.#stopWatching?.();
    this.#stopTicking?.();
    this.#setPace(1);
    this.#session = undefined;
    this.#sightings = [];
    this.#lastSeenSeconds = undefined;
    this.#leader = undefined;
    this.#originSeconds = undefined;
    this.#errorSeconds = undefined;
    this.#mishap = 'none';
    this.#jumps = 0;
    this.#jumping = 'no';
  }

  #heardLeader(): Beacon | undefined {
    const heard = this.#leader;
    return heard === undefined || this.#clock.nowSeconds() - heard.atSeconds > SILENT_SECONDS
      ? undefined
      : heard.beacon;
  }

  #see(state: DeckState, before: DeckState): void {
    const session = this.#session;
    if (session === undefined || state.selectedId !== session.clipId || state.transport !== 'playing') {
      this.leave();
      return;
    }
    if (!isPlaying(state)) {
      this.#sightings = [];
      this.#lastSeenSeconds = undefined;
      return;
    }
    const wasSent = isSent(session, before.positionSeconds, state.positionSeconds);
    if (!before.playerRunning) this.#comeBack(session, wasSent);
    if (state.positionSeconds === before.positionSeconds || this.#jumping === 'under-way') return;
    const seenSeconds = this.#clock.nowSeconds();
    if (wasSent) this.#mishap = 'sent';
    else if (this.#mishap === 'none' && seenSeconds - (this.#lastSeenSeconds ?? seenSeconds) > STOOD_SECONDS)
      this.#mishap = 'stood';
    this.#lastSeenSeconds = seenSeconds;
    const sighting = { positionSeconds: state.positionSeconds, atSeconds: this.#wall.nowSeconds() };
    this.#sightings = addSighting(this.#sightings, sighting);
  }

  /** Its player is there again; what it had to show is put up first. */
  #comeBack(session: Session, wasSent: boolean): void {
    this.#jumps = 0;
    this.#mishap = wasSent ? 'sent' : 'gone';
    if (!wasSent) this.#jump(session);
  }

  #tickLater(): void {
    this.#stopTicking = this.#clock.after(BEACON_SECONDS, () => {
      this.#tick();
      if (this.#session !== undefined) this.#tickLater();
    });
  }

  #tick(): void {
    const session = this.#session;
    if (session === undefined || this.#sightings.length < FEWEST_SIGHTINGS) return;
    const leader = this.#heardLeader();
    const originSeconds = leader?.originSeconds ?? this.#originSeconds;
    if (originSeconds === undefined) {
      this.#lead(session);
      return;
    }
    const error = medianOf(this.#sightings.map((sighting) => toError(session, originSeconds, sighting))) ?? 0;
    this.#errorSeconds = error;
    if (this.#jumping === 'landed') this.#learnFromJump(error);
    const course = toCourse(error, this.#mishap, this.#jumps);
    if (course === 'leave') {
      this.#log.info(`no longer together with ${leader?.player ?? 'the others'}: ${error.toFixed(1)} s apart`);
      this.leave();
      return;
    }
    if (course === 'jump') {
      this.#mishap = 'gone';
      this.#jump(session);
      return;
    }
    this.#mishap = toMishapLeft(error, this.#mishap);
    if (this.#mishap !== 'gone' && (leader === undefined || leader.player > this.#id)) {
      this.#leader = undefined;
      this.#setPace(1);
      this.#lead(session);
      return;
    }
    this.#setPace(toPace(error, this.#deck.state().paceFactor));
    // One sighting counts once: later ones were made at the new pace.
    this.#sightings = [];
  }

  /** To where the others will be when it lands. */
  #jump(session: Session): void {
    this.#jumps += 1;
    this.#jumping = 'under-way';
    this.#sightings = [];
    this.#deck
      .change((state) => {
        if (this.#session !== session || state.transport !== 'playing') return state;
        const landing = this.#wall.nowSeconds() + this.#jumpSeconds;
        const seconds = toPositionAt(session, this.#originSeconds ?? session.startSeconds, landing);
        // The others are through with it.
        return seconds < session.inSeconds + session.lengthSeconds ? goTo(state, seconds) : state;
      })
      // Away again: it jumps when it comes back.
      .catch(() => undefined)
      .finally(() => {
        if (this.#session !== session) return;
        this.#jumping = 'landed';
        this.#sightings = [];
        this.#lastSeenSeconds = undefined;
      });
  }

  #learnFromJump(errorSeconds: number): void {
    this.#jumping = 'no';
    this.#jumpSeconds = Math.max(0, Math.min(LONGEST_JUMP_SECONDS, this.#jumpSeconds - errorSeconds));
  }

  #lead(session: Session): void {
    const originSeconds = medianOf(this.#sightings.map((sighting) => toOrigin(session, sighting)));
    if (originSeconds === undefined) return;
    this.#originSeconds = originSeconds;
    const { key, lengthSeconds } = session;
    this.#publish({ session: key, player: this.#id, originSeconds, lengthSeconds });
  }

  #setPace(paceFactor: number): void {
    const { deck, clipId } = { deck: this.#deck, clipId: this.#session?.clipId };
    if (deck.state().paceFactor === paceFactor) return;
    deck
      .change((state) => (state.selectedId === clipId ? { ...state, paceFactor } : state))
      // A player that is away has the right pace when it comes back.
      .catch(() => undefined);
  }
}
