// Seeks in the loaded file and waits until mpv arrives.

import { AppError } from '../../base/errors.ts';
import type { Cue, Media } from '../../deck/ports.ts';
import { toPrerollProperties, toSeekProperties } from '../file-options.ts';
import type { EventRecord } from './event-record.ts';
import type { JsonObject } from './json-lines.ts';
import type { Observed } from './observed.ts';
import { createPrerolls } from './seek-preroll.ts';

/** One frame of the slowest film. A position further away may be the wrap of a loop, or sound that has not caught up. */
const TOLERANCE_SECONDS = 0.05;
const CORRECTION_SECONDS = 0.3;
/** A playing clip moves on while its position is read. */
const PLAYING_TOLERANCE_SECONDS = 0.25;
/** mpv searches once; a loop, too, goes back, and never stops. */
const MAX_SEARCHES = 2;

/** What mpv's command `seek` takes. */
type SeekTarget = readonly [seconds: number, flags: string];
const IN_PLACE: SeekTarget = [0, 'relative+exact'];

export interface Seeker {
  /** @throws AppError `player-unavailable` when mpv does not get there in time */
  seek(toSeconds: number): Promise<void>;
  /**
   * Decodes anew the picture that is on: mpv seeks to where it stands when it takes the command, which a position read before is not.
   * @throws AppError `player-unavailable` when mpv does not get there in time
   */
  seekInPlace(): Promise<void>;
  /**
   * Corrects the position after a load, when the first frame is not the right one.
   * @param record mpv's events since the load
   */
  arrive(record: EventRecord, atSeconds: number): Promise<void>;
  /** How far before a position in this file mpv begins to decode. */
  prerollSeconds(picture: Media): number;
}

export const createSeeker = (mpv: {
  readonly observed: () => Observed;
  /** @param onTaken called among the events, where mpv has taken the seek and not begun it */
  readonly seek: (target: SeekTarget, onTaken: () => void) => Promise<unknown>;
  readonly refresh: () => Promise<void>;
  /** Whether mpv is on its way to a place. */
  readonly isSeeking: () => Promise<boolean>;
  /** Whether a picture has come since the last seek or load. */
  readonly hasPicture: () => Promise<boolean>;
  readonly setFileOptions: (properties: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly record: () => EventRecord;
  readonly arrival: (record: EventRecord, find: typeof findArrival, toSeconds: number) => Promise<true | undefined>;
}): Seeker => {
  const prerolls = createPrerolls();

  /** Waits until mpv reports the target position. */
  const approach = async (record: EventRecord, toSeconds: number): Promise<void> => {
    const latest = performance.now() + CORRECTION_SECONDS * 1000;
    for (let isPending: true | undefined = true; isPending && performance.now() < latest; ) {
      record.clear();
      await mpv.refresh();
      if (Math.abs(mpv.observed().positionSeconds - toSeconds) < TOLERANCE_SECONDS) return;
      // With long frames there is no closer position.
      isPending = await record.until(findPosition, CORRECTION_SECONDS);
    }
  };

  const arrival = async (record: EventRecord, find: typeof findArrival, toSeconds: number): Promise<void> => {
    if (await mpv.arrival(record, find, toSeconds)) return;
    throw new AppError('player-unavailable', `The player did not get to ${toSeconds} s in time.`);
  };

  const seekOnce = async (toSeconds: number, target: SeekTarget = [toSeconds, 'absolute+exact']): Promise<void> => {
    const record = mpv.record();
    try {
      const { cue } = mpv.observed();
      await Promise.all([
        cue && mpv.setFileOptions(toSeekProperties(cue, toSeconds)),
        // What came before is of an earlier seek, or of a search of mpv's own.
        mpv.seek(target, () => record.clear()),
      ]);
      await arrival(record, findArrival, toSeconds);
      if (target === IN_PLACE) await mpv.refresh();
      else await approach(record, toSeconds);
    } finally {
      record.close();
    }
  };

  /** Past the last frame mpv arrives without a picture, then goes back by itself and searches that frame. */
  const settle = async (toSeconds: number): Promise<void> => {
    const record = mpv.record();
    try {
      for (let search = 0; search < MAX_SEARCHES && (await mpv.isSeeking()); search += 1) {
        await arrival(record, findRestart, toSeconds);
        record.clear();
        await mpv.refresh();
      }
    } finally {
      record.close();
    }
  };

  /** Whether the first key frame on the way came behind the place, or none did: then the sound is at the place, and the picture is the old one. */
  const hasMissed = async (seconds: number): Promise<boolean> => {
    const { cue, paused, positionSeconds } = mpv.observed();
    const near = paused ? TOLERANCE_SECONDS : PLAYING_TOLERANCE_SECONDS;
    return prerolls.of(cue?.picture) > 0 && (positionSeconds - seconds > near || !(await mpv.hasPicture()));
  };

  const lengthenPreroll = async (): Promise<boolean> => {
    const seconds = prerolls.lengthen(mpv.observed().cue?.picture);
    if (seconds !== undefined) await mpv.setFileOptions(toPrerollProperties(seconds));
    return seconds !== undefined;
  };

  const seek = async (toSeconds: number, target?: SeekTarget): Promise<void> => {
    await seekOnce(toSeconds, target);
    while ((await hasMissed(toSeconds)) && (await lengthenPreroll())) await seekOnce(toSeconds);
    await settle(toSeconds);
  };

  return {
    seek: (toSeconds) => seek(toSeconds),
    seekInPlace: async () => {
      await mpv.refresh();
      await seek(mpv.observed().positionSeconds, IN_PLACE);
    },
    arrive: async (record, atSeconds) => {
      const { cue, positionSeconds } = mpv.observed();
      // From the very end mpv first goes back and searches the last frame.
      if (isSeekable(cue) && atSeconds - positionSeconds > TOLERANCE_SECONDS) await approach(record, atSeconds);
      await ((await hasMissed(atSeconds)) ? seek(atSeconds) : settle(atSeconds));
    },
    prerollSeconds: prerolls.of,
  };
};

const isSeekable = (cue: Cue | undefined): boolean => cue?.picture.kind === 'video' || cue?.picture.kind === 'reel';

/** Only the picture that follows the start of the seek is the seek's. */
const findArrival = (events: readonly JsonObject[]): true | undefined => {
  const start = events.findIndex(({ event }) => event === 'seek');
  return start < 0 ? undefined : findRestart(events.slice(start));
};

const findRestart = (events: readonly JsonObject[]): true | undefined =>
  events.some(({ event }) => event === 'playback-restart') || undefined;

const findPosition = (events: readonly JsonObject[]): true | undefined =>
  events.some(({ event, name }) => event === 'playback-restart' || name === 'time-pos') || undefined;
