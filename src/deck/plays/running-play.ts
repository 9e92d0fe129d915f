// A play while it runs, as a pure function of the deck's changes: how it begins and ends, and how much of the file was shown.
import { toIsoTime } from '../../base/clock.ts';
import type { Origin } from '../../base/origin.ts';
import { frameSecondsOf } from '../clips/timecode.ts';
import type { Cause } from '../playback/reconciler.ts';
import { currentPart } from '../playback/sequence.ts';
import type { FrameCounts } from '../ports.ts';
import { loops, outSeconds } from '../read-outs.ts';
import { type Bottleneck, type DeckState, isOnSplash, selectedClip } from '../state.ts';
import { NONE_LOST } from './lost-frames.ts';
import type { Ending, Play } from './play.ts';

export interface RunningPlay {
  readonly clipId: string;
  readonly clip: string;
  readonly inSeconds: number;
  readonly outSeconds: number;
  readonly by: Origin;
  /** Seconds since 1970. */
  readonly startedAt: number;
  /** Zero for a picture, which has no frames to lose. */
  readonly framesPerSecond: number;
  /** Seconds of the file that were shown, loops and speed included. */
  readonly shownSeconds: number;
  readonly lost: FrameCounts;
  /** Seconds of the file by which the picture fell behind its clock, before the stretch that plays. */
  readonly behindSeconds: number;
  /** Where the picture was at the last look, and the stretch that it has played without a jump until there. */
  readonly head: {
    readonly positionSeconds: number;
    readonly lookedSeconds: number;
    readonly moves: boolean;
    /** Seconds of the file, by the clock and by the picture. */
    readonly dueSeconds: number;
    readonly shownSeconds: number;
  };
}

interface DeckChange {
  readonly next: DeckState;
  readonly before: DeckState;
  readonly cause: Cause | undefined;
  /** By the clock. */
  readonly nowSeconds: number;
  /** Since 1970. */
  readonly wallSeconds: number;
}

interface Followed {
  readonly running: RunningPlay | undefined;
  readonly ended?: { readonly play: RunningPlay; readonly how: Ending };
}

/** What comes of the running play with a change of the deck. The same value is returned where nothing changed. */
export const followPlay = (running: RunningPlay | undefined, change: DeckChange): Followed => {
  const how = running && toEnding(running, change);
  if (running !== undefined && how === undefined)
    return { running: advance(running, change, change.next.positionSeconds) };
  const begun = runs(change.next) ? begin(change, how) : undefined;
  if (running === undefined || how === undefined) return { running: begun };
  // The last look was a moment before the end.
  const until = how === 'end' ? running.outSeconds : undefined;
  return { running: begun, ended: { play: advance(running, change, until), how } };
};

/** @param ended undefined while it runs */
export const toPlay = (running: RunningPlay, wallSeconds: number, ended: Ending | null): Play => {
  const { clipId, clip, inSeconds, outSeconds: end, by, startedAt, shownSeconds, framesPerSecond, lost } = running;
  const behindSeconds = toBehind(running);
  return {
    startedAt: toIsoTime(startedAt),
    // The wall clock may have been set back.
    endedAt: toIsoTime(Math.max(startedAt, wallSeconds)),
    ...{ clipId, clip, inSeconds, outSeconds: end, by, ended },
    framesDue: Math.round((shownSeconds + behindSeconds) * framesPerSecond),
    framesDropped: lost.droppedByDecoder + lost.droppedByOutput,
    framesDroppedByDecoder: lost.droppedByDecoder,
    framesDroppedByOutput: lost.droppedByOutput,
    framesLate: lost.late + Math.round(behindSeconds * framesPerSecond),
  };
};

const runs = (state: DeckState): boolean => state.transport === 'playing' && state.playerRunning && !isOnSplash(state);

const begin = ({ next, cause, nowSeconds, wallSeconds }: DeckChange, former: Ending | undefined): RunningPlay => {
  const clip = selectedClip(next);
  const inSeconds = inPoint(next);
  const isFollowing = former === 'end' && cause === undefined;
  return {
    clipId: clip.id,
    clip: clip.name,
    inSeconds,
    outSeconds: outSeconds(next),
    by: cause?.origin ?? FOLLOWS,
    startedAt: wallSeconds,
    framesPerSecond: clip.kind === 'video' ? 1 / frameSecondsOf(clip) : 0,
    shownSeconds: 0,
    lost: NONE_LOST,
    behindSeconds: 0,
    // Of a clip that follows without a gap the first frames were shown before the look.
    head: {
      positionSeconds: isFollowing ? inSeconds : next.positionSeconds,
      ...{ lookedSeconds: nowSeconds, moves: true, dueSeconds: 0, shownSeconds: 0 },
    },
  };
};

const FOLLOWS: Origin = { door: 'follow', from: '' };

const inPoint = (state: DeckState): number =>
  (state.place && currentPart(state.place)?.item.inSeconds) ?? selectedClip(state).inSeconds;

/** Undefined while it goes on; a pause ends nothing. */
const toEnding = (running: RunningPlay, { next, before, cause }: DeckChange): Ending | undefined => {
  const isSame = next.selectedId === running.clipId && isSameItem(next, before);
  if (isSame && next.transport === 'stopped') return 'stop';
  if (isSame && next.cues === before.cues) return next.transport === 'ended' ? 'end' : undefined;
  if (next.fault !== undefined && next.fault !== before.fault) return 'fault';
  // A reel goes on to its next clip by itself.
  if (cause?.origin.door === 'follow' || (cause === undefined && next.cues === before.cues)) return 'end';
  return 'other-clip';
};

/** A sequence may have the same clip twice in a row. */
const isSameItem = (next: DeckState, before: DeckState): boolean =>
  next.place === undefined || next.place.run !== before.place?.run || next.place.index === before.place.index;

/** @param until where the picture is now; undefined when that is not known any more */
const advance = (running: RunningPlay, change: DeckChange, until: number | undefined): RunningPlay => {
  const { next, before, cause, nowSeconds } = change;
  const { head } = running;
  const moves = runs(next);
  if (!head.moves && !moves && until === next.positionSeconds) return running;
  const at = { positionSeconds: next.positionSeconds, lookedSeconds: nowSeconds, moves };
  // While it stands it may be sought; mpv stands already when it tells of the end.
  const hasMoved = until !== undefined && (head.moves || next.transport === 'ended');
  const forward = hasMoved ? until - head.positionSeconds : 0;
  const moved = forward < 0 && loops(before) ? forward + outSeconds(before) - inPoint(before) : forward;
  const due = head.moves ? (nowSeconds - head.lookedSeconds) * before.speed * before.paceFactor : 0;
  // Further than its speed allows is a jump: what lies between was not shown.
  const isJump = moved < 0 || moved > due * MARGIN_FACTOR + MARGIN_SECONDS;
  const { dueSeconds, shownSeconds } = head;
  const shown =
    isJump || !hasMoved
      ? running
      : {
          ...running,
          shownSeconds: running.shownSeconds + moved,
          head: { ...head, dueSeconds: dueSeconds + due, shownSeconds: shownSeconds + moved },
        };
  // A command may have taken the picture elsewhere, and taken its time for that.
  if (isJump || !moves || cause !== undefined) {
    return { ...shown, behindSeconds: toBehind(shown), head: { ...at, dueSeconds: 0, shownSeconds: 0 } };
  }
  return { ...shown, head: { ...shown.head, ...at } };
};

/** The picture may run ahead of the look by this much. */
const MARGIN_SECONDS = 0.1;
const MARGIN_FACTOR = 1.25;

/** A start takes a moment, and the clock of the sound is not quite ours. */
const USUAL_LAG_SECONDS = 0.5;
const USUAL_LAG_FACTOR = 0.01;

/** How far the picture fell behind its clock, in seconds of the file. */
const toBehind = ({ behindSeconds, head: { dueSeconds, shownSeconds } }: RunningPlay): number => {
  const lag = dueSeconds - shownSeconds;
  return behindSeconds + (lag > USUAL_LAG_SECONDS + dueSeconds * USUAL_LAG_FACTOR ? lag : 0);
};

/** A picture that loses this much of its time is decoded too slowly; a slow output loses frames and no time. */
const SLOW_DECODER_SECONDS = 0.15;
const SLOW_DECODER_FACTOR = 0.04;

/** What is behind. */
export const toBottleneck = ({ lost, head: { dueSeconds, shownSeconds } }: RunningPlay): Bottleneck => {
  const lag = dueSeconds - shownSeconds;
  const isSlow = lag > SLOW_DECODER_SECONDS && lag > dueSeconds * SLOW_DECODER_FACTOR;
  return isSlow || lost.droppedByDecoder > lost.droppedByOutput ? 'decoder' : 'output';
};
