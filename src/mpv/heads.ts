// Heads: the part of a clip from its in point to the next key frame, encoded anew, so that mpv decodes nothing before the in point.
import type { Cue } from '../deck/ports.ts';

export interface Head {
  /** Absolute path. Its frames have the times that they have in the clip. */
  readonly path: string;
  /** Time of its first frame, which is a key frame, seconds. */
  readonly fromSeconds: number;
  /** Time of the clip's key frame after it, seconds, as exact as a double tells it: mpv seeks to it. */
  readonly keySeconds: number;
}

export interface Heads {
  /** The head of a clip's file that begins at this time; undefined where none is ready, or where the file is another by now. Never rejects. */
  find(path: string, inSeconds: number): Promise<Head | undefined>;
  /** The player could not show it. */
  drop(head: Head): void;
  /** This mpv can play them. */
  enable(): void;
}

/** mpv 0.35 hangs when it decodes ahead in an EDL; without that, the picture stands for about 0.1 s where the head ends. */
const MIN_VERSION = [0, 40] as const;

/** @param version as `mpv-version` reads */
export const canPlayHeads = (version: string): boolean => {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const [least, leastMinor] = MIN_VERSION;
  return Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor);
};

/** Whether a load may begin with a head: where the clip begins at its in point. */
export const startsWithHead = ({ picture, section }: Cue, atSeconds: number): boolean =>
  picture.kind === 'video' && section.inSeconds > 0 && atSeconds === section.inSeconds;

/** A time of few bits, so that sums with it are exact. */
const GRID = 4096;

/**
 * The clip on its own time scale, with the head in the place of what it was made of. The sound, and all else, comes from the
 * clip itself: the first of the two streams.
 *
 * mpv compares times of frames with the limits of the parts as doubles, and goes to the key frame by the part's beginning. So each part
 * begins at the same number on both time scales, the last one exactly at the key frame: a hair earlier, and mpv would decode from the
 * key frame before.
 */
export const toHeadUrl = (path: string, { path: headPath, fromSeconds, keySeconds }: Head): string => {
  // Before the head's first frame and after the frame before it.
  const joinSeconds = Math.ceil(fromSeconds * GRID - 1) / GRID;
  const parts = [
    toPart(path, 0, joinSeconds),
    toPart(headPath, joinSeconds, keySeconds - joinSeconds),
    toPart(path, keySeconds),
  ];
  return `edl://!no_chapters;${toPart(path)};!new_stream;!no_chapters;${parts.join(';')}`;
};

const toPart = (path: string, startSeconds?: number, lengthSeconds?: number): string =>
  [
    // The length in front of the name stops mpv from interpreting its characters.
    `%${Buffer.byteLength(path)}%${path}`,
    ...(startSeconds === undefined ? [] : [`start=${startSeconds}`]),
    ...(lengthSeconds === undefined ? [] : [`length=${lengthSeconds}`]),
  ].join(',');

/** Frames that are decoded ahead, to bridge the start of the decoder at the key frame. */
const FRAMES_AHEAD = 12;
/** Of pictures of 1920 × 1080. */
const MAX_AHEAD_BYTES = 48 * 1024 ** 2;

/** mpv's options for a file that is loaded with its head. */
export const HEAD_OPTIONS: Readonly<Record<string, string>> = {
  'access-references': 'yes',
  // The video of the second stream.
  vid: '2',
  'vd-queue-enable': 'yes',
  'vd-queue-max-samples': String(FRAMES_AHEAD),
  'vd-queue-max-bytes': String(MAX_AHEAD_BYTES),
};
