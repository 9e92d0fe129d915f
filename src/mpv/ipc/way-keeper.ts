// Keeps to the way of decoding of the loaded file, and steps down to the next one when it fails.
import type { Clock } from '../../base/clock.ts';
import type { Media } from '../../deck/ports.ts';
import type { DecodingWay } from '../decoding/decoding-way.ts';
import type { Failure, StepDown, Ways } from '../decoding/step-down.ts';
import { createTrial } from '../decoding/step-down-trial.ts';
import { createFrameWatch, LOOK_INTERVAL_SECONDS } from '../decoding/step-down-watch.ts';
import type { EventRecord } from './event-record.ts';
import type { JsonObject } from './json-lines.ts';
import type { Observed } from './observed.ts';
import { createPlayWatch } from './play-watch.ts';
import { toDecoder, whatIsWrong } from './way-check.ts';
import { createWayOptions } from './way-options.ts';

/** mpv is given so long for the first picture, or for the picture at a place. */
export const ARRIVAL_TIMEOUT_SECONDS = 5;
/** A crash so long after a load or a seek is not the decoder's for sure. */
const SETTLED_SECONDS = 10;

/** What is decoded, and the ways that are left for it, the present one first. */
interface Decoded {
  readonly picture: Media;
  readonly ways: Ways;
}

export interface WayKeeper {
  /** The best way of the picture, and what to call when mpv gets it. */
  plan(picture: Media): Promise<{ readonly way: DecodingWay; readonly begin: () => void }>;
  /**
   * Waits for mpv's arrival at a place; when the decoder hangs on the way, the next one goes there.
   * @param isUnderWay false while mpv still tells the state of the file before
   * @returns what `find` finds in the record; undefined when mpv does not arrive in time in any way
   */
  arrival<Found>(
    record: EventRecord,
    find: (events: readonly JsonObject[]) => Found | undefined,
    toSeconds: number,
    isUnderWay?: (events: readonly JsonObject[]) => boolean,
  ): Promise<Found | undefined>;
  /** Compares what mpv shows after a load with what it was asked for. */
  check(): Promise<void>;
  /** No way shows the file. */
  giveUp(): void;
  /** The state has changed. */
  changed(): void;
  /** mpv has logged an error of the decoder. */
  erred(): void;
  /** mpv ended: its decoder is suspected. */
  blame(failure: Failure): void;
  close(): void;
}

export const createWayKeeper = (deps: {
  readonly clock: Clock;
  readonly stepDown: StepDown;
  readonly waysFor: (picture: Media) => Ways;
  readonly observed: () => Observed;
  /** Undefined where mpv has no value. */
  readonly property: (name: string) => Promise<unknown>;
  readonly setFileOptions: (properties: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Decodes anew the picture that is on. */
  readonly seekInPlace: () => Promise<void>;
  /** Only gives mpv the command. */
  readonly startSeek: (toSeconds: number) => Promise<unknown>;
  /** Runs when no step is under way, and holds the next one. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly isSettled: () => boolean;
}): WayKeeper => {
  const { clock, stepDown, observed, property } = deps;
  const options = createWayOptions(deps);
  const trial = createTrial({ clock, stepDown });
  let decoded: Decoded | undefined;
  let arrivedAt = Number.NEGATIVE_INFINITY;

  const switchTo = async (ways: Ways, left: DecodingWay): Promise<void> => {
    if (decoded === undefined) return;
    decoded = { ...decoded, ways };
    await options.change(left, ways[0]);
  };

  /** @returns whether the file is decoded in another way now, which must be sent to its place */
  const fail = async (failure: Failure, atSeconds: number, share = 0): Promise<boolean> => {
    if (decoded === undefined || stepDown.isOverlooked(decoded.picture, failure)) return false;
    const [way, next, ...others] = decoded.ways;
    const failed = { picture: decoded.picture, atSeconds, way, failure };
    if (next !== undefined) {
      stepDown.leave(failed, next);
      trial.begin(failed, decoded.ways, share);
      await switchTo([next, ...others], way);
      return true;
    }
    const better = trial.fails(failed, share);
    if (better !== undefined) await switchTo(better, way);
    return better !== undefined;
  };

  const play = createPlayWatch({
    ...deps,
    picture: () => decoded?.picture,
    isNeeded: () => decoded !== undefined && (decoded.ways[0].hwdec !== 'no' || trial.isOn()),
    decoder: () => decoded?.ways[0].hwdec ?? 'no',
    onFailure: (failure, share) => {
      const then = decoded;
      return deps.inTurn(async () => {
        const { ended, positionSeconds } = observed();
        if (decoded !== then || ended) return;
        if (await fail(failure, positionSeconds, share)) await deps.seekInPlace();
      });
    },
  });

  /** Looks while mpv is on its way; returns the end of that. */
  const watchArrival = (toSeconds: number, isUnderWay: () => boolean, onHang: () => Promise<void>): (() => void) => {
    const frames = createFrameWatch();
    let stop = (): void => undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      if (isUnderWay() && decoded?.ways[0].hwdec !== 'no') {
        const cache = await property('demuxer-cache-state');
        const nowSeconds = clock.nowSeconds();
        const hangs = frames.hangs({ nowSeconds, positionSeconds: toSeconds, seeking: true, frameSeconds: 0, cache });
        if (hangs && !isOver) {
          frames.reset();
          await onHang();
        }
      }
      if (!isOver) next();
    };
    const next = (): void => {
      // mpv is gone when a look fails.
      stop = clock.after(LOOK_INTERVAL_SECONDS, () => void look().catch(() => undefined));
    };
    next();
    return () => {
      isOver = true;
      stop();
    };
  };

  return {
    plan: async (picture) => {
      const ways = deps.waysFor(picture);
      await options.remember(ways);
      return {
        way: ways[0],
        begin: () => {
          decoded = { picture, ways };
          trial.end();
          play.reset();
        },
      };
    },
    arrival: async (record, find, toSeconds, isUnderWay = () => true) => {
      arrivedAt = Number.POSITIVE_INFINITY;
      let hasSwitched = false;
      const goOn = async (): Promise<void> => {
        if (!(await fail('hung', toSeconds))) return;
        hasSwitched = true;
        await deps.startSeek(toSeconds);
      };
      const stop = watchArrival(toSeconds, () => record.meets(isUnderWay), goOn);
      try {
        for (;;) {
          hasSwitched = false;
          const found = await record.until(find, ARRIVAL_TIMEOUT_SECONDS);
          if (found === undefined && !hasSwitched) await goOn();
          if (found !== undefined || !hasSwitched) return found;
        }
      } finally {
        stop();
        arrivedAt = clock.nowSeconds();
      }
    },
    check: async () => {
      for (;;) {
        if (decoded === undefined) return;
        const [way] = decoded.ways;
        const [current, params] = await Promise.all([property('hwdec-current'), property('video-dec-params')]);
        const failure = whatIsWrong(decoded.picture, way, current, params, trial.isOn());
        const { positionSeconds } = observed();
        if (failure === undefined || !(await fail(failure, positionSeconds))) {
          return stepDown.confirm({ picture: decoded.picture, atSeconds: positionSeconds, way }, toDecoder(current));
        }
        await deps.seekInPlace();
      }
    },
    giveUp: trial.dissolve,
    changed: play.changed,
    erred: play.erred,
    blame: (failure) => {
      const [way, next] = decoded?.ways ?? [];
      if (decoded === undefined || way === undefined) return;
      const failed = { picture: decoded.picture, atSeconds: observed().positionSeconds, way, failure };
      stepDown.blame(failed, next, clock.nowSeconds() - arrivedAt < SETTLED_SECONDS);
    },
    close: play.close,
  };
};
