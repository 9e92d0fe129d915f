// Players that started together stay together: the leader tells where it is, the others run a little faster or slower.
import type { Deck } from '../deck/deck.ts';
import type { Clock, WallClock } from '../deck/ports.ts';
import { type DeckState, isPlaying } from '../deck/state.ts';
import type { Log } from '../log.ts';
import { type Beacon, parseBeacon } from './beacon.ts';
import { medianOf, type SharedSection, type Sighting, toError, toOrigin, toPace } from './drift.ts';
import type { Started } from './timed-start.ts';

const BEACON_SECONDS = 1;
/** A leader that has not been heard for so long is gone; the next takes over. */
const SILENT_SECONDS = 3.5;
/** Frames whose median counts. */
const MOST_SIGHTINGS = 25;
const FEWEST_SIGHTINGS = 5;
/** A position that moves more than this at once was a jump: a loop, a seek. */
const JUMP_SECONDS = 0.4;
/** Who is further off went elsewhere on purpose. */
const LOST_SECONDS = 2;
/** Sections whose lengths differ by more are not the same clip. */
const SAME_SECONDS = 0.05;

interface Session extends SharedSection {
  readonly key: string;
  readonly clipId: string;
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
  #sightings: Sighting[] = [];
  #leader: Heard | undefined;
  #errorSeconds: number | undefined;
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
    if (this.#heardLeader() === undefined) return { role: 'leader', errorSeconds: 0, paceFactor };
    const error = this.#errorSeconds;
    return { role: 'follower', errorSeconds: error === undefined ? null : Math.round(error * 1e4) / 1e4, paceFactor };
  }

  /** A message on the topic of beacons. */
  hear(payload: Buffer): void {
    const beacon = parseBeacon(payload);
    const session = this.#session;
    if (beacon === undefined || session === undefined || beacon.session !== session.key) return;
    if (beacon.player >= this.#id || Math.abs(beacon.lengthSeconds - session.lengthSeconds) > SAME_SECONDS) return;
    const current = this.#heardLeader();
    if (current !== undefined && current.player < beacon.player) return;
    this.#leader = { beacon, atSeconds: this.#clock.nowSeconds() };
  }

  leave(): void {
    if (this.#session === undefined) return;
    this.#stopWatching?.();
    this.#stopTicking?.();
    this.#setPace(1);
    this.#session = undefined;
    this.#sightings = [];
    this.#leader = undefined;
    this.#errorSeconds = undefined;
  }

  #heardLeader(): Beacon | undefined {
    const heard = this.#leader;
    return heard === undefined || this.#clock.nowSeconds() - heard.atSeconds > SILENT_SECONDS
      ? undefined
      : heard.beacon;
  }

  #see(state: DeckState, before: DeckState): void {
    if (state.selectedId !== this.#session?.clipId || state.transport !== 'playing') {
      this.leave();
      return;
    }
    if (!isPlaying(state)) {
      this.#sightings = [];
      return;
    }
    if (state.positionSeconds === before.positionSeconds) return;
    const moved = state.positionSeconds - before.positionSeconds;
    if (moved < 0 || moved > JUMP_SECONDS) this.#sightings = [];
    this.#sightings.push({ positionSeconds: state.positionSeconds, atSeconds: this.#wall.nowSeconds() });
    if (this.#sightings.length > MOST_SIGHTINGS) this.#sightings.shift();
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
    if (leader === undefined) {
      this.#setPace(1);
      this.#lead(session);
      return;
    }
    const errors = this.#sightings.map((sighting) => toError(session, leader.originSeconds, sighting));
    this.#errorSeconds = medianOf(errors);
    if (Math.abs(this.#errorSeconds ?? 0) > LOST_SECONDS) {
      this.#log.info(`no longer together with ${leader.player}: ${this.#errorSeconds?.toFixed(1)} s apart`);
      this.leave();
      return;
    }
    this.#setPace(toPace(this.#errorSeconds, this.#deck.state().paceFactor));
    // One sighting counts once: later ones were made at the new pace.
    this.#sightings = [];
  }

  #lead(session: Session): void {
    const originSeconds = medianOf(this.#sightings.map((sighting) => toOrigin(session, sighting)));
    if (originSeconds === undefined) return;
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
