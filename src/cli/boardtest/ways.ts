// What can be tried on this machine: decoders that its mpv knows, and outputs that could show.
import type { Display } from '../../mpv/display/display.ts';
import type { Codec } from './test-clip.ts';

/** mpv's names of decoders on which boards and PCs differ, those without a copy of each frame first; `no` is software. */
export const WAYS = [
  'v4l2m2m',
  'drm',
  'v4l2request',
  'vaapi',
  'v4l2m2m-copy',
  'drm-copy',
  'v4l2request-copy',
  'vaapi-copy',
  'no',
] as const;
export type Way = (typeof WAYS)[number];

interface OutputOptions {
  /** mpv's name of the video output. */
  readonly vo: string;
  readonly options: readonly string[];
  readonly on: 'bare' | 'x11' | 'wayland' | 'any';
}

/** Best first. */
const OUTPUT_OPTIONS = {
  'gpu-drm': { vo: 'gpu', options: ['--gpu-context=drm', '--swapchain-depth=1'], on: 'bare' },
  drm: { vo: 'drm', options: ['--swapchain-depth=1'], on: 'bare' },
  'gpu-wayland': { vo: 'gpu', options: ['--gpu-context=wayland'], on: 'wayland' },
  'dmabuf-wayland': { vo: 'dmabuf-wayland', options: [], on: 'wayland' },
  'gpu-x11': { vo: 'gpu', options: [], on: 'x11' },
  x11: { vo: 'x11', options: [], on: 'x11' },
  null: { vo: 'null', options: [], on: 'any' },
} as const satisfies Readonly<Record<string, OutputOptions>>;

type OutputName = keyof typeof OUTPUT_OPTIONS;
export const OUTPUTS = Object.keys(OUTPUT_OPTIONS) as readonly OutputName[];

export interface Output {
  readonly name: OutputName;
  readonly vo: string;
  /** mpv's options for it. */
  readonly options: readonly string[];
}

/** @param decoders mpv's names of decoders, with the codecs that each takes */
export const toWays = (decoders: Readonly<Record<string, readonly string[]>>, codec: Codec): readonly Way[] =>
  WAYS.filter((way) => way === 'no' || decoders[way]?.includes(codec) === true);

const isThere = (on: OutputOptions['on'], display: Display, environment: DisplayVariables): boolean => {
  if (on === 'any') return true;
  if (on === 'bare') return display.kind === 'bare';
  return (environment[on === 'x11' ? 'DISPLAY' : 'WAYLAND_DISPLAY'] ?? '') !== '';
};

type DisplayVariables = Readonly<Partial<Record<'DISPLAY' | 'WAYLAND_DISPLAY', string>>>;

/** @param known mpv's names of its outputs */
export const toOutputs = (
  known: readonly string[],
  display: Display,
  environment: DisplayVariables,
): readonly Output[] =>
  OUTPUTS.flatMap((name) => {
    const { vo, options, on }: OutputOptions = OUTPUT_OPTIONS[name];
    if (!known.includes(vo) || !isThere(on, display, environment)) return [];
    return [{ name, vo, options: [`--vo=${vo}`, ...options] }];
  });
