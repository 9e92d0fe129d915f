// Asynchronous notifications: when each fires, and its text.
import type { Clip } from '../../deck/clips/clip.ts';
import type { Machine } from '../../deck/ports.ts';
import { toFrameRange } from '../device/play-range.ts';
import type { Timeline } from '../device/timeline.ts';
import { type Snapshot, toTransportInfo } from '../device/transport-info.ts';
import {
  SLOTS,
  toClipsInfo,
  toConfigurationText,
  toDiskList,
  toDisplayTimecode,
  toDroppedFrames,
  toPlayRangeText,
  toRemoteInfo,
  toSlotInfo,
  toTimelinePosition,
  toTransportText,
} from './replies.ts';

/** Dependencies of the texts besides the snapshot. */
export interface NoticeContext {
  readonly machine: Machine;
  readonly isMissing: (clip: Clip) => boolean;
  /** True when this connection may control while remote is disabled. */
  readonly override: boolean;
  readonly responseVersion: 1 | 2;
}

interface Notice {
  /** A value that changes whenever there is news. */
  readonly newsOf: (snapshot: Snapshot, deps: Pick<NoticeContext, 'override'>) => unknown;
  readonly toText: (snapshot: Snapshot, deps: NoticeContext) => string;
  /** The next one replaces it, so it is dropped while the client is behind. */
  readonly latestOnly: boolean;
}

const notice = (newsOf: Notice['newsOf'], toText: Notice['toText'], passing = false): Notice => ({
  newsOf,
  toText,
  latestOnly: passing,
});

/** Notifications of state that never changes in this deck. */
const never = notice(
  () => undefined,
  () => '',
);

const transportText = (snapshot: Snapshot): string => {
  const { status, percent, clipIndex, singleClip, loop, format } = toTransportInfo(snapshot);
  return [status, percent, clipIndex, singleClip, loop, format.name].join();
};

let timelines = 0;
const numbers = new WeakMap<Timeline, number>();

/** Changes with the timeline and with the timecodes in its list, which clients compute with. */
const clipListText = ({ timeline, device: { configuration } }: Snapshot): string => {
  const number = numbers.get(timeline) ?? ++timelines;
  numbers.set(timeline, number);
  return [number, configuration['timecode output'], configuration['timecode preference']].join();
};

const playRangeText = ({ device, timeline }: Snapshot): string => {
  const range = toFrameRange(device.playRange, timeline);
  return `${range?.inFrame} ${range?.outFrame}`;
};

/** In the order of the protocol's own list; the numbers 511 to 522 follow it. */
export const NOTICES = {
  remote: notice(
    ({ device }, { override }) => `${device.remoteEnabled} ${override}`,
    ({ device }, { override }) => toRemoteInfo(510, device.remoteEnabled, override),
  ),
  transport: notice(transportText, (snapshot) => toTransportText(508, snapshot)),
  // Controllers read the clips again on this notification.
  slot: notice(clipListText, (snapshot, { machine }) => toSlotInfo(502, SLOTS.clips, snapshot, machine)),
  configuration: notice(
    ({ device }) => device.configuration,
    ({ device }) => toConfigurationText(511, device),
  ),
  // No document shows the text of a real deck; number and key are known.
  'dropped frames': notice(
    ({ deck }) => deck.losses?.framesDropped ?? 0,
    ({ deck }) => (deck.losses === undefined ? '' : toDroppedFrames(deck.losses.framesDropped)),
  ),
  'display timecode': notice((snapshot) => toTransportInfo(snapshot).displayTimecode, toDisplayTimecode, true),
  'timeline position': notice((snapshot) => toTransportInfo(snapshot).timelineFrame, toTimelinePosition, true),
  playrange: notice(playRangeText, (snapshot) => toPlayRangeText(515, snapshot)),
  cache: never,
  'dynamic range': never,
  slate: never,
  clips: notice(clipListText, (snapshot, { responseVersion }) =>
    toClipsInfo(519, snapshot, {
      from: 0,
      count: snapshot.timeline.clips.length,
      version: responseVersion === 1 ? 2 : 3,
    }),
  ),
  disk: notice(
    ({ deck }) => deck.document.clips,
    (snapshot, { isMissing, responseVersion }) => toDiskList(520, snapshot, isMissing, responseVersion),
  ),
  'device info': never,
  nas: never,
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeKey = keyof typeof NOTICES;
export const NOTICE_KEYS = Object.keys(NOTICES) as readonly NoticeKey[];
