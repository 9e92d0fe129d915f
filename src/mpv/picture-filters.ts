// Video filters: repeated frames, and HDR tone mapping to standard dynamic range.
import type { Media } from '../deck/ports.ts';

/** A picture has no clock of its own in mpv (time-pos stays 0); repeated as frames it has, with pause, end and loop like any video. */
export const STILL_FRAMES_PER_SECOND = 25;

/** Outputs that bring it down by themselves, on the graphics processor; the last one leaves it to the desktop. */
const TONE_MAPPING_OUTPUTS = ['gpu', 'gpu-next', 'libmpv', 'dmabuf-wayland'];

/** The brightest that is told apart, on the scale of a usual screen's white at 100 cd/m²: what most of such films are graded for. */
const PEAK = 10;

/** What is shown from is no larger than this: each point costs. */
const MAPPED = { width: 1920, height: 1080 } as const;

const toMapped = (): readonly string[] => {
  const share = `min(1,min(${MAPPED.width}/iw,${MAPPED.height}/ih))`;
  return [
    `zscale=w='2*round(iw*${share}/2)':h='2*round(ih*${share}/2)':t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    `tonemap=hable:desat=0:peak=${PEAK}`,
    'zscale=t=bt709:m=bt709:r=limited',
    'format=yuv420p',
  ];
};

/**
 * On its way to a place mpv goes on to the first frame behind it, which may be seconds later. Repeated frames leave none that is
 * far; the last one has no next to tell its length by.
 */
const toRepeated = (picture: Media): readonly string[] => {
  if (picture.kind === 'still') return ['loop=-1:1:0', `fps=${STILL_FRAMES_PER_SECOND}`];
  if (picture.kind !== 'video' || picture.repeatedAt === undefined) return [];
  const { numerator, denominator } = picture.repeatedAt;
  return ['tpad=stop=-1:stop_mode=clone', `fps=${numerator}/${denominator}`];
};

/**
 * mpv's `vf` of a file.
 * @param videoOutput mpv's name of what it shows pictures by; empty while it has none
 */
export const toFilterOptions = (picture: Media, videoOutput: string): Readonly<Record<string, string>> => {
  const isHdr = picture.kind !== 'reel' && picture.hdr === true && !TONE_MAPPING_OUTPUTS.includes(videoOutput);
  const filters = [...(isHdr ? toMapped() : []), ...toRepeated(picture)];
  return filters.length === 0 ? {} : { vf: `lavfi=[${filters.join(',')}]` };
};
