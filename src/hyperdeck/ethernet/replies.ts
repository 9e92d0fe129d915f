// The texts that go over the wire. Pure; every line ends CR LF, and a block with an empty line.
import type { Clip } from '../../deck/clips/clip.ts';
import { toTimecode } from '../../deck/clips/timecode.ts';
import type { Machine } from '../../deck/ports.ts';
import { type ListNames, toWireName } from '../device/clip-names.ts';
import { ownTimecode, shownTimecode } from '../device/clip-timecode.ts';
import { CONFIGURATION_KEYS } from '../device/configuration.ts';
import type { DeviceState } from '../device/device-state.ts';
import { type FrameRange, toFrameRange } from '../device/play-range.ts';
import { type Timeline, type TimelineClip, toDefaultEntries, toTimeline } from '../device/timeline.ts';
import { durationOf, type Snapshot, toTransportInfo } from '../device/transport-info.ts';
import { fileFormatOf } from '../device/video-format.ts';
import { type CommandError, FAILURES } from '../response-codes.ts';

/** Controllers choose their features by this version; it is that of a Studio Mini with firmware 6. */
export const PROTOCOL_VERSION = '1.11';
export const MODEL = 'HyperDeck Studio Mini';
/** The clips folder, and a slot that is always empty, since controllers ask for two. */
export const SLOTS = { clips: 1, empty: 2 } as const;
export const SLOT_IDS: readonly number[] = Object.values(SLOTS);
export const VOLUME_NAME = 'CueDeck';

export const OK = '200 ok\r\n';

type Pair = readonly [string, string | number | boolean];

export const toBlock = (code: number, title: string, lines: readonly string[]): string =>
  `${code} ${title}:\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

export const toPairs = (code: number, title: string, pairs: readonly Pair[]): string =>
  toBlock(
    code,
    title,
    pairs.map(([key, value]) => `${key}: ${value}`),
  );

export const toFailureText = ({ code }: CommandError): string => `${code} ${FAILURES[code]}\r\n`;

export const toGreeting = (): string =>
  toPairs(500, 'connection info', [
    ['protocol version', PROTOCOL_VERSION],
    ['model', MODEL],
  ]);

export const toDeviceInfo = ({ deviceId, version, hostName }: Machine): string =>
  toPairs(204, 'device info', [
    ['protocol version', PROTOCOL_VERSION],
    ['model', MODEL],
    ['unique id', deviceId],
    ['slot count', SLOT_IDS.length],
    ['software version', version],
    ['name', hostName()],
  ]);

export const toDroppedFrames = (count: number): string => toPairs(512, 'dropped frames', [['dropped frames', count]]);

export const toSlotInfo = (code: 202 | 502, slotId: number, snapshot: Snapshot, machine: Machine): string => {
  const isClips = slotId === SLOTS.clips;
  const { freeBytes, sizeBytes } = machine.clipsPartition();
  return toPairs(code, 'slot info', [
    ['slot id', slotId],
    ['slot name', isClips ? VOLUME_NAME : 'none'],
    ['status', isClips ? 'mounted' : 'empty'],
    ['volume name', isClips ? VOLUME_NAME : ''],
    ['recording time', 0],
    ['video format', isClips ? toTransportInfo(snapshot).format.name : 'none'],
    ['blocked', false],
    ['remaining size', isClips ? freeBytes : 0],
    ['total size', isClips ? sizeBytes : 0],
  ]);
};

/** In 508 real decks name the slot `active slot`; both are sent, since clients differ. */
export const toTransportText = (code: 208 | 508, snapshot: Snapshot): string => {
  const info = toTransportInfo(snapshot);
  return toPairs(code, 'transport info', [
    ['status', info.status],
    ['speed', info.percent],
    ['slot id', SLOTS.clips],
    ...(code === 508 ? ([['active slot', SLOTS.clips]] as const) : []),
    ['clip id', info.clipIndex === undefined ? 'none' : info.clipIndex + 1],
    ['single clip', info.singleClip],
    ['display timecode', info.displayTimecode],
    ['timecode', info.timecode],
    ['video format', info.format.name],
    ['loop', info.loop],
    ['timeline', info.timelineFrame],
    ['input video format', 'none'],
    ['dynamic range', 'none'],
  ]);
};

/** 1 to 3 as the parameter `version` of `clips get`; `notified` as in 519. */
export type ListVersion = 1 | 2 | 3;

const toClipLine = (clip: TimelineClip, index: number, version: ListVersion, device: DeviceState): string => {
  const { configuration, listNames } = device;
  const name = toWireName(clip.clip, listNames);
  const start = shownTimecode(clip, 0, configuration);
  const duration = durationOf(clip, device);
  if (version === 1) return `${index + 1}: ${name} ${start} ${duration}`;
  const [from, to] = [0, clip.frames].map((frame) => ownTimecode(clip, frame, configuration));
  // Version 3 has the folder in front of the name; all clips are in the root folder.
  return `${index + 1}: ${start} ${duration} ${from} ${to} ${name}`;
};

/** `clip count` is that of the whole timeline, also for a part of the list. */
export const toClipsInfo = (
  code: 205 | 519,
  { timeline, device }: Snapshot,
  what: { readonly from: number; readonly count: number; readonly version: ListVersion },
): string =>
  toBlock(code, 'clips info', [
    `clip count: ${timeline.clips.length}`,
    ...timeline.clips
      .slice(what.from, what.from + what.count)
      .map((clip, number) => toClipLine(clip, what.from + number, what.version, device)),
  ]);

export const toClipsCount = ({ clips }: Timeline): string =>
  toPairs(214, 'clips count', [['clip count', clips.length]]);

/** Clients accept only digits and colons as duration in this list: never drop-frame. */
const toDiskLine = (clip: TimelineClip, index: number, version: 1 | 2, listNames: ListNames): string => {
  const name = toWireName(clip.clip, listNames);
  const duration = toTimecode(clip.frames, { rate: clip.format.rate, dropFrame: false });
  const what = `${fileFormatOf(clip.clip)} ${clip.format.name} ${duration}`;
  return version === 1 ? `${index + 1}: ${name} ${what}` : `${index + 1}: ${what} ${name}`;
};

export const toDiskList = (
  code: 206 | 520,
  { deck: { document }, device }: Snapshot,
  isMissing: (clip: Clip) => boolean,
  version: 1 | 2,
): string => {
  const disk = toTimeline(toDefaultEntries(document.clips, isMissing), document.clips);
  return toBlock(code, code === 206 ? 'disk list' : 'disk list info', [
    `slot id: ${SLOTS.clips}`,
    ...disk.clips.map((clip, index) => toDiskLine(clip, index, version, device.listNames)),
  ]);
};

export const toConfigurationText = (code: 211 | 511, { configuration }: DeviceState): string =>
  toPairs(
    code,
    'configuration',
    CONFIGURATION_KEYS.map((key) => [key, configuration[key]]),
  );

export const toRemoteInfo = (code: 210 | 510, enabled: boolean, override: boolean): string =>
  toPairs(code, 'remote info', [
    ['enabled', enabled],
    ['override', override],
  ]);

export const toPlayRangeText = (code: 219 | 515, { device, timeline }: Snapshot): string => {
  const range: FrameRange | undefined = toFrameRange(device.playRange, timeline);
  return toPairs(code, 'playrange info', [
    ['timeline in', range?.inFrame ?? 'none'],
    ['timeline out', range?.outFrame ?? 'none'],
  ]);
};

export const toDisplayTimecode = (snapshot: Snapshot): string =>
  toPairs(513, 'display timecode', [['display timecode', toTransportInfo(snapshot).displayTimecode]]);

/** Real decks name the key `timeline`; the most used client library reads `timeline position`. */
export const toTimelinePosition = (snapshot: Snapshot): string => {
  const { timelineFrame } = toTransportInfo(snapshot);
  return toPairs(514, 'timeline position', [
    ['timeline', timelineFrame],
    ['timeline position', timelineFrame],
  ]);
};
