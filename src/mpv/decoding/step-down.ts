// Leaves a way of decoding that failed for a kind of file: it is planned no more, and the log says so once.
import type { Log } from '../../base/log.ts';
import type { Media } from '../../deck/ports.ts';
import type { DecodingPlan, DecodingWay } from './decoding-way.ts';
import { codingAt, kindAt, kindsOf } from './step-down-kind.ts';
import type { LeftDecoders } from './step-down-record.ts';

/** What a way of decoding did wrong. */
export type Failure = 'refused' | 'hung' | 'gave up' | 'garbage' | 'drops' | 'froze' | 'crashed';

const SENTENCES: Readonly<Record<Failure, string>> = {
  refused: 'it did not start',
  hung: 'no picture came from it',
  'gave up': 'it failed while playing',
  garbage: 'its pictures are broken',
  drops: 'it was not in time',
  froze: 'mpv froze with it',
  crashed: 'mpv crashed with it',
};

/** More kinds than a clip list has. */
const MAX_LOGGED_KINDS = 200;

export type Ways = readonly [DecodingWay, ...DecodingWay[]];

/** A way that failed: for which picture, and where. */
export interface FailedWay {
  readonly picture: Media;
  readonly atSeconds: number;
  readonly way: DecodingWay;
  readonly failure: Failure;
}

export interface StepDown {
  /** The planned ways that were not left for this kind of file; never empty. */
  readonly waysFor: DecodingPlan;
  /** mpv has told its versions. */
  under(running: { readonly mpv: string; readonly ffmpeg: string }): void;
  /** Leaves the way for this kind of file; `next` decodes it from now on. */
  leave(failed: FailedWay, next: DecodingWay): void;
  /** There is no other way: it was chosen, or it is software. */
  keep(failed: FailedWay): void;
  /** The next way failed alike, so the file or the machine is to blame. That failure of this file is overlooked from now on. */
  takeBack(failed: FailedWay): void;
  isOverlooked(picture: Media, failure: Failure): boolean;
  /**
   * mpv froze or crashed with the way.
   * @param isFresh soon after a load or a seek; else only the second time counts
   */
  blame(failed: FailedWay, next: DecodingWay | undefined, isFresh: boolean): void;
  /** Logs once for each kind of file what really decodes it, and why. */
  confirm(
    shown: { readonly picture: Media; readonly atSeconds: number; readonly way: DecodingWay },
    decoder: string,
  ): void;
}

/** The plan less what failed for a kind of file; nothing but its best way where the owner has chosen that. */
export const withoutLeft =
  (plan: DecodingPlan, left: LeftDecoders, isChosen: () => boolean): DecodingPlan =>
  (picture, shown) => {
    const ways = plan(picture, shown);
    if (isChosen()) return [ways[0]];
    const kinds = kindsOf(picture);
    const [first, ...others] = ways.filter(({ hwdec }) => !kinds.some((kind) => left.isLeft(kind, hwdec)));
    return first === undefined ? ways : [first, ...others];
  };

export const createStepDown = (deps: {
  readonly plan: DecodingPlan;
  readonly left: LeftDecoders;
  /** The owner has chosen a decoder: it is never left. */
  readonly isChosen: () => boolean;
  readonly log: Log;
}): StepDown => {
  const { plan, left, isChosen, log } = deps;
  const confirmed = new Map<string, string>();
  const overlooked = new Set<string>();
  const warned = new Set<string>();
  const warnOnce = (text: string): void => {
    if (!warned.has(text)) log.warning(text);
    warned.add(text);
  };
  let exits: readonly FailedWay[] = [];

  const leave = ({ picture, atSeconds, way, failure }: FailedWay, next: DecodingWay): void => {
    const kind = kindAt(picture, atSeconds);
    const why = SENTENCES[failure];
    left.leave({ kind, decoder: way.hwdec, why });
    const names = `${toDecoderName(next.hwdec)} instead of ${toDecoderName(way.hwdec)}`;
    confirmed.set(kind, next.hwdec);
    log.warning(`${kind}: decoded by ${names} until an update, since ${why}`);
  };
  const takeBack = ({ picture, atSeconds, way, failure }: FailedWay): void => {
    const kind = kindAt(picture, atSeconds);
    left.takeBack(kind, way.hwdec);
    overlooked.add(toOverlooked(picture, failure));
    log.info(
      `${kind}: ${toDecoderName(way.hwdec)} stays allowed: the next decoder failed as well, so the fault is the file's or the machine's`,
    );
  };

  return {
    waysFor: withoutLeft(plan, left, isChosen),
    under: left.under,
    leave,
    keep: ({ picture, atSeconds, way, failure }) => {
      const what = `${kindAt(picture, atSeconds)}: ${toDecoderName(way.hwdec)} fails, ${SENTENCES[failure]}`;
      if (way.hwdec !== 'no') warnOnce(`${what}; it is not left, since it was chosen`);
    },
    takeBack,
    blame: (failed, next, isFresh) => {
      if (overlooked.has(toOverlooked(failed.picture, failed.failure))) return;
      const alike = exits.filter((one) => isAlike(one, failed));
      exits = [...exits.filter((one) => !isAlike(one, failed)), failed];
      if (next === undefined)
        for (const one of alike.filter(({ way }) => way.hwdec !== failed.way.hwdec)) takeBack(one);
      else if (isFresh || alike.some(({ way }) => way.hwdec === failed.way.hwdec)) leave(failed, next);
    },
    isOverlooked: (picture, failure) => overlooked.has(toOverlooked(picture, failure)),
    confirm: ({ picture, atSeconds, way }, decoder) => {
      if (codingAt(picture, atSeconds) === undefined) return;
      const kind = kindAt(picture, atSeconds);
      if (confirmed.get(kind) === decoder || confirmed.size >= MAX_LOGGED_KINDS) return;
      confirmed.set(kind, decoder);
      const why = decoder === way.hwdec ? ` (${way.reason})` : `, not by ${toDecoderName(way.hwdec)}`;
      log.info(`${kind}: decoded by ${toDecoderName(decoder)}${why}`);
    },
  };
};

const toDecoderName = (hwdec: string): string => (hwdec === 'no' ? 'software' : hwdec);

const toOverlooked = (picture: Media, failure: Failure): string =>
  `${failure} ${picture.kind === 'reel' ? picture.parts.map(({ path }) => path).join(';') : picture.path}`;

const isAlike = (one: FailedWay, other: FailedWay): boolean =>
  toOverlooked(one.picture, one.failure) === toOverlooked(other.picture, other.failure);
