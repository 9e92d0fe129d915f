// Video filters: repeated frames, and HDR tone mapping to standard dynamic range.
import type { Media } from '../deck/ports.ts';

/** A still has no clock in mpv (time-pos stays 0). Repeated as frames it gets one, with pause, end and loop like any video. */
export const STILL_FRAMES_PER_SECOND = 25;

/** Outputs that tone-map on the GPU; the last one leaves it to the desktop. */
const TONE_MAPPING_OUTPUTS = ['gpu', 'gpu-next', 'libmpv', 'dmabuf-wayland'];

/** Peak brightness as a multiple of SDR white (100 cd/m²); most HDR films are graded for it. */
const PEAK = 10;

/** Tone mapping runs at no more than this size, since its cost grows with the pixels. */
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
 * mpv seeks to the first frame after the target, which may be seconds later. Repeated frames are close together;
 * the last one has no next frame to derive its duration from. Each copy needs a time of its own: of copies with the
 * same one fps drops all but one, for ever.
 */
const toRepeated = (picture: Media): readonly string[] => {
  if (picture.kind === 'still')
    return ['loop=-1:1:0', `setpts=N/${STILL_FRAMES_PER_SECOND}/TB`, `fps=${STILL_FRAMES_PER_SECOND}`];
  if (picture.kind !== 'video' || picture.repeatedAt === undefined) return [];
  const { numerator, denominator } = picture.repeatedAt;
  // Copies of the last frame are apart by the frame rate, which many a file does not say: they are given times, too.
  const next = `PREV_OUTPTS+${denominator}/${numerator}/TB`;
  return [
    'tpad=stop=-1:stop_mode=clone',
    `setpts='if(isnan(PREV_OUTPTS)+gt(PTS,PREV_OUTPTS),PTS,${next})'`,
    `fps=${numerator}/${denominator}`,
  ];
};

/**
 * mpv's `vf` for a file.
 * @param videoOutput name of mpv's video output; empty while it has none
 */
export const toFilterOptions = (picture: Media, videoOutput: string): Readonly<Record<string, string>> => {
  const isHdr = picture.kind !== 'reel' && picture.hdr === true && !TONE_MAPPING_OUTPUTS.includes(videoOutput);
  const filters = [...(isHdr ? toMapped() : []), ...toRepeated(picture)];
  return filters.length === 0 ? {} : { vf: `lavfi=[${filters.join(',')}]` };
};
