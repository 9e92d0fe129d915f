// The device behind both protocols: the deck seen on a timeline, shared by all clients.

import type { Clock } from '../../base/clock.ts';
import { AppError, toAppError } from '../../base/errors.ts';
import { framesToSeconds } from '../../deck/clips/timecode.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Sequence } from '../../deck/playback/sequence.ts';
import type { SequenceRequest } from '../../deck/playback/sequence-request.ts';
import type { ClipFiles } from '../../deck/ports.ts';
import { type DeckState, isMeantToPlay } from '../../deck/state.ts';
import type { ListNames } from './clip-names.ts';
import { isMoved } from './deck-change.ts';
import { type DeviceState, INITIAL_STATE, SOURCE_TIMELINE, type TimelineSource } from './device-state.ts';
import { type Move, toStep } from './move.ts';
import { toRun } from './play-range.ts';
import { isAtEdge, toStepPlace } from './shuttle-steps.ts';
import { applyStateRecord, type DeviceSnapshot } from './state-record.ts';
import { SteppedShuttle } from './stepped-shuttle.ts';
import { fileSeconds, START, type Timeline, timelineFrame } from './timeline.ts';
import { followDevice, followTimeline, keepTimeline } from './timeline-change.ts';
import { indexOfItemOn, isOtherSource, isSourceTimeline, mayDiffer, toDeviceTimeline } from './timeline-source.ts';
import { locate, type Snapshot } from './transport-info.ts';

type Listener = (snapshot: Snapshot) => void;

interface Coming {
  readonly run: Sequence;
  /** The first clip, on the timeline. */
  readonly first: number;
  readonly motion: DeviceState['motion'];
}

export class HyperDeckDevice {
  readonly #deck: Deck;
  readonly #files: ClipFiles;
  readonly #steppedShuttle: SteppedShuttle;
  readonly #listeners = new Set<Listener>();
  readonly #stopWatching: () => void;
  #snapshot: Snapshot;
  /** The first clip of the current sequence, on the timeline. */
  #first = 0;
  /** State that is published together with a sequence's first picture. */
  #coming: Coming | undefined;
  /** Own operations that wait or run. */
  #pendingChanges = 0;

  /**
   * @param deps.kept state of the device before its restart
   * @param deps.goesOn true after a kill without a reboot: resumes
   */
  constructor(
    deps: { deck: Deck; files: ClipFiles; clock: Clock } & {
      restored?: DeviceSnapshot | undefined;
      goesOn?: boolean;
      listNames?: ListNames;
      source?: TimelineSource;
    },
  ) {
    this.#deck = deps.deck;
    this.#files = deps.files;
    this.#steppedShuttle = new SteppedShuttle(deps);
    const deck = deps.deck.state();
    const { listNames = INITIAL_STATE.listNames, source = INITIAL_STATE.source, goesOn = false } = deps;
    const restored = deps.restored && applyStateRecord(deps.restored, deck.document.clips, goesOn);
    const device: DeviceState = { ...INITIAL_STATE, ...restored, listNames, source };
    this.#snapshot = { deck, device, timeline: this.#toTimeline(deck, device), position: START, guest: undefined };
    this.#stopWatching = deps.deck.subscribe((next, before) => this.#follow(next, before));
  }

  snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** True when the timeline is its source, without clips whose files are missing. */
  isLibrary(): boolean {
    return isSourceTimeline(this.#snapshot, this.#files.isMissing);
  }

  /** Calls back after every change of the snapshot; returns an unsubscribe function. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param edit may throw; then nothing changes */
  change(edit: (snapshot: Snapshot) => Partial<DeviceState>): void {
    const change = edit(this.#snapshot);
    this.#apply({ device: { ...this.#snapshot.device, ...change } });
    this.#notify();
  }

  /**
   * Moves the picture.
   * @param toMove computes the move when the operation runs
   * @throws AppError, and whatever `toMove` throws
   */
  async move(toMove: (snapshot: Snapshot) => Move): Promise<void> {
    // A rejected move must not stop the current one.
    toMove(this.#snapshot);
    this.#steppedShuttle.stop();
    try {
      await this.#carryOut(toMove).catch(async (error) => {
        // One file that was removed from outside prevents its whole segment from loading.
        if (toAppError(error).code !== 'unplayable' || !(await this.#findMissing())) throw error;
        await this.#carryOut(toMove);
      });
    } finally {
      if (this.#snapshot.deck.stepSpeed !== undefined) this.#startSteppedShuttle();
    }
  }

  /** Holds the current picture. */
  async hold(motion: DeviceState['motion']): Promise<void> {
    this.#steppedShuttle.stop();
    await this.#asOwnChange(() => this.#deck.pause(), { motion });
  }

  /** Shows the splash screen in place of an input. */
  async preview(): Promise<void> {
    this.#steppedShuttle.stop();
    await this.#asOwnChange(() => this.#deck.select(0), { motion: 'play' });
  }

  /** Rebuilds the timeline from all clips of its source whose files exist. */
  async rebuild(): Promise<void> {
    await Promise.all(this.#snapshot.deck.document.clips.map((clip) => this.#files.isThere(clip)));
    const { deck, device } = this.#snapshot;
    const fresh = { ...device, entries: undefined };
    // The state does not include which files exist, so the timeline is rebuilt in any case.
    this.#apply({ device: fresh, timeline: this.#toTimeline(deck, fresh) });
    this.#notify();
  }

  dispose(): void {
    this.#steppedShuttle.stop();
    this.#stopWatching();
    this.#listeners.clear();
  }

  async #carryOut(toMove: (snapshot: Snapshot) => Move): Promise<void> {
    let mine: Coming | undefined;
    const request = (): SequenceRequest => {
      const move = toMove(this.#snapshot);
      const { timeline, device } = this.#snapshot;
      const clip = timeline.clips[move.position.index];
      if (clip === undefined) throw new AppError('clip-not-found', 'There is no such clip on the timeline.');
      const { playing, speed, stepPercent, motion } = move;
      const { run, first } = toRun(timeline, move.range, { ...move, atEnd: device.stopMode });
      mine = { run, first, motion };
      this.#coming = mine;
      const seconds = move.isThere ? undefined : fileSeconds(clip, move.position.frame);
      const stepSpeed = stepPercent === undefined ? undefined : stepPercent / 100;
      const how = { playing, speed, isShuttle: motion === 'shuttle', stepSpeed };
      return { run, index: move.position.index - first, seconds, ...how };
    };
    try {
      await this.#asOwnChange(() => this.#deck.startSequence(request));
    } finally {
      if (this.#coming === mine) this.#coming = undefined;
    }
  }

  async #asOwnChange(operation: () => Promise<void>, change: Partial<DeviceState> = {}): Promise<void> {
    this.#pendingChanges += 1;
    try {
      await operation();
      this.#apply({ device: { ...this.#snapshot.device, ...change } });
    } finally {
      this.#pendingChanges -= 1;
      this.#notify();
    }
  }

  #startSteppedShuttle(): void {
    const onOver = (): void => {
      this.#asOwnChange(() => this.#deck.endShuttle()).catch(() => undefined);
    };
    let exact = timelineFrame(this.#snapshot.timeline, this.#snapshot.position);
    this.#steppedShuttle.start(async (seconds, isCurrent) => {
      const { timeline, position, deck, guest } = this.#snapshot;
      const clip = timeline.clips[position.index];
      if (clip === undefined || guest !== undefined) return false;
      exact += (deck.stepSpeed ?? 0) * (seconds / framesToSeconds(1, clip.format.rate));
      exact = toStepPlace(this.#snapshot, exact);
      await this.#carryOut((snapshot) => {
        const isOver = !isCurrent() || snapshot.deck.stepSpeed === undefined || snapshot.guest !== undefined;
        if (isOver) throw new AppError('busy', 'Something else has begun.');
        return toStep(snapshot, Math.floor(exact));
      });
      return !isAtEdge(this.#snapshot);
    }, onOver);
  }

  /** Checks the files of all clips on the timeline; resolves to true when one is missing. */
  async #findMissing(): Promise<boolean> {
    const { timeline } = this.#snapshot;
    const found = await Promise.all(timeline.clips.map(({ clip }) => this.#files.isThere(clip)));
    if (!found.includes(false)) return false;
    this.#apply({ timeline: this.#toTimeline(this.#snapshot.deck, this.#snapshot.device) });
    this.#notify();
    return true;
  }

  #follow(next: DeckState, before: DeckState): void {
    if (next.stepSpeed === undefined && before.stepSpeed !== undefined) this.#steppedShuttle.stop();
    const coming = this.#coming?.run === next.place?.run ? this.#coming : undefined;
    if (coming !== undefined) {
      this.#coming = undefined;
      this.#first = coming.first;
    }
    const motion = this.#pendingChanges === 0 && isMoved(next, before) ? 'play' : coming?.motion;
    const { device } = this.#snapshot;
    const isOther = device.entries !== undefined && isOtherSource({ deck: next, device }, { deck: before, device });
    const isAnew = isOther && !isMeantToPlay(next);
    const change = { ...(motion !== undefined && { motion }), ...(isAnew && SOURCE_TIMELINE) };
    const isSame = !isAnew && (motion === undefined || motion === device.motion);
    this.#apply({ deck: next, device: isSame ? device : { ...device, ...change } });
    this.#notify();
  }

  #apply(change: Partial<Snapshot>): void {
    const before = this.#snapshot;
    const next = { ...before, ...change };
    const isOtherList = next.device.entries !== before.device.entries || mayDiffer(next, before);
    const made = isOtherList ? this.#toTimeline(next.deck, next.device) : next.timeline;
    const timeline = keepTimeline(made, before.timeline);
    const last =
      timeline === before.timeline ? next.position : followTimeline(next.position, before.timeline, timeline);
    const { place } = next.deck;
    // A sequence that continues over a change of the timeline is where its picture is now.
    const isElsewhere = place === undefined || timeline !== before.timeline;
    const expected = isElsewhere ? last.index : this.#first + place.index;
    const located = locate(next.deck, timeline, indexOfItemOn(next.deck, timeline, expected) ?? expected, last);
    if (isElsewhere && place !== undefined) {
      // A clip that replaced a removed one comes after it.
      this.#first = located.position.index - place.index - (located.guest === undefined ? 0 : 1);
    }
    const device = followDevice(next.device, before, timeline);
    this.#snapshot = { ...next, device, timeline, ...located };
  }

  #toTimeline(deck: DeckState, device: DeviceState): Timeline {
    return toDeviceTimeline({ deck, device }, this.#files.isMissing);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.#snapshot);
  }
}
