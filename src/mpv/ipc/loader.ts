// Loads a file and waits for its picture; when it has none, the file before returns.
import { AppError, toAppError } from '../../base/errors.ts';
import { type Cue, type Step, toMediaName } from '../../deck/ports.ts';
import type { DecodingWay } from '../decoding/decoding-way.ts';
import { checkParts } from '../edl-parts.ts';
import { type BaseVolume, toFileOptions, toUrl } from '../file-options.ts';
import type { HeadUse } from '../head-use.ts';
import { HEAD_OPTIONS, type Head, toHeadUrl } from '../heads.ts';
import type { EventRecord } from './event-record.ts';
import type { FadeCover } from './fade-cover.ts';
import type { Command } from './ipc-connection.ts';
import { isJsonObject } from './json-lines.ts';
import { isLoaded, type LoadResult, toLoadResult } from './load-result.ts';
import type { Observed } from './observed.ts';
import type { Seeker } from './seeker.ts';
import { ARRIVAL_TIMEOUT_SECONDS, type WayKeeper } from './way-keeper.ts';

export interface Loader {
  /** @throws AppError `unplayable`, `player-unavailable` */
  load(step: Step & { do: 'load' }): Promise<void>;
}

/** An entry of mpv's playlist. */
interface Entry {
  readonly cue: Cue;
  readonly atSeconds: number;
  readonly playing: boolean;
  readonly way: DecodingWay;
  readonly head?: Head;
  /** It is what mpv decodes from now on. */
  readonly begin: () => void;
}

export const createLoader = (mpv: {
  readonly observed: () => Observed;
  readonly request: (command: Command) => Promise<unknown>;
  readonly refresh: (change: Partial<Observed>) => Promise<void>;
  /** Whether mpv has the size of a picture. */
  readonly hasPicture: () => Promise<boolean>;
  readonly record: () => EventRecord;
  readonly seeker: Seeker;
  readonly ways: WayKeeper;
  readonly baseVolume: () => BaseVolume;
  readonly cover: FadeCover;
  readonly heads: HeadUse;
}): Loader => {
  const { ways, seeker, cover, heads } = mpv;

  const toEntry = async (cue: Cue, atSeconds: number, playing: boolean): Promise<Entry> => ({
    ...{ cue, atSeconds, playing },
    ...(await ways.plan(cue.picture)),
  });

  /** @returns mpv's id of the playlist entry */
  const queue = async ({ cue, atSeconds, playing, way, head }: Entry, flags: 'replace' | 'append'): Promise<number> => {
    // Only the named form is the same in every mpv; 0.38 inserted an argument into the positional one.
    const prerollSeconds = seeker.prerollSeconds(cue.picture);
    const { videoOutput, output } = mpv.observed();
    const options = toFileOptions(
      cue,
      atSeconds,
      playing,
      prerollSeconds,
      videoOutput,
      way,
      mpv.baseVolume(),
      output.audioDelayMilliseconds,
    );
    const isWhole = head === undefined || cue.picture.kind === 'reel';
    const file = isWhole
      ? { url: toUrl(cue.picture), options }
      : { url: toHeadUrl(cue.picture.path, head), options: { ...options, ...HEAD_OPTIONS } };
    const data = await mpv.request({ name: 'loadfile', flags, ...file });
    return isJsonObject(data) ? Number(data.playlist_entry_id) : -1;
  };

  /**
   * Queues the old file behind the new one: when the new one fails, mpv returns to the old one without a black frame.
   * Both are queued before mpv goes on, since it rejects a broken file before a second command arrives.
   * Clears the list first: an attempt that timed out may have left entries.
   * @returns mpv's playlist ids of the new entry and of the old one behind it
   */
  const start = async (entry: Entry, behind: Entry | undefined): Promise<readonly [number, number]> => {
    entry.begin();
    heads.begin(entry.head);
    if (behind === undefined) return [await queue(entry, 'replace'), -1];
    const [, id, idBehind] = await Promise.all([
      mpv.request(['playlist-clear']),
      queue(entry, 'append'),
      queue(behind, 'append'),
      mpv.request(['playlist-next', 'force']),
    ]);
    return [id, idBehind];
  };

  /** Where frames last long the one that is on may be further before the place than decoding has begun. */
  const isFoundBefore = async (record: EventRecord, { cue, atSeconds }: Entry): Promise<boolean> => {
    if (seeker.prerollSeconds(cue.picture) === 0) return false;
    await mpv.refresh({ cue });
    await seeker.arrive(record, atSeconds);
    return mpv.hasPicture();
  };

  const outcome = async (record: EventRecord, id: number, entry: Entry): Promise<LoadResult> => {
    const { atSeconds } = entry;
    const found = await ways.arrival(
      record,
      (events) => toLoadResult(events, id),
      atSeconds,
      (events) => isLoaded(events, id),
    );
    if (found === undefined) {
      return { shown: false, stays: true, reason: `no picture came within ${ARRIVAL_TIMEOUT_SECONDS} s` };
    }
    // mpv reports the same for a file with sound only and for a broken picture file.
    const hasPicture = !found.shown || (await mpv.hasPicture()) || (await isFoundBefore(record, entry));
    return hasPicture ? found : { shown: false, stays: true, reason: 'there is no picture in it' };
  };

  const uncover = async ({ cue, playing }: Step & { do: 'load' }): Promise<void> => {
    await cover.lift();
    if (!playing || cue.picture.kind === 'screen') return;
    await mpv.request(['set_property', 'pause', false]);
    await mpv.refresh({});
  };

  const load = async (step: Step & { do: 'load' }, head: Head | undefined): Promise<void> => {
    await checkParts(step.cue.picture);
    const previous = mpv.observed();
    const isCovered = await cover.raise();
    // Under a cover it begins to run when that is lifted, so that its first frame is seen.
    const whole = await toEntry(step.cue, step.atSeconds, step.playing && !isCovered);
    const entry = { ...whole, ...(head && { head }) };
    const behind =
      previous.cue && (await toEntry(previous.cue, previous.positionSeconds, !previous.paused && !previous.ended));
    const record = mpv.record();
    try {
      if (step.speed !== previous.speed) await mpv.request(['set_property', 'speed', step.speed]);
      const [id, idBehind] = await start(entry, behind);
      const result = await outcome(record, id, entry);
      if (result.shown) {
        await mpv.request(['playlist-clear']);
        await mpv.refresh({ cue: step.cue });
        await seeker.arrive(record, step.atSeconds);
        if (isCovered) await uncover(step);
        return await ways.check();
      }
      ways.giveUp();
      if (result.stays && behind !== undefined) await mpv.request(['playlist-next', 'force']);
      behind?.begin();
      const isBack = behind !== undefined && (await outcome(record, idBehind, behind)).shown;
      await mpv.refresh({ cue: isBack ? previous.cue : undefined });
      if (isCovered) await cover.lift();
      throw new AppError('unplayable', `The player can't show ${toMediaName(step.cue.picture)}: ${result.reason}.`);
    } finally {
      record.close();
    }
  };

  const loadWithHead = async (step: Step & { do: 'load' }, head: Head): Promise<boolean> => {
    try {
      await load(step, head);
      if (await heads.isRight(step, head)) return true;
      heads.giveUp();
      return false;
    } catch (error) {
      heads.giveUp();
      if (toAppError(error).code !== 'unplayable') throw error;
      return false;
    }
  };

  return {
    load: async (step) => {
      const head = await heads.find(step);
      if (head === undefined || !(await loadWithHead(step, head))) await load(step, undefined);
    },
  };
};
