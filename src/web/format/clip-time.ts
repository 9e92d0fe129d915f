// Positions of a clip as people read, hear and type them: timecode in the clip's own frame rate.

import type { FrameRate } from '../../deck/clips/clip.ts';
import {
  framesToSeconds,
  hasDropFrame,
  nominalFrames,
  parseTimecode,
  secondsToFrames,
  toTimecode,
} from '../../deck/clips/timecode.ts';

const toBase = (rate: FrameRate) => ({ rate, dropFrame: hasDropFrame(rate) });

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/**
 * `00:01:02:03`, in drop-frame `00:01:02;03`; for a clip without a constant frame rate `00:01:02.120`.
 * @param seconds 0 or more, from the beginning of the file
 */
export const toClipTime = (seconds: number, rate: FrameRate | undefined): string => {
  if (rate !== undefined) return toTimecode(secondsToFrames(seconds, rate), toBase(rate));
  const milliseconds = Math.max(0, Math.round(seconds * 1000));
  const whole = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${parts.map((part) => pad(part)).join(':')}.${pad(milliseconds % 1000, 3)}`;
};

const count = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** The same for screen readers: `1 minute 2 seconds 3 frames`. */
export const toSpokenTime = (seconds: number, rate: FrameRate | undefined): string => {
  const [, hours, minutes, whole, rest] = /^(\d+):(\d+):(\d+)[:;.](\d+)$/.exec(toClipTime(seconds, rate)) ?? [];
  const parts = [
    ...(Number(hours) > 0 ? [count(Number(hours), 'hour')] : []),
    ...(Number(hours) + Number(minutes) > 0 ? [count(Number(minutes), 'minute')] : []),
    rate === undefined ? `${Number(`${Number(whole)}.${rest}`)} seconds` : count(Number(whole), 'second'),
    ...(rate === undefined ? [] : [count(Number(rest), 'frame')]),
  ];
  return parts.join(' ');
};

const CLOCK = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:[.,]\d+)?)$/;

/**
 * Parses a typed timecode with frames (`1:02:03:04`), or seconds (`62.5`, `1:02.5`).
 * @returns seconds; undefined when it is neither, or a frame that does not exist at the rate
 */
export const parseClipTime = (typed: string, rate: FrameRate | undefined): number | undefined => {
  const text = typed.trim();
  const label = /^(\d{1,2}):(\d{1,2}):(\d{1,2})[:;](\d{1,2})$/.exec(text)?.slice(1).map(Number);
  if (label !== undefined) {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = label;
    if (rate === undefined || minutes > 59 || seconds > 59 || frames >= nominalFrames(rate)) return undefined;
    const base = toBase(rate);
    const written = `${[hours, minutes, seconds].map((part) => pad(part)).join(':')}${base.dropFrame ? ';' : ':'}${pad(frames)}`;
    return Math.round(framesToSeconds(parseTimecode(written, base), rate) * 1000) / 1000;
  }
  const [, hours = '0', minutes = '0', seconds] = CLOCK.exec(text) ?? [];
  return seconds === undefined
    ? undefined
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
};
