// What the player itself would do with a test clip: which way it chooses, and with which options it loads.
import type { Media } from '../../deck/ports.ts';
import type { MachineFacts } from '../../mpv/decoding/machine/facts.ts';
import { judgeWays } from '../../mpv/decoding/table/ways.ts';
import type { TestClip } from './test-clip.ts';
import type { Output } from './ways.ts';

const PROFILES = {
  h264: { 8: 'High', 10: 'High 10' },
  hevc: { 8: 'Main', 10: 'Main 10' },
} as const;

const toMedia = ({ name, codec, width, height, rate, bits }: TestClip): Media => ({
  kind: 'video',
  path: `/${name}.mp4`,
  coding: {
    ...{ videoCodec: codec, profile: PROFILES[codec][bits], width, height, interlaced: false },
    pixelFormat: bits === 8 ? 'yuv420p' : 'yuv420p10le',
    frameRate: { numerator: rate, denominator: 1 },
  },
});

export interface ProductPlan {
  /** mpv's name of the way that the player would take first. */
  readonly way: string;
  readonly options: Readonly<Record<string, string>>;
}

export const toProductPlan = (facts: MachineFacts, clip: TestClip, output: Output): ProductPlan => {
  const screen = { videoOutput: output.vo, rotationDegrees: 0, usesOverlayPlane: false };
  const { ways } = judgeWays({ facts, picture: toMedia(clip), screen, choice: 'auto' });
  return { way: ways[0].hwdec, options: ways[0].options };
};
