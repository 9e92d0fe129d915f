// What to do about a clip that does not play smoothly, in words of the trade.
import type { Coding } from '../../deck/clips/clip.ts';
import { bitDepth, framesPerSecond, isSubsampled } from './coding-facts.ts';

const HD = { width: 1920, height: 1080 } as const;
export const MAX_FRAMES_PER_SECOND = 30;
/** A rate that rounds to 30 is 29.97 or 30. */
const ROUNDING = 0.5;

const isOverHd = ({ width, height }: Coding): boolean =>
  Math.max(width, height) > HD.width || Math.min(width, height) > HD.height;

/** What of the coding costs more than it must. */
const toChanges = (coding: Coding, decoder: string): readonly string[] => [
  ...(coding.videoCodec !== 'h264' && decoder === 'no' ? ['H.264'] : []),
  ...(bitDepth(coding) > 8 || !isSubsampled(coding) ? ['8 bit 4:2:0'] : []),
  ...(isOverHd(coding) ? [`at most ${HD.width}×${HD.height}`] : []),
  ...(framesPerSecond(coding) > MAX_FRAMES_PER_SECOND + ROUNDING
    ? [`at most ${MAX_FRAMES_PER_SECOND} frames a second`]
    : []),
  ...(coding.interlaced ? ['progressive'] : []),
];

/** True where only a lower bit rate or a smaller picture costs less. */
export const isSimple = (coding: Coding, decoder: string): boolean => toChanges(coding, decoder).length === 0;

export const toCodingAdvice = (coding: Coding, decoder: string): readonly string[] => {
  const changes = toChanges(coding, decoder);
  return changes.length > 0
    ? [`Convert it: ${changes.join(', ')}.`]
    : ['Convert it to a lower bit rate or a smaller picture.'];
};

/** @param gopSeconds greatest distance of key frames */
export const toJumpAdvice = (jumpSeconds: number, gopSeconds: number): string =>
  `An exact jump takes up to ${jumpSeconds.toFixed(1)} s, since its key frames are up to ${gopSeconds.toFixed(1)} s apart: encode with a key frame every second (GOP).`;
