// Which devices of V4L2 take a file: stateful ones get the stream, stateless ones its parsed slices.

import { toBoard } from '../../board.ts';
import type { V4l2Device } from '../machine/facts.ts';
import type { Situation } from './situation.ts';
import { toCodecName, type VideoFormat } from './video-format.ts';

/** What a device must take for a codec, in V4L2's characters. */
const STREAMS: Readonly<Record<string, string>> = { h264: 'H264', hevc: 'HEVC', vp8: 'VP80', vp9: 'VP90', vc1: 'VC1G' };
const SLICES: Readonly<Record<string, string>> = { h264: 'S264', hevc: 'S265', vp8: 'VP8F', vp9: 'VP9F', av1: 'AV1F' };

/** The driver of Raspberry Pi 1 to 4 refuses more on either side. */
const BCM2835_DRIVER = 'bcm2835-codec';
const BCM2835_MAX_SIDE = 1920;
/** Level 5.1 of its firmware. */
const BCM2835_MAX_PIXELS = 1920 * 1200;

/** Raspberry Pi's drivers for HEVC, the newer name first. */
const HEVC_DRIVERS = ['rpi-hevc-dec', 'rpivid'];
const MAX_STATELESS_PIXELS = 4096 * 2304;

/** The first device of the machine that takes a format. */
const findDevice = (devices: readonly V4l2Device[], format: string | undefined): V4l2Device | undefined =>
  devices.find(({ formats }) => format !== undefined && formats?.includes(format));

type Judged = { readonly device: V4l2Device } | { readonly refusal: string };

const judge = (
  { facts, format }: Situation,
  kinds: Readonly<Record<string, string>>,
  refusalOf: (device: V4l2Device, format: VideoFormat) => string | undefined,
): Judged => {
  const device = findDevice(facts.abilities.devices, kinds[format.codec]);
  if (device === undefined) return { refusal: `no decoder of this machine takes ${toCodecName(format.codec)}` };
  const refusal = refusalOf(device, format);
  return refusal === undefined ? { device } : { refusal: `${device.driver} ${refusal}` };
};

/** Whole streams: mpv's `v4l2m2m`. */
export const judgeStateful = (situation: Situation): Judged =>
  judge(situation, STREAMS, ({ driver }, { bits, chroma, width, height }) => {
    if (bits !== 8 || chroma !== '420') return `takes 8 bit 4:2:0 only`;
    if (driver !== BCM2835_DRIVER) return undefined;
    const isTooLarge = Math.max(width, height) > BCM2835_MAX_SIDE || width * height > BCM2835_MAX_PIXELS;
    return isTooLarge ? `takes no more than ${BCM2835_MAX_SIDE}x1200` : undefined;
  });

/** Parsed slices: mpv's `drm`. */
export const judgeStateless = (situation: Situation): Judged =>
  judge(situation, SLICES, ({ driver }, { bits, chroma, width, height, interlaced }) => {
    // Only Raspberry Pi's is known to take 10 bit; no format of V4L2 tells.
    const maxBits = HEVC_DRIVERS.includes(driver) ? 10 : 8;
    if (bits > maxBits || chroma !== '420') return `takes no more than ${maxBits} bit 4:2:0`;
    if (interlaced) return 'does not put fields together';
    return width * height > MAX_STATELESS_PIXELS ? 'takes no more than 4096x2304' : undefined;
  });

/** Above this a Pi 4 drops 600 to 2,973 of 3,597 frames when they are copied back, and its processor decodes in time. */
const MAX_COPIED_ON_PI_4 = 1920 * 1080 * 31;

/** Why frames of a stateful decoder should not be copied back; undefined: they can be. */
export const toCopyRefusal = ({ facts, format }: Situation): string | undefined =>
  toBoard(facts.hardware.compatible) === 'pi-4' && format.pixelsPerSecond > MAX_COPIED_ON_PI_4
    ? 'copying its frames back takes longer than decoding by the processor'
    : undefined;
