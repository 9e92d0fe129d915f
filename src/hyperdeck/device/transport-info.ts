// Transport read-outs computed from deck state and timeline.
import { type Clip, ROUNDING_SECONDS } from '../../deck/clips/clip.ts';
import { secondsToFrames, toTimecode } from '../../deck/clips/timecode.ts';
import { currentPart } from '../../deck/playback/sequence.ts';
import { shownSpeed } from '../../deck/read-outs.ts';
import { type DeckState, isOnSplash, isPlaying, selectedClip } from '../../deck/state.ts';
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
  /** Where the picture is on the timeline; while none of its clips is shown, where it was last. */
  readonly position: TimelinePosition;
  /** What is shown although it is not on the timeline. */
  readonly guest: OffTimelineClip | undefined;
}

/** A clip that is on without being on the timeline: the whole file by itself. */
export interface OffTimelineClip {
  readonly clip: TimelineClip;
  /** In its file. */
  readonly frame: number;
}

export type TransportStatus = 'preview' | 'stopped' | 'play' | 'jog' | 'shuttle';

export interface TransportInfo {
  readonly status: TransportStatus;
  /** Percent of normal speed; 0 while the picture stands. */
  readonly percent: number;
  /** Counts from 0; undefined when the timeline is empty, and while what is shown is not on it. */
  readonly clipIndex: number | undefined;
  readonly singleClip: boolean;
  readonly loop: boolean;
  readonly format: VideoFormat;
  /** Of what is not on the timeline: in its file. */
  readonly timelineFrame: number;
  /** On the timeline; of what is not on it, in its file. */
  readonly timecode: string;
  /** On the timeline, or the clip's own where `timecode output` says so. */
  readonly displayTimecode: string;
}

const toStatus = ({ deck, device }: Snapshot): TransportStatus => {
  if (isOnSplash(deck)) return 'preview';
  if (isPlaying(deck)) return device.motion === 'shuttle' ? 'shuttle' : 'play';
  return device.motion === 'jog' ? 'jog' : 'stopped';
};

/** Percent at which the picture moves in steps; undefined while it does not. */
export const stepPercentOf = ({ stepSpeed }: DeckState): number | undefined =>
  stepSpeed === undefined ? undefined : Math.round(stepSpeed * 100);

const toPercent = ({ deck }: Snapshot): number => {
  if (isOnSplash(deck) || !isPlaying(deck)) return 0;
  return Math.round(shownSpeed(deck) * 100);
};

/** A clip that was selected by itself plays alone; one whose Loop is set loops, whatever the run says. */
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

/** A length as a timecode, labelled like what is shown of the clip: clients subtract one from the other. */
export const durationOf = (clip: TimelineClip, { configuration }: DeviceState): string =>
  toTimecode(clip.frames, shownBase(clip, configuration));

export const toTransportInfo = (snapshot: Snapshot): TransportInfo => {
  const { deck, device, timeline, position, guest } = snapshot;
  const { clip, frame } = guest ?? { clip: timeline.clips[position.index], frame: position.frame };
  const zero = (): string => toTimecode(0, timecodeBase(DEFAULT_FORMAT, device.configuration));
  return {
    status: toStatus(snapshot),
    percent: toPercent(snapshot),
    clipIndex: clip === undefined || guest !== undefined ? undefined : position.index,
    ...toPlayMode(deck),
    format: clip?.format ?? DEFAULT_FORMAT,
    timelineFrame: guest === undefined ? timelineFrame(timeline, position) : frame,
    timecode: clip === undefined ? zero() : timecodeOn(clip, frame, device),
    displayTimecode: clip === undefined ? zero() : shownTimecode(clip, frame, device.configuration),
  };
};

/** The clip that is shown, wherever it is. */
export const shownClip = ({ timeline, position, guest }: Snapshot): Clip | undefined =>
  (guest?.clip ?? timeline.clips[position.index])?.clip;

export type Located = Pick<Snapshot, 'position' | 'guest'>;

/**
 * Where the deck's picture is on the timeline, or beside it. The same clip may be there more than once.
 * @param expected the index where the run should be, or the picture was last
 * @param last where the picture was last; it stays while no clip of the timeline is shown
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

/** Whether the clip on the timeline has the frame that is shown; at its ends only where more of the file is played than it has. */
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

/** Index of the matching one that is nearest to `expected`. */
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
