// The deck's ports; adapters implement them, tests fake them.
import {
  type Clip,
  type FoundFile,
  type FrameRate,
  type ProbedMedia,
  ROUNDING_SECONDS,
  type Section,
  type Sound,
} from './clips/clip.ts';
import type { DeckDocument } from './clips/clip-list.ts';
import type { LiveOutput } from './output.ts';

/** A part of a file that plays as a part of a reel. */
export interface EdlPart {
  /** Absolute path. */
  readonly path: string;
  readonly inSeconds: number;
  readonly outSeconds: number;
  /** Where the file's own clock stands at 0: a reel is cut by that. */
  readonly clockStartSeconds?: number;
}

/** Where a reel really cuts a file, so that rounded times put no frame on the wrong side. */
export const toEdlCut = ({ inSeconds, outSeconds }: Omit<EdlPart, 'path'>) => {
  const startSeconds = Math.max(0, inSeconds - ROUNDING_SECONDS);
  return { startSeconds, lengthSeconds: outSeconds - ROUNDING_SECONDS - startSeconds };
};

/**
 * What the player is asked to show. `video` runs by itself; a `still` runs on a clock that the player gives it;
 * a `screen` (splash, black) has no time at all; a `reel` is parts of files without a gap between them, on a time scale
 * of its own that starts at 0. Paths are absolute.
 */
export type Media =
  | {
      readonly kind: 'video' | 'still' | 'screen';
      readonly path: string;
      /** The file has no index: a place in it is only found by decoding from well before it. */
      readonly unindexed?: true;
      /** Of high dynamic range (PQ or HLG). */
      readonly hdr?: true;
      /** Its clock starts so late, and mpv has to be told to look for that. */
      readonly clockStartSeconds?: number;
      /** Some of its frames are on for long: they are repeated at this rate, so that there are places within them. */
      readonly repeatedAt?: FrameRate;
    }
  | { readonly kind: 'reel'; readonly parts: readonly EdlPart[] };

/** Its file names, for people: where the files lie is of no use to them. */
export const toMediaName = (picture: Media): string =>
  (picture.kind === 'reel' ? picture.parts : [picture]).map(({ path }) => path.replace(/^.*\//, '')).join(' + ');

/** What the player shows and how. */
export interface Cue {
  readonly picture: Media;
  readonly section: Section;
  readonly sound: Sound;
}

/** One thing for the player to do; `why` is for the log. */
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
  | { readonly do: 'output'; readonly output: LiveOutput }
  | { readonly do: 'seek'; readonly toSeconds: number }
  | { readonly do: 'play' }
  | { readonly do: 'pause' }
  | { readonly do: 'speed'; readonly factor: number }
  | { readonly do: 'overlay'; readonly lines: readonly string[] }
);

/** Why the player went away: by its own fault, frozen until it was killed, or ended from outside. */
export type ExitReason = 'crashed' | 'frozen' | 'killed';

/** What the player really does, from its own events. */
export interface PlayerView {
  /** Takes steps; false from its death until the next one answers. */
  readonly running: boolean;
  /** Why it is not running, once it has run. */
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
  /** As it was last told; a new player makes its own choice. */
  readonly output: LiveOutput;
}

export const IDLE_VIEW: PlayerView = {
  running: false,
  paused: true,
  ended: false,
  positionSeconds: 0,
  speed: 1,
  overlay: [],
  output: { rotationDegrees: 0 },
};

export interface Player {
  view(): PlayerView;
  /**
   * Resolves when the player confirms: a load or seek when the picture is decoded. One step at a time.
   * When a load is refused, what was on screen before stays or comes back.
   * @throws AppError `unplayable` with the player's reason; `player-unavailable` when it died or did not answer
   */
  perform(step: Step): Promise<void>;
  /** Calls back after every change of the view; returns the way to stop that. */
  subscribe(listener: (view: PlayerView) => void): () => void;
}

/** Where the files of clips are, and whether they are there. */
export interface ClipFiles {
  /** Absolute path. */
  pathOf(clip: Clip): string;
  /** Whether the clip's file was gone when last looked at; never reads the disk. */
  isMissing(clip: Clip): boolean;
  /** Looks again; resolves to whether the file can be opened now. */
  isThere(clip: Clip): Promise<boolean>;
}

/** The clip list on disk. Edits are queued; each is durable before it is seen. */
export interface ClipStore extends ClipFiles {
  document(): DeckDocument;
  /** Files that were found in the clips folder and are still to be examined, in the order in which they come. */
  examining(): readonly FoundFile[];
  /**
   * @param edit pure; what it throws is passed on and nothing changes
   * @throws AppError `no-space`, `storage-failed`
   */
  update(edit: (document: DeckDocument) => DeckDocument): Promise<DeckDocument>;
  /**
   * Takes a finished upload into the clips folder under a free name and appends its clip.
   * @param upload.temporaryPath synced file in the clips folder; renamed, or removed on failure
   * @throws AppError `no-space`, `storage-failed`
   */
  add(upload: {
    readonly temporaryPath: string;
    readonly fileName: string;
    readonly probed: ProbedMedia;
  }): Promise<DeckDocument>;
  /**
   * Removes an entry and its file, both or neither.
   * @param pick chooses in the list as it is when the removal's turn comes; may throw
   * @throws AppError `splash-locked`, `no-space`, `storage-failed`
   */
  remove(pick: (clips: readonly Clip[]) => Clip): Promise<DeckDocument>;
  /**
   * Removes an entry and only hides its file, until `restore` or `erase`; a restart of CueDeck erases it.
   * @throws AppError as `remove`
   */
  hide(pick: (clips: readonly Clip[]) => Clip): Promise<DeckDocument>;
  /**
   * Brings a hidden entry and its file back, where they were.
   * @throws AppError `clip-not-found` when it is not hidden (any more), `no-space`, `storage-failed`
   */
  restore(id: string): Promise<DeckDocument>;
  /** Removes the hidden file for good. Never rejects: one that cannot be removed is logged, and the next start erases it. */
  erase(id: string): Promise<void>;
}

/** What the service that keeps the machine's clock says of it. */
export interface ClockReading {
  readonly source: 'chrony' | 'timesyncd';
  /** So much is the machine's clock ahead of the true time. */
  readonly offsetSeconds: number;
  /** The true offset may be so much more or less. */
  readonly uncertaintySeconds: number;
}

/** The time of day, as several machines share it. */
export interface WallClock {
  /** Seconds since 1970-01-01 UTC, less the offset that is known. */
  nowSeconds(): number;
  /** The last reading, from memory; undefined while nobody keeps the clock. */
  reading(): ClockReading | undefined;
}

/** The box the deck runs on. Every getter answers from memory. */
export interface Machine {
  hostName(): string;
  /** Interfaces that are up and not loopback, read fresh: name to its address. */
  interfaces(): Readonly<Record<string, string>>;
  /** Bytes on the clips partition that an unprivileged process may use, and its size. */
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
  /** Looks at the clips partition again soon: after an upload or a removal. */
  refreshPartition(): void;
  /** Calls back when the name or an address changed; returns the way to stop that. */
  subscribe(listener: () => void): () => void;
}
