// The deck's ports; adapters implement them, tests fake them.
import {
  type Clip,
  type Coding,
  type FoundFile,
  type FrameRate,
  ROUNDING_SECONDS,
  type Section,
  type Sound,
} from './clips/clip.ts';
import type { DeckDocument } from './clips/clip-list.ts';
import type { MasterLevels } from './master/levels.ts';
import type { LiveOutput } from './output.ts';
import type { OverlayLines } from './overlay/overlay-lines.ts';
import type { ClipFade } from './playback/clip-fades.ts';
import type { WholeUpload } from './upload-ports.ts';

/** A section of a file within an EDL. */
export interface EdlPart {
  /** Absolute path. */
  readonly path: string;
  readonly inSeconds: number;
  readonly outSeconds: number;
  /** The file's clock at position 0; an EDL is cut by this clock. */
  readonly clockStartSeconds?: number;
  readonly coding?: Coding;
}

/** Where an EDL cuts a file, so that rounding puts no frame on the wrong side. */
export const toEdlCut = ({ inSeconds, outSeconds }: Omit<EdlPart, 'path'>) => {
  const startSeconds = Math.max(0, inSeconds - ROUNDING_SECONDS);
  return { startSeconds, lengthSeconds: outSeconds - ROUNDING_SECONDS - startSeconds };
};

/**
 * What the player shows. A `video` has its own clock; a `still` gets one from the player;
 * a `screen` (splash, black) has no time; a `reel` is an EDL: parts of files without a gap, on a time scale
 * that starts at 0. Paths are absolute.
 */
export type Media =
  | {
      readonly kind: 'video' | 'still' | 'screen';
      readonly path: string;
      /** The file has no index: a seek must decode from well before its target. */
      readonly unindexed?: true;
      /** High dynamic range (PQ or HLG). */
      readonly hdr?: true;
      /** Start of its clock, which mpv must be told to read. */
      readonly clockStartSeconds?: number;
      /** The step of its clock, where a seek that is rounded to it could end in a later long frame. */
      readonly clockStepSeconds?: number;
      /** Long frames are repeated at this rate, so that seeks within them work. */
      readonly repeatedAt?: FrameRate;
      /** Absent for the system's own pictures. */
      readonly coding?: Coding;
    }
  | { readonly kind: 'reel'; readonly parts: readonly EdlPart[] };

/** Its file names without folders, for people. */
export const toMediaName = (picture: Media): string =>
  (picture.kind === 'reel' ? picture.parts : [picture]).map(({ path }) => path.replace(/^.*\//, '')).join(' + ');

/** What mpv shows, and how. */
export interface Cue {
  readonly picture: Media;
  readonly section: Section;
  readonly sound: Sound;
  /** Absent: none. */
  readonly fades?: readonly ClipFade[];
}

/** One step for mpv; `why` is for the log. */
export type Step = { readonly why: string } & (
  | {
      readonly do: 'load';
      readonly cue: Cue;
      readonly atSeconds: number;
      readonly playing: boolean;
      readonly speed: number;
    }
  | { readonly do: 'trim'; readonly section: Section }
  | { readonly do: 'sound'; readonly sound: Sound }
  | { readonly do: 'fades'; readonly fades: readonly ClipFade[] }
  | { readonly do: 'output'; readonly output: LiveOutput }
  | { readonly do: 'seek'; readonly toSeconds: number }
  | { readonly do: 'play' }
  | { readonly do: 'pause' }
  | { readonly do: 'speed'; readonly factor: number }
  | { readonly do: 'overlay'; readonly lines: readonly string[] }
);

/** Why mpv ended: by a crash, frozen and killed by us, or ended from outside. */
export type ExitReason = 'crashed' | 'frozen' | 'killed';

/** Frames of the loaded file that did not reach the screen in time; mpv counts them from its load. */
export interface FrameCounts {
  /** Not decoded, since the decoder was behind. */
  readonly droppedByDecoder: number;
  /** Decoded, but not shown. */
  readonly droppedByOutput: number;
  /** Shown after their time. */
  readonly late: number;
}

/** mpv's actual state, from its events. */
export interface PlayerView {
  /** True while mpv accepts steps; false from its exit until the next one answers. */
  readonly running: boolean;
  /** Why mpv is not running, once it has run. */
  readonly exitReason?: ExitReason;
  readonly cue?: Cue;
  readonly paused: boolean;
  /** Stands at the out point. */
  readonly ended: boolean;
  /** Position in the file, seconds, from the player's own clock. */
  readonly positionSeconds: number;
  /** Factor, 1 is normal. */
  readonly speed: number;
  readonly overlay: readonly string[];
  /** The output settings last sent to it; a new mpv starts with its defaults. */
  readonly output: LiveOutput;
  readonly frameCounts: FrameCounts;
  /** What decodes the file, as mpv's `hwdec-current`: `no` is software; absent until mpv tells. */
  readonly decoder?: string;
}

const NO_FRAMES_LOST: FrameCounts = { droppedByDecoder: 0, droppedByOutput: 0, late: 0 };

export const IDLE_VIEW: PlayerView = {
  running: false,
  paused: true,
  ended: false,
  positionSeconds: 0,
  speed: 1,
  overlay: [],
  output: { rotationDegrees: 0 },
  frameCounts: NO_FRAMES_LOST,
};

export interface Player {
  view(): PlayerView;
  /**
   * Resolves when the player confirms: a load or seek when the picture is decoded. One step at a time.
   * When a load fails, the previous picture stays or returns.
   * @throws AppError `unplayable` with the player's reason; `player-unavailable` when it exited or did not answer
   */
  perform(step: Step): Promise<void>;
  /** At once, beside the steps; the next mpv has them before it shows or sounds anything. */
  setLevels(levels: MasterLevels): void;
  /** Over whatever plays, below a fade to black; at once, as `setLevels`. */
  setOverlay(lines: OverlayLines): void;
  /** Calls back after every change of the view; returns an unsubscribe function. */
  subscribe(listener: (view: PlayerView) => void): () => void;
}

/** Locates the files of clips and tells which are missing. */
export interface ClipFiles {
  /** Absolute path. */
  pathOf(clip: Clip): string;
  /** True when the clip's file was missing at the last check; never reads the disk. */
  isMissing(clip: Clip): boolean;
  /** Checks the disk; resolves to true when the file can be opened. */
  isThere(clip: Clip): Promise<boolean>;
}

/** The clip list on disk. Edits are queued; each is durable before it is visible. */
export interface ClipStore extends ClipFiles {
  document(): DeckDocument;
  /** Files that were found in the clips folder and wait for their probe, in order. */
  examining(): readonly FoundFile[];
  /**
   * @param edit pure; its errors are passed on and nothing changes
   * @throws AppError `no-space`, `storage-failed`
   */
  update(edit: (document: DeckDocument) => DeckDocument): Promise<DeckDocument>;
  /**
   * Takes a finished upload into the clips folder under a free name and appends its clip.
   * @param upload its file is renamed, or removed on failure
   * @throws AppError `no-space`, `storage-failed`
   */
  add(upload: WholeUpload): Promise<DeckDocument>;
  /**
   * Removes an entry and its file, both or neither.
   * @param pick chooses a clip from the list when the removal runs; may throw
   * @throws AppError `splash-locked`, `no-space`, `storage-failed`
   */
  remove(pick: (clips: readonly Clip[]) => Clip): Promise<DeckDocument>;
  /**
   * Removes an entry and hides its file until `restore` or `erase`; the next start erases it.
   * @throws AppError as `remove`
   */
  hide(pick: (clips: readonly Clip[]) => Clip): Promise<DeckDocument>;
  /**
   * Restores a hidden entry and its file at their former position.
   * @throws AppError `clip-not-found` when it is not hidden, `no-space`, `storage-failed`
   */
  restore(id: string): Promise<DeckDocument>;
  /** Removes the hidden file for good. Never rejects: a failure is logged, and the next start erases the file. */
  erase(id: string): Promise<void>;
}

/** A reading of the service that keeps the machine's clock. */
export interface ClockReading {
  readonly source: 'chrony' | 'timesyncd';
  /** How far the machine's clock is ahead of the true time. */
  readonly offsetSeconds: number;
  /** The true offset may differ by this much. */
  readonly uncertaintySeconds: number;
}

/** Wall-clock time that several machines share. */
export interface WallClock {
  /** Seconds since 1970-01-01 UTC, less the known offset. */
  nowSeconds(): number;
  /** The last reading, from memory; undefined while no service keeps the clock. */
  reading(): ClockReading | undefined;
}

/** The box the deck runs on. Every getter answers from memory. */
export interface Machine {
  hostName(): string;
  /** The name that this box answers to in .local, when that is not its host name: another device has that one. */
  announcedName(): string | undefined;
  /** Interfaces that are up and not loopback, read fresh: name to its address. */
  interfaces(): Readonly<Record<string, string>>;
  /** Free bytes of the clips partition for an unprivileged process, and its size. */
  clipsPartition(): { readonly freeBytes: number; readonly sizeBytes: number };
  /** 16 lower-case hex digits. */
  readonly deviceId: string;
  readonly licensed: boolean;
  readonly version: string;
  latestVersion(): string;
  /**
   * Changes the host name everywhere at once, or nowhere.
   * @throws AppError `invalid-value`; `host-name-failed` naming the step
   */
  rename(hostName: string): Promise<void>;
  /** Calls back when the name or an address changed; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}
