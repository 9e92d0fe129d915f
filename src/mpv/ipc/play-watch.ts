// Looks at a running file: whether its frames come, in time and whole, from the decoder that was asked for.
import type { Clock } from '../../base/clock.ts';
import type { Media } from '../../deck/ports.ts';
import type { Failure, StepDown } from '../decoding/step-down.ts';
import { codingAt, toRate } from '../decoding/step-down-kind.ts';
import {
  createErrorWatch,
  createFrameWatch,
  createLossWatch,
  isStarved,
  LOOK_INTERVAL_SECONDS,
} from '../decoding/step-down-watch.ts';
import type { Observed } from './observed.ts';
import { toDecoder } from './way-check.ts';

/** Of a file that does not say its rate. */
const UNKNOWN_RATE = 10;

interface PlayWatch {
  changed(): void;
  erred(): void;
  /** Another file, or another place: what was seen before does not count. */
  reset(): void;
  close(): void;
}

export const createPlayWatch = (deps: {
  readonly clock: Clock;
  readonly stepDown: StepDown;
  readonly observed: () => Observed;
  readonly property: (name: string) => Promise<unknown>;
  readonly isSettled: () => boolean;
  readonly picture: () => Media | undefined;
  readonly isNeeded: () => boolean;
  /** mpv's `hwdec` as it was asked for. */
  readonly decoder: () => string;
  /** @param share of the frames that were lost in a storm */
  readonly onFailure: (failure: Failure, share: number) => Promise<void>;
}): PlayWatch => {
  const { clock, observed, property } = deps;
  const frames = createFrameWatch();
  const losses = createLossWatch();
  const errors = createErrorWatch();
  let hasErrors = false;
  let hasGivenUp = false;
  let lastPosition = Number.NaN;
  let stop: (() => void) | undefined;
  let isClosed = false;

  const reset = (): void => {
    frames.reset();
    losses.reset();
    errors.reset();
    hasErrors = false;
    hasGivenUp = false;
    lastPosition = Number.NaN;
  };
  const runs = (): boolean => {
    const { paused, ended, cue } = observed();
    return !isClosed && !paused && !ended && cue !== undefined && deps.isNeeded();
  };

  const isOverlooked = (failure: Failure): boolean => {
    const picture = deps.picture();
    return picture === undefined || deps.stepDown.isOverlooked(picture, failure);
  };

  const hangs = async (frameSeconds: number): Promise<boolean> => {
    const { positionSeconds } = observed();
    const stands = positionSeconds === lastPosition;
    lastPosition = positionSeconds;
    // mpv is asked for more only where the picture stands.
    const [cache, seeking] = stands
      ? await Promise.all([property('demuxer-cache-state'), property('seeking')])
      : [undefined, false];
    return frames.hangs({
      nowSeconds: clock.nowSeconds(),
      positionSeconds,
      seeking: seeking === true,
      frameSeconds,
      cache,
    });
  };

  /** Share of the frames that are lost in a storm. A screen that is slower than the file must drop some, a slow disk is no decoder. */
  const storm = async (rate: number): Promise<number | undefined> => {
    const { frameCounts, positionSeconds, speed } = observed();
    const dropped = frameCounts.droppedByDecoder + frameCounts.droppedByOutput;
    const share = losses.storm({ nowSeconds: clock.nowSeconds(), positionSeconds, speed, rate, dropped });
    if (share === undefined) return undefined;
    const [screenRate, cache] = await Promise.all([property('display-fps'), property('demuxer-cache-state')]);
    const isTooFast = typeof screenRate === 'number' && rate * speed > screenRate * 1.01;
    return isTooFast || isStarved(cache) ? undefined : share;
  };

  const judge = async (): Promise<{ failure: Failure; share?: number } | undefined> => {
    // Its answer comes behind what mpv has told before: so the state is that of now.
    const current = await property('hwdec-current');
    const { positionSeconds, speed } = observed();
    const picture = deps.picture();
    const coding = picture && codingAt(picture, positionSeconds);
    const rate = (coding && toRate(coding)) ?? UNKNOWN_RATE;
    // Between two parts of a reel mpv has no decoder for a moment.
    const isGone = deps.decoder() !== 'no' && toDecoder(current) === 'no';
    if (isGone && hasGivenUp) return { failure: 'gave up' };
    hasGivenUp = isGone;
    if ((await hangs(1 / (rate * speed))) && !isOverlooked('hung')) return { failure: 'hung' };
    if (hasErrors && !isOverlooked('garbage')) return { failure: 'garbage' };
    const share = coding === undefined || isOverlooked('drops') ? undefined : await storm(rate);
    return share === undefined ? undefined : { failure: 'drops', share };
  };

  const look = async (): Promise<void> => {
    if (!deps.isSettled()) return reset();
    const found = await judge();
    if (found === undefined || !deps.isSettled() || !runs()) return;
    reset();
    await deps.onFailure(found.failure, found.share ?? 0);
  };

  const next = (): void => {
    if (stop !== undefined || !runs()) return;
    stop = clock.after(LOOK_INTERVAL_SECONDS, () => {
      // A look fails when mpv has gone.
      const done = (): void => {
        stop = undefined;
        if (runs()) next();
        else reset();
      };
      look().then(done, done);
    });
  };

  return {
    changed: next,
    erred: () => {
      if (runs() && errors.add(clock.nowSeconds())) hasErrors = true;
    },
    reset,
    close: () => {
      isClosed = true;
      stop?.();
    },
  };
};
