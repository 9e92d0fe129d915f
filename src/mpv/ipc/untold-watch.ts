// Reads mpv's state again when it has not told what we hold: mpv tells of a property only when it differs from what it told last.
import type { Observed } from './observed.ts';

/** mpv tells of a change within a frame. */
const TOLD_SECONDS = 0.1;

interface UntoldWatch {
  /** mpv told this. */
  told(change: Partial<Observed>): void;
  /** A value was set or read before mpv told of it. */
  held(): void;
  close(): void;
}

export const createUntoldWatch = (deps: {
  observed: () => Observed;
  /** False while a step is under way. */
  isSettled: () => boolean;
  /** Reads the state; rejects when mpv has gone. */
  refresh: () => Promise<void>;
}): UntoldWatch => {
  let told: Partial<Observed> = {};
  let timer: NodeJS.Timeout | undefined;

  const isTold = (): boolean => {
    const observed = deps.observed();
    const held: Partial<Observed> = { ...observed, ...told };
    return (
      observed.cue === undefined ||
      (held.paused === observed.paused &&
        held.ended === observed.ended &&
        held.speed === observed.speed &&
        held.positionSeconds === observed.positionSeconds)
    );
  };
  const check = (): void => {
    timer = undefined;
    if (isTold()) return;
    if (deps.isSettled()) deps.refresh().catch(() => undefined);
    else wait();
  };
  const wait = (): void => {
    timer ??= setTimeout(check, TOLD_SECONDS * 1000);
  };
  return {
    told: (change) => {
      told = { ...told, ...change };
    },
    held: wait,
    close: () => clearTimeout(timer),
  };
};
