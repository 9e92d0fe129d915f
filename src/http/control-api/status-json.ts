// Status and clip list as control-API JSON, in documented order.
import type { Clip } from '../../deck/clips/clip.ts';
import type { Machine } from '../../deck/ports.ts';
import { shownSpeed } from '../../deck/read-outs.ts';
import { type DeckState, isPlaying, selectedIndex, timecodeSeconds } from '../../deck/state.ts';
import type { FeedFormat } from '../events/event-feed.ts';

/** The Status object without CLIPS. */
interface StatusJson {
  readonly CLIP_ID: number;
  readonly DEVICEID: string;
  readonly IFACES: Readonly<Record<string, string>>;
  readonly LICENSED: boolean;
  readonly LVERSION: string;
  readonly VERSION: string;
  /** Bytes. */
  readonly PARTFREE: number;
  readonly PARTSIZE: number;
  readonly PLAYERNAME: string;
  readonly PLAY: boolean;
  readonly SHOWINFO: boolean;
  /** Factor, 1 is normal. */
  readonly SPEED: number;
  /** Seconds with at most 3 decimals. */
  readonly TIMECODE: number;
}

/** The position, for the event channel. */
type PositionJson = Pick<StatusJson, 'CLIP_ID' | 'TIMECODE'>;

export const toStatusJson = (state: DeckState, machine: Machine): StatusJson => {
  const { freeBytes, sizeBytes } = machine.clipsPartition();
  return {
    CLIP_ID: selectedIndex(state),
    DEVICEID: machine.deviceId,
    IFACES: machine.interfaces(),
    LICENSED: machine.licensed,
    LVERSION: machine.latestVersion(),
    VERSION: machine.version,
    PARTFREE: freeBytes,
    PARTSIZE: sizeBytes,
    PLAYERNAME: machine.hostName(),
    PLAY: isPlaying(state),
    SHOWINFO: state.document.settings.showSplash,
    SPEED: shownSpeed(state),
    TIMECODE: timecodeSeconds(state),
  };
};

const toPositionJson = (state: DeckState): PositionJson => ({
  CLIP_ID: selectedIndex(state),
  TIMECODE: timecodeSeconds(state),
});

/** The JSON text of a clip list. */
export type ClipsText = (clips: readonly Clip[]) => Buffer;

/** Renders the text once per list: lists are immutable, and long ones take milliseconds. */
export const createClipsText = (): ClipsText => {
  let known: { readonly clips: readonly Clip[]; readonly text: Buffer } | undefined;
  return (clips) => {
    if (known?.clips !== clips) known = { clips, text: Buffer.from(JSON.stringify(clips.map(toClipJson))) };
    return known.text;
  };
};

/** Renders the events of the control API's channel. */
export const toFeedFormat = (machine: Machine, toClipsText: ClipsText): FeedFormat => ({
  statusEvent: 'status',
  clips: (state) => toClipsText(state.document.clips),
  status: (state) => {
    const { TIMECODE, ...still } = toStatusJson(state, machine);
    return { stable: still, volatile: { TIMECODE } };
  },
  position: toPositionJson,
});

const BEFORE_CLIPS = Buffer.from('{"CLIPS":');

/** The whole Status object in parts, so that the text of the clip list is reused. */
export const toStatusText = (clipsText: Buffer, status: StatusJson): readonly Buffer[] => [
  BEFORE_CLIPS,
  clipsText,
  Buffer.from(`,${JSON.stringify(status).slice(1)}`),
];

/** Times in seconds with at most 3 decimals. */
interface ClipJson {
  readonly ClipName: string;
  /** Bare name in the clips folder; the splash screen's is an absolute path. */
  readonly Filename: string;
  readonly Duration: number;
  readonly StartAt: number;
  readonly EndAt: number;
  readonly Loop: boolean;
}

const toClipJson = (clip: Clip): ClipJson => ({
  ClipName: clip.name,
  Filename: clip.file,
  Duration: clip.durationSeconds,
  StartAt: clip.inSeconds,
  EndAt: clip.outSeconds,
  Loop: clip.loop,
});
