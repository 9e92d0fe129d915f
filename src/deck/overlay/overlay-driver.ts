// Keeps what lies over the picture: beside the queue of operations, so that a load that takes its time does not hold a clock up.
import type { Clock } from '../../base/clock.ts';
import type { Player } from '../ports.ts';
import type { Overlay } from './overlay.ts';
import { isSameLines, NO_LINES, toNextChange, toOverlayLines } from './overlay-lines.ts';

/** A timer may be early by a millisecond, and the second before would be drawn again. */
const EARLY_SECONDS = 0.004;

export interface OverlayDriver {
  show(overlay: Overlay): void;
  dispose(): void;
}

/** The time of day. */
interface TimeOfDay {
  /** Seconds since 1970. */
  nowSeconds(): number;
  /** `20:15:00`, where the player stands. */
  toLocalTime(seconds: number): string;
}

export const createOverlayDriver = (deps: {
  readonly player: Pick<Player, 'setOverlay'>;
  readonly clock: Clock;
  readonly time: TimeOfDay;
  /** What is over the picture at first. */
  readonly overlay: Overlay;
  readonly onChange: (overlay: Overlay) => void;
}): OverlayDriver => {
  const { player, clock, time, onChange } = deps;
  let { overlay } = deps;
  let drawn = NO_LINES;
  let stopWaiting: (() => void) | undefined;

  const draw = (): void => {
    stopWaiting?.();
    const now = time.nowSeconds() + EARLY_SECONDS;
    const lines = toOverlayLines(overlay, now, time.toLocalTime);
    if (!isSameLines(lines, drawn)) player.setOverlay(lines);
    drawn = lines;
    const seconds = toNextChange(overlay, now);
    stopWaiting = seconds === undefined ? undefined : clock.after(seconds, draw);
  };

  draw();
  return {
    show: (next) => {
      overlay = next;
      draw();
      onChange(next);
    },
    dispose: () => stopWaiting?.(),
  };
};
