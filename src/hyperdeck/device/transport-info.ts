// Transport read-outs computed from deck state and timeline.
import { type Clip, ROUNDING_SECONDS } from '../../deck/clips/clip.ts';
import { secondsToFrames, toTimecode } from '../../deck/clips/timecode.ts';
import { currentPart } from '../../deck/playback/sequence.ts';
import { shownSpeed } from '../../deck/read-outs.ts';
import { type DeckState, isMeantToPlay, isOnSplash, isPlaying, selectedClip } from '../../deck/state.ts';
import { shownBase, shownTimecode } from './clip-timecode.ts';
import { timecodeBase } from './configuration.ts';
import type { DeviceState } from './device-state.ts';
import {
  clampPosition,
  frameAt,
  type Timeline,
  type TimelineClip,
  type TimelinePosition,
  timelineFrame,
  toTimeline,
} from './timeline.ts';
import { DEFAULT_FORMAT, type VideoFormat } from './video-format.ts';

/** Everything that clients see, at one moment. */
export interface Snapshot {
  readonly deck: DeckState;
  readonly device: DeviceState;
  readonly timeline: Timeline;
  /** Position on the timeline; while no clip of it is shown, the last one. */
  readonly position: TimelinePosition;
  /** The shown clip, if it is not on the timeline. */
  readonly guest: OffTimelineClip | undefined;
}

/** A shown clip that is not on the timeline: the whole file. */
interface OffTimelineClip {
  readonly clip: TimelineClip;
  /** In its file. */
  readonly frame: number;
}

type TransportStatus = 'preview' | 'stopped' | 'play' | 'jog' | 'shuttle';

interface TransportInfo {
  readonly status: TransportStatus;
  /** Percent of normal speed; 0 while paused. */
  readonly percent: number;
  /** Counts from 0; undefined for an empty timeline, and while the shown clip is not on it. */
  readonly clipIndex: number | undefined;
  readonly singleClip: boolean;
  readonly loop: boolean;
  readonly format: VideoFormat;
  /** For a clip that is not on the timeline: in its file. */
  readonly timelineFrame: number;
  /** On the timeline; for a clip that is not on it, in its file. */
  readonly timecode: string;
  /** On the timeline, or the clip's own if `timecode output` says so. */
  readonly displayTimecode: string;
}

const toStatus = ({ deck, device }: Snapshot): TransportStatus => {
  if (isOnSplash(deck)) return 'preview';
  if (isPlaying(deck)) return device.motion === 'shuttle' ? 'shuttle' : 'play';
  return device.motion === 'jog' ? 'jog' : 'stopped';
};

/** Percent of a stepped shuttle; undefined outside one. */
export const stepPercentOf = ({ stepSpeed }: DeckState): number | undefined =>
  stepSpeed === undefined ? undefined : Math.round(stepSpeed * 100);

/** Percent at which the clip is to play, also while mpv restarts; 0 while it stands. */
export const meantPercentOf = (deck: DeckState): number =>
  isOnSplash(deck) || !isMeantToPlay(deck) ? 0 : Math.round(shownSpeed(deck) * 100);

/** A selected clip plays alone; a clip whose Loop is set loops in any sequence. */
export const toPlayMode = (deck: DeckState): { readonly singleClip: boolean; readonly loop: boolean } => {
  if (isOnSplash(deck)) return { singleClip: false, loop: false };
  const { loop } = selectedClip(deck);
  return {
    singleClip: loop || (deck.place?.run.singleClip ?? true),
    loop: loop || (deck.place?.run.loop ?? false),
  };
};

/** Timecode of a frame of a clip on the timeline. */
export const timecodeOn = (clip: TimelineClip, frame: number, { configuration }: DeviceState): string =>
  toTimecode(clip.startCount + frame, timecodeBase(clip.format, configuration));

/** A duration as a timecode on the clip's display base, because clients subtract one from the other. */
export const durationOf = (clip: TimelineClip, { configuration }: DeviceState): string =>
  toTimecode(clip.frames, shownBase(clip, configuration));

export const toTransportInfo = (snapshot: Snapshot): TransportInfo => {
  const { deck, device, timeline, position, guest } = snapshot;
  const { clip, frame } = guest ?? { clip: timeline.clips[position.index], frame: position.frame };
  const zero = (): string => toTimecode(0, timecodeBase(DEFAULT_FORMAT, device.configuration));
  return {
    status: toStatus(snapshot),
    percent: isPlaying(deck) ? meantPercentOf(deck) : 0,
    clipIndex: clip === undefined || guest !== undefined ? undefined : position.index,
    ...toPlayMode(deck),
    format: clip?.format ?? DEFAULT_FORMAT,
    timelineFrame: guest === undefined ? timelineFrame(timeline, position) : frame,
    timecode: clip === undefined ? zero() : timecodeOn(clip, frame, device),
    displayTimecode: clip === undefined ? zero() : shownTimecode(clip, frame, device.configuration),
  };
};

/** The shown clip, on the timeline or not. */
export const shownClip = ({ timeline, position, guest }: Snapshot): Clip | undefined =>
  (guest?.clip ?? timeline.clips[position.index])?.clip;

type Located = Pick<Snapshot, 'position' | 'guest'>;

/**
 * Locates the deck's picture on the timeline, or beside it. A clip may be on it more than once.
 * @param expected the expected index of the sequence, or the last one
 * @param last the last position; kept while no clip of the timeline is shown
 */
export const locate = (deck: DeckState, timeline: Timeline, expected: number, last: TimelinePosition): Located => {
  const stays = clampPosition(timeline, last);
  if (isOnSplash(deck)) return { position: stays, guest: undefined };
  const item = deck.place && currentPart(deck.place)?.item;
  const seconds = deck.targetSeconds ?? deck.positionSeconds;
  const played = item ?? selectedClip(deck);
  const isShown = (clip: TimelineClip): boolean => clip.clip.id === deck.selectedId && isPartOf(clip, played, seconds);
  const found = nearestIndex(timeline.clips, expected, isShown);
  const clip = found === undefined ? undefined : timeline.clips[found];
  if (found === undefined || clip === undefined)
    return { position: stays, guest: toOffTimelineClip(selectedClip(deck), seconds) };
  return { position: { index: found, frame: frameAt(clip, seconds, item?.outSeconds) }, guest: undefined };
};

/** True when the clip on the timeline contains the shown frame; its ends count only when more of the file is played. */
const isPartOf = (
  clip: TimelineClip,
  played: { readonly inSeconds: number; readonly outSeconds: number },
  seconds: number,
): boolean => {
  const frame = secondsToFrames(seconds, clip.format.rate) - clip.inFrame;
  return (
    (played.inSeconds > clip.inSeconds - ROUNDING_SECONDS || frame >= 0) &&
    (played.outSeconds < clip.outSeconds + ROUNDING_SECONDS || frame < clip.frames) &&
    played.inSeconds < clip.outSeconds &&
    played.outSeconds > clip.inSeconds
  );
};

const toOffTimelineClip = (clip: Clip, seconds: number): OffTimelineClip | undefined => {
  const outSeconds = Math.max(clip.durationSeconds, clip.outSeconds);
  const whole = toTimeline([{ clipId: clip.id, part: { inSeconds: 0, outSeconds } }], [clip]).clips[0];
  return whole && { clip: whole, frame: frameAt(whole, seconds) };
};

/** Index of the match nearest to `expected`. */
const nearestIndex = (
  clips: readonly TimelineClip[],
  expected: number,
  matches: (clip: TimelineClip) => boolean,
): number | undefined => {
  const matchesAt = (index: number): boolean => {
    const clip = clips[index];
    return clip !== undefined && matches(clip);
  };
  const from = Math.max(0, Math.min(expected, clips.length - 1));
  for (let distance = 0; distance < clips.length; distance += 1) {
    if (matchesAt(from + distance)) return from + distance;
    if (matchesAt(from - distance)) return from - distance;
  }
  return undefined;
};
