// What an overlay reads at a moment, and when it reads otherwise.
import type { Overlay } from './overlay.ts';

/** What is drawn over the picture; empty texts are not drawn. */
export interface OverlayLines {
  readonly text: string;
  /** Large, below the text. */
  readonly time: string;
}

export const NO_LINES: OverlayLines = { text: '', time: '' };

export const isSameLines = (one: OverlayLines, other: OverlayLines): boolean =>
  one.text === other.text && one.time === other.time;

const two = (value: number): string => String(value).padStart(2, '0');

/** `5:00`, `1:05:00`; seconds that have begun count whole. */
const toRemaining = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
};

/**
 * @param nowSeconds since 1970
 * @param toLocalTime the time of day of an instant, where the player stands
 */
export const toOverlayLines = (
  { kind, text = '', untilSeconds = 0 }: Overlay,
  nowSeconds: number,
  toLocalTime: (seconds: number) => string,
): OverlayLines => {
  if (kind === 'clock') return { text, time: toLocalTime(nowSeconds) };
  if (kind === 'countdown') return { text, time: toRemaining(untilSeconds - nowSeconds) };
  return kind === 'text' ? { text, time: '' } : NO_LINES;
};

/** In so many seconds, above 0 and at most 1; undefined: it stays. */
export const toNextChange = ({ kind, untilSeconds = 0 }: Overlay, nowSeconds: number): number | undefined => {
  if (kind !== 'clock' && kind !== 'countdown') return undefined;
  // A countdown changes at whole seconds before its instant.
  const since = kind === 'clock' ? nowSeconds : nowSeconds - untilSeconds;
  return Math.floor(since) + 1 - since;
};
