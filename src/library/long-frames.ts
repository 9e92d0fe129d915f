// Whether frames of a video are on for long, as in slides, so that there are places within a frame that somebody goes to.
import type { FrameRate } from '../deck/clip.ts';
import { parseFraction } from './frame-rate.ts';
import { frameCount, type Headers } from './probe-report.ts';

/** As long as in the slowest usual film. */
const USUAL_SECONDS = 0.2;
/** So many of the frames of its nominal rate a film has at least; one that has fewer may have long ones. */
const USUAL_SHARE = 0.75;

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** Undefined where only the time stamps of the frames tell. */
export const longFramesByHeader = (headers: Headers, durationSeconds: number): boolean | undefined => {
  const { video } = headers;
  const [nominal, average] = [parseFraction(video?.r_frame_rate), parseFraction(video?.avg_frame_rate)];
  const frames = frameCount(headers);
  const rates = [
    average && toNumber(average),
    frames !== undefined && durationSeconds > 0 ? frames / durationSeconds : undefined,
  ];
  const rate = rates.find((number) => number !== undefined);
  if (rate === undefined) return false;
  if (rate < 1 / USUAL_SECONDS) return true;
  return nominal !== undefined && toNumber(nominal) <= 120 && rate < USUAL_SHARE * toNumber(nominal)
    ? undefined
    : false;
};

/** @param output lines that begin with a time stamp, in seconds, in any order */
export const longFramesByTimes = (output: string): boolean => {
  const times = [...output.matchAll(/^(-?[\d.]+)/gm)].map(([, time]) => Number(time)).sort((one, other) => one - other);
  return times.some((time, at) => at > 0 && time - (times[at - 1] ?? time) > USUAL_SECONDS);
};
