// The objects of the REST API, made from what the deck does.
import type { Clip } from '../../deck/clips/clip.ts';
import { isOnSplash, isPlaying } from '../../deck/state.ts';
import { toWireName } from '../device/clip-names.ts';
import { ownTimecode } from '../device/clip-timecode.ts';
import { toFrameRange } from '../device/play-range.ts';
import { type TimelineClip, toDefaultEntries, toTimeline } from '../device/timeline.ts';
import { durationOf, type Snapshot, shownClip, timecodeOn, toTransportInfo } from '../device/transport-info.ts';
import type { VideoFormat } from '../device/video-format.ts';
import type { CommandContext } from '../ethernet/command.ts';
import { VOLUME_NAME } from '../ethernet/replies.ts';
import { toCodecFormat } from './codec-format.ts';
import { uniqueIds } from './unique-ids.ts';

/** The one disk there is. */
export const DEVICE_NAME = 'clips';

export type Json = unknown;

export const toFormatJson = ({ restName, restRate, width, height, interlaced }: VideoFormat): Json => ({
  name: restName,
  frameRate: restRate,
  height,
  width,
  interlaced,
});

const isMoving = ({ deck }: Snapshot): boolean => !isOnSplash(deck) && isPlaying(deck);

export const toMode = ({ deck }: Snapshot): string => (isOnSplash(deck) ? 'InputPreview' : 'Output');

export const isStopped = (snapshot: Snapshot): boolean => !isMoving(snapshot);
export const isRunning = isMoving;

const toPlaybackType = (snapshot: Snapshot): string => {
  const { status, percent } = toTransportInfo(snapshot);
  if (status === 'jog') return 'Jog';
  if (status === 'shuttle') return 'Shuttle';
  return percent === 0 || percent === 100 ? 'Play' : 'Var';
};

export const toPlaybackJson = (snapshot: Snapshot): Json => {
  const { percent, loop, singleClip, timelineFrame } = toTransportInfo(snapshot);
  return { type: toPlaybackType(snapshot), loop, singleClip, speed: percent / 100, position: timelineFrame };
};

export const toTimecodesJson = (snapshot: Snapshot): Json => {
  const { displayTimecode, timecode } = toTransportInfo(snapshot);
  return { display: displayTimecode, timeline: timecode };
};

export const toTimelineJson = (snapshot: Snapshot): Json => {
  const { timeline, deck, device } = snapshot;
  const ids = uniqueIds(deck.document.clips);
  return {
    clips: timeline.clips.map((clip) => ({
      clipUniqueId: ids.get(clip.clip.id),
      frameCount: clip.frames,
      durationTimecode: durationOf(clip, device),
      clipIn: clip.inFrame,
      inTimecode: ownTimecode(clip, 0, device.configuration),
      timelineIn: clip.startFrame,
      timelineInTimecode: timecodeOn(clip, 0, device),
    })),
  };
};

const toDiskClip = (part: TimelineClip, { deck, device }: Snapshot): Json => {
  const { clip } = part;
  return {
    clipUniqueId: uniqueIds(deck.document.clips).get(clip.id),
    filePath: `/${toWireName(clip, 'files')}`,
    codecFormat: toCodecFormat(clip),
    videoFormat: toFormatJson(part.format),
    startTimecode: ownTimecode({ ...part, inFrame: 0 }, 0, device.configuration),
    durationTimecode: durationOf(part, device),
    frameCount: part.frames,
  };
};

/** Each clip untrimmed, as on the disk. */
export const toDiskJson = (snapshot: Snapshot, { files }: Pick<CommandContext, 'files'>): Json => {
  const { clips } = snapshot.deck.document;
  return { clips: wholeClips(clips, files.isMissing).map((part) => toDiskClip(part, snapshot)) };
};

const wholeClips = (clips: readonly Clip[], isMissing: (clip: Clip) => boolean): readonly TimelineClip[] => {
  const entries = toDefaultEntries(clips, isMissing).map((entry) => {
    const clip = clips.find(({ id }) => id === entry.clipId);
    return clip?.kind === 'video' ? { ...entry, part: { inSeconds: 0, outSeconds: clip.durationSeconds } } : entry;
  });
  return toTimeline(entries, clips).clips;
};

export const toClipJson = (snapshot: Snapshot): Json => {
  const id = shownClip(snapshot)?.id;
  const whole = wholeClips(
    snapshot.deck.document.clips.filter((clip) => clip.id === id),
    () => false,
  )[0];
  return { clip: whole === undefined ? null : toDiskClip(whole, snapshot) };
};

export const toPlayRangeJson = ({ device, timeline }: Snapshot): Json => {
  const range = toFrameRange(device.playRange, timeline);
  return { playRange: range === undefined ? null : { timelineIn: range.inFrame, timelineOut: range.outFrame } };
};

export const toWorkingSetJson = (snapshot: Snapshot, { machine, files }: CommandContext): Json => {
  const { freeBytes, sizeBytes } = machine.clipsPartition();
  const clipCount = toDefaultEntries(snapshot.deck.document.clips, files.isMissing).length;
  return {
    size: 2,
    workingset: [
      {
        deviceName: DEVICE_NAME,
        volume: VOLUME_NAME,
        remainingRecordTime: 0,
        totalSpace: sizeBytes,
        remainingSpace: freeBytes,
        clipCount,
      },
      null,
    ],
  };
};
