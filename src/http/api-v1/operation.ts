// What a row of the table of /api/v1 says, and what the rows work on.
import type { Request, Response } from 'express';
import type { Action } from '../../actions/action.ts';
import type { Log } from '../../base/log.ts';
import type { ClipConversions } from '../../deck/clip-conversions.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { ClipLoudness } from '../../deck/clips/loudness.ts';
import type { ClipPlayability } from '../../deck/clips/playability.ts';
import type { Deck } from '../../deck/deck.ts';
import type { DecoderChoice } from '../../deck/output.ts';
import type { Play } from '../../deck/plays/play.ts';
import type { PlayTotals } from '../../deck/plays/play-counters.ts';
import type { ClipFiles, Machine } from '../../deck/ports.ts';
import type { StartAt } from '../../deck/scheduled-start.ts';
import type { Schema } from '../../schema/schema.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import type { ClipFacts } from './deck-answers.ts';
import type { FleetOutcomeV1, FleetPlayerV1 } from './schemas.ts';

interface ThumbnailFiles {
  readonly thumbnail?: string;
  readonly filmstrip?: string;
  readonly filmstripFrames?: number;
  readonly trouble?: string;
}

/** Clip thumbnails, rendered in the background. */
export interface ClipThumbnails {
  of(clip: Clip): ThumbnailFiles;
  /**
   * Absolute path of a finished picture; undefined when it is not rendered yet, which then gets priority.
   * @throws AppError why none can be made: `unsupported-media`; `file-missing`, `no-space`, `storage-failed`, `internal` until a later attempt
   */
  pathOf(clip: Clip, kind: 'thumbnail' | 'filmstrip'): string | undefined;
  /** Renders a picture again whose file is gone. */
  makeAgain(clip: Clip, kind: 'thumbnail' | 'filmstrip'): void;
  /**
   * One frame as JPEG.
   * @param network of the client: networks with many requests take turns with the others
   * @throws AppError `busy` while it could disturb what plays; `unsupported-media`
   */
  frame(clip: Clip, seconds: number, network: string): Promise<Buffer>;
  /** Calls back with the clip whose pictures changed. */
  subscribe(listener: (clip: Clip) => void): () => void;
}

/** Health of the device, as far as it has sensors. */
interface Health {
  readonly temperatureCelsius?: number;
  readonly memoryBytes?: number;
  readonly memoryFreeBytes?: number;
  /** Under-voltage and throttling: a short text each. */
  readonly warnings?: readonly string[];
}

/** mpv and its outputs. */
interface PlayerOutputs {
  audioDevices(): Promise<readonly { readonly name: string; readonly description: string }[]>;
  displayModes(): Promise<readonly string[]>;
  /** Decoders that can be chosen here. */
  decoders(): readonly DecoderChoice[];
  /** mpv's name of the decoder of what is on; undefined: nothing that moves is. */
  decoderInUse(): string | undefined;
  /** mpv's name of what it draws on; empty until it draws. @throws AppError while mpv does not run */
  videoOutput(): Promise<string>;
  /** Restarts mpv and restores its state. */
  restart(): Promise<void>;
}

/** The players at the broker, watched while clients ask, and commanded. */
export interface Fleet {
  view(): {
    readonly isConnected: boolean;
    readonly players: readonly (FleetPlayerV1 & { readonly pictureTicket?: string })[];
  };
  /**
   * Sends a command once to all players, to those of a group, or to one.
   * @returns what each of them made of it, none when nobody is meant; undefined when the broker is not reached and nothing was sent
   */
  request(command: {
    readonly command: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly group?: string;
    readonly player?: string;
  }): Promise<readonly FleetOutcomeV1[] | undefined>;
}

/** What played and what plays. */
interface Plays {
  running(): Play | undefined;
  /**
   * Plays that have ended, newest first.
   * @throws the file system's error
   */
  read(options: {
    readonly sinceSeconds: number;
    readonly untilSeconds?: number;
    readonly limit: number;
  }): Promise<readonly Play[]>;
  totals(): PlayTotals;
}

/** What is on the output now. */
interface OutputPicture {
  /**
   * As JPEG, at most two a second however many ask.
   * @throws AppError `player-unavailable`, `unplayable`
   */
  jpeg(width: number | undefined): Promise<Buffer>;
}

export interface ApiContext {
  /** The served actions; default: all. */
  readonly actions?: readonly Action[];
  /** True when the token is too short. */
  readonly hasShortToken: boolean;
  /** True when the device has a token; every request has then shown it. */
  readonly hasToken: boolean;
  readonly deck: Deck;
  readonly startAt: StartAt;
  readonly machine: Machine;
  readonly store: Pick<ClipFiles, 'pathOf' | 'isMissing'>;
  readonly pictures: ClipThumbnails;
  readonly playability: ClipPlayability;
  readonly loudness: ClipLoudness;
  readonly plays: Plays;
  readonly conversions: ClipConversions;
  readonly outputs: PlayerOutputs;
  readonly outputPicture: OutputPicture;
  readonly health: () => Health | undefined;
  /** Ports of the other active interfaces, for hints. */
  readonly ports: { readonly hyperdeck?: number; readonly osc?: number };
  /** The timeline as HyperDeck controllers see it. */
  readonly timeline?: () => { readonly isLibrary: boolean; readonly clips: number };
  /** Other players at the same broker; undefined: no broker configured. */
  readonly fleet: () => Fleet | undefined;
  readonly resumableUploads: ResumableUploads;
  /**
   * SHA-256 of a file in hex digits.
   * @throws AppError `file-missing`
   */
  readonly checksumOf: (path: string) => Promise<{ readonly bytes: number; readonly sha256: string }>;
  readonly feed: EventFeed;
  readonly log: Log;
}

export const toClipFacts = ({
  store,
  playability,
  loudness,
}: Pick<ApiContext, 'store' | 'playability' | 'loudness'>): ClipFacts => ({
  isMissing: store.isMissing,
  playabilityOf: (clip) => playability.of(clip),
  loudnessOf: (clip) => loudness.of(clip),
});

export interface Call<Body> {
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly request: Request;
  readonly response: Response;
}

type Answers =
  | { readonly status: 200 | 201; readonly shape: Schema<unknown>; readonly media?: readonly string[] }
  /** Sent by the operation itself. */
  | { readonly status: 200; readonly media: readonly string[] }
  | { readonly status: 204 };

export interface ApiOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** One plain sentence. */
  readonly summary: string;
  /** Parameters of the query: meaning by name. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Schema<unknown>;
  /** Maximum body size; default 64 KiB. */
  readonly bodyBytes?: number;
  /** The answer may be megabytes: such answers are made one at a time. */
  readonly isLong?: true;
  /** The body is a file. */
  readonly takesFile?: true;
  readonly answers: Answers;
  readonly run: (context: ApiContext, call: Call<never>) => unknown;
}

/** A row whose body and answer the compiler checks against their schemas. */
export const operation = <Body, Value>(
  row: Omit<ApiOperation, 'run' | 'body' | 'answers'> & {
    readonly body?: Schema<Body>;
    readonly shape: Schema<Value>;
    readonly status?: 200 | 201;
    /** Further media types, which the operation itself sends when asked for. */
    readonly alsoSends?: readonly string[];
    readonly run: (context: ApiContext, call: Call<Body>) => Value | Promise<Value>;
  },
): ApiOperation => {
  const { shape, status = 200, alsoSends, ...rest } = row;
  return { ...rest, answers: { status, shape, ...(alsoSends !== undefined && { media: alsoSends }) } };
};

/** A row without an answer, or that answers itself. */
export const bareOperation = <Body>(
  row: Omit<ApiOperation, 'run' | 'body' | 'answers'> & {
    readonly body?: Schema<Body>;
    readonly media?: readonly string[];
    readonly run: (context: ApiContext, call: Call<Body>) => void | Promise<void>;
  },
): ApiOperation => {
  const { media, ...rest } = row;
  return { ...rest, answers: media === undefined ? { status: 204 } : { status: 200, media } };
};
