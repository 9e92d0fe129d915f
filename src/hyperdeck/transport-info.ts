// What a client is told of the transport, worked out from the deck's state and the timeline.
import { currentPart } from '../deck/run.ts';
import { type DeckState, isOnSplash, isPlaying, selectedClip } from '../deck/state.ts';
import { toTimecode } from '../deck/timecode.ts';
import { timecodeBase } from './configuration.ts';
import type { DeviceState } from './device-state.ts';
import {
  clampPosition,
  frameAt,
  type Timeline,
  type TimelineClip,
  type TimelinePosition,
  timelineFrame,
} from './timeline.ts';
import { DEFAULT_FORMAT, type VideoFormat } from './video-format.ts';

/** Everything that clients see, at one moment. */
export interface Snapshot {
  readonly deck: DeckState;
  readonly device: DeviceState;
  readonly timeline: Timeline;
  /** Where the picture is on the timeline; while none of its clips is shown, where it was last. */
  readonly position: TimelinePosition;
}

export type TransportStatus = 'preview' | 'stopped' | 'play' | 'jog' | 'shuttle';

export interface TransportInfo {
  readonly status: TransportStatus;
  /** Percent of normal speed; 0 while the picture stands. */
  readonly percent: number;
  /** Counts from 0; undefined when the timeline is empty. */
  readonly clipIndex: number | undefined;
  readonly singleClip: boolean;
  readonly loop: boolean;
  readonly format: VideoFormat;
  readonly timelineFrame: number;
  /** On the timeline. */
  readonly timecode: string;
  /** On the timeline, or the clip's own where `timecode output` says so. */
  readonly displayTimecode: string;
}

const toStatus = ({ deck, device }: Snapshot): TransportStatus => {
  if (isOnSplash(deck)) return 'preview';
  if (device.stepPercent !== undefined) return device.motion === 'shuttle' ? 'shuttle' : 'play';
  if (isPlaying(deck)) return device.motion === 'shuttle' ? 'shuttle' : 'play';
  return device.motion === 'jog' ? 'jog' : 'stopped';
};

const toPercent = ({ deck, device }: Snapshot): number => {
  if (isOnSplash(deck)) return 0;
  return device.stepPercent ?? (isPlaying(deck) ? Math.round(deck.speed * 100) : 0);
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

/** Timecode of a frame of a clip in its file. */
export const timecodeIn = (clip: TimelineClip, frame: number, { configuration }: DeviceState): string =>
  toTimecode(clip.inFrame + frame, timecodeBase(clip.format, configuration));

/** A length as a timecode. */
export const durationOf = (clip: TimelineClip, { configuration }: DeviceState): string =>
  toTimecode(clip.frames, timecodeBase(clip.format, configuration));

/** What the front panel would show: `startT` of the clip lists is in the same base. */
export const displayTimecode = (clip: TimelineClip, frame: number, device: DeviceState): string =>
  device.configuration['timecode output'] === 'clip'
    ? timecodeIn(clip, frame, device)
    : timecodeOn(clip, frame, device);

export const toTransportInfo = (snapshot: Snapshot): TransportInfo => {
  const { deck, device, timeline, position } = snapshot;
  const clip = timeline.clips[position.index];
  const zero = (): string => toTimecode(0, timecodeBase(DEFAULT_FORMAT, device.configuration));
  return {
    status: toStatus(snapshot),
    percent: toPercent(snapshot),
    clipIndex: clip === undefined ? undefined : position.index,
    ...toPlayMode(deck),
    format: clip?.format ?? DEFAULT_FORMAT,
    timelineFrame: timelineFrame(timeline, position),
    timecode: clip === undefined ? zero() : timecodeOn(clip, position.frame, device),
    displayTimecode: clip === undefined ? zero() : displayTimecode(clip, position.frame, device),
  };
};

/**
 * Where the deck's picture is on the timeline. The same clip may be there more than once.
 * @param expected the index where the run should be, or the picture was last
 * @param last where the picture was last; it stays while no clip of the timeline is shown
 */
export const locate = (
  deck: DeckState,
  timeline: Timeline,
  expected: number,
  last: TimelinePosition,
): TimelinePosition => {
  if (isOnSplash(deck)) return clampPosition(timeline, last);
  const item = deck.place && currentPart(deck.place)?.item;
  const isShown = ({ clip, inSeconds, outSeconds }: TimelineClip): boolean =>
    clip.id === deck.selectedId && (item === undefined || (item.inSeconds < outSeconds && item.outSeconds > inSeconds));
  const found = nearestIndex(timeline.clips, expected, isShown);
  const clip = found === undefined ? undefined : timeline.clips[found];
  if (found === undefined || clip === undefined) return clampPosition(timeline, last);
  return { index: found, frame: frameAt(clip, deck.targetSeconds ?? deck.positionSeconds, item?.outSeconds) };
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
  for (let distance = 0; distance < clips.length; distance += 1) {
    if (matchesAt(expected + distance)) return expected + distance;
    if (matchesAt(expected - distance)) return expected - distance;
  }
  return undefined;
};
