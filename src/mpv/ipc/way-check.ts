// Compares what mpv decodes after a load with what it was asked for.
import type { Coding } from '../../deck/clips/clip.ts';
import type { Media } from '../../deck/ports.ts';
import type { DecodingWay } from '../decoding/decoding-way.ts';
import type { Failure } from '../decoding/step-down.ts';
import { isJsonObject, type JsonObject } from './json-lines.ts';

/** Of mpv's `hwdec-current`, which is empty after a decoder has failed. */
export const toDecoder = (current: unknown): string => (typeof current === 'string' && current !== '' ? current : 'no');

/**
 * @param current mpv's `hwdec-current`
 * @param params mpv's `video-dec-params`
 * @param isTrial whether the pictures of software are looked at as well
 */
export const whatIsWrong = (
  picture: Media,
  way: DecodingWay,
  current: unknown,
  params: unknown,
  isTrial: boolean,
): Failure | undefined => {
  if (way.hwdec !== 'no' && toDecoder(current) === 'no') return 'refused';
  return (way.hwdec !== 'no' || isTrial) && hasOtherSize(picture, params) ? 'garbage' : undefined;
};

/** A decoder that does not take the edges off has lines of rubbish there. */
const hasOtherSize = (picture: Media, params: unknown): boolean => {
  if (!isJsonObject(params) || typeof params.w !== 'number') return false;
  const codings: readonly (Coding | undefined)[] = (picture.kind === 'reel' ? picture.parts : [picture]).map(
    ({ coding }) => coding,
  );
  return codings.every((coding) => coding !== undefined && (coding.width !== params.w || coding.height !== params.h));
};

/** Of these parts of mpv, what the log calls errors is the decoder's. */
const DECODER_LOG = /^(vd|ffmpeg\/video)\b/;

export const isDecoderError = ({ event, prefix }: JsonObject): boolean =>
  event === 'log-message' && DECODER_LOG.test(String(prefix));
