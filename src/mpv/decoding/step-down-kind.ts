// The kind of a file: what decides whether a decoder can cope with it.
import type { Coding } from '../../deck/clips/clip.ts';
import { type Media, toEdlCut } from '../../deck/ports.ts';

const SIZE_CLASSES = [
  { name: 'SD', width: 1024, height: 576 },
  { name: '720p', width: 1280, height: 736 },
  { name: '1080p', width: 1920, height: 1088 },
  { name: '1440p', width: 2560, height: 1440 },
  { name: '4K', width: 4096, height: 2304 },
] as const;

/** Up to 30 frames a second, and above: a decoder may be in time with the one and not with the other. */
const MAX_SLOW_RATE = 30.5;

const toSizeClass = ({ width, height }: Coding): string => {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return SIZE_CLASSES.find((size) => long <= size.width && short <= size.height)?.name ?? 'above 4K';
};

/** Frames per second; undefined when the file does not say. */
export const toRate = ({ frameRate }: Coding): number | undefined =>
  frameRate && frameRate.numerator / frameRate.denominator;

/** For people and for the record: `h264 High 1080p to 30 fps yuv420p`. */
const toKind = (coding: Coding): string => {
  const rate = (toRate(coding) ?? 0) > MAX_SLOW_RATE ? 'above 30 fps' : 'to 30 fps';
  return [coding.videoCodec, coding.profile, toSizeClass(coding), rate, coding.pixelFormat].filter(Boolean).join(' ');
};

const UNKNOWN = 'a file of an unknown kind';

const kindOf = ({ coding }: { readonly coding?: Coding }): string => (coding === undefined ? UNKNOWN : toKind(coding));

/** The kinds of files in a picture. */
export const kindsOf = (picture: Media): readonly string[] => [
  ...new Set((picture.kind === 'reel' ? picture.parts : [picture]).map(kindOf)),
];

/** The coding at a position, seconds; undefined where it is not known. */
export const codingAt = (picture: Media, seconds: number): Coding | undefined => {
  if (picture.kind !== 'reel') return picture.coding;
  let endSeconds = 0;
  const part = picture.parts.find((cut) => {
    endSeconds += toEdlCut(cut).lengthSeconds;
    return seconds < endSeconds;
  });
  return (part ?? picture.parts.at(-1))?.coding;
};

export const kindAt = (picture: Media, seconds: number): string => {
  const coding = codingAt(picture, seconds);
  return kindOf(coding === undefined ? {} : { coding });
};
