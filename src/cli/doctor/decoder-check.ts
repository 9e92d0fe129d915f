// Checks what decodes the clips: the decoders of the board, what mpv can use of them, and the memory for the screen.
import type { Coding } from '../../deck/clips/clip.ts';
import { toBoard } from '../../mpv/board.ts';
import type { MachineFacts } from '../../mpv/decoding/machine/facts.ts';
import { toCodecName } from '../../mpv/decoding/table/video-format.ts';
import { judgeWays } from '../../mpv/decoding/table/ways.ts';
import { toSizeText } from '../format.ts';
import { type Finding, good, note, problem } from './finding.ts';
import type { MpvView } from './mpv-view.ts';

const PART = 'Decoder';

/** A usual file of each codec. */
const SAMPLES: readonly Coding[] = [
  { videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p' },
  { videoCodec: 'hevc', profile: 'Main', pixelFormat: 'yuv420p' },
  { videoCodec: 'vp9', profile: 'Profile 0', pixelFormat: 'yuv420p' },
  { videoCodec: 'av1', profile: 'Main', pixelFormat: 'yuv420p' },
].map((coding) => ({
  ...coding,
  ...{ width: 1920, height: 1080, interlaced: false, frameRate: { numerator: 30, denominator: 1 } },
}));

/** Decoders that a board has in its chip, with the format of V4L2 that shows each. */
const ON_BOARD = {
  'small-pi': [['h264', 'H264']],
  'pi-4': [
    ['h264', 'H264'],
    ['hevc', 'S265'],
  ],
  'pi-5': [['hevc', 'S265']],
  other: [],
} as const;

const PI_DRIVERS = ['bcm2835-codec', 'rpi-hevc-dec', 'rpivid'];

const toNames = (codecs: readonly string[]): string => codecs.map(toCodecName).join(' and ');

/** What of a Raspberry Pi's decoders cannot be used, and why. */
const examineBoard = ({ hardware, abilities }: MachineFacts): Finding | undefined => {
  const board = toBoard(hardware.compatible);
  const shown = abilities.devices.filter(({ driver }) => PI_DRIVERS.includes(driver));
  const missing = ON_BOARD[board].filter(
    ([, format]) => !abilities.devices.some(({ formats }) => formats?.includes(format) === true),
  );
  const codecs = toNames(missing.map(([codec]) => codec));
  if (missing.length > 0 && shown.some(({ formats }) => formats === undefined)) {
    return problem(
      PART,
      `Nothing here can tell what the decoders take, so the processor decodes ${codecs}.`,
      'sudo apt install v4l-utils, then restart the player.',
    );
  }
  // A Pi 3 decodes 22 frames of Full HD a second by its processor.
  const tell = board === 'small-pi' ? problem : note;
  if (missing.length > 0) {
    return tell(
      PART,
      `This board has a decoder for ${codecs}, but the kernel ${hardware.kernel} has no driver for it: the processor decodes.`,
      `Use Raspberry Pi OS, or clips of at most ${board === 'small-pi' ? '1280x720' : '1920x1080'} in H.264.`,
    );
  }
  const { decoders } = abilities.mpv;
  const unused = ON_BOARD[board].filter(([codec]) => {
    const names =
      codec === 'h264' ? ['v4l2m2m', 'v4l2m2m-copy'] : ['drm', 'drm-copy', 'v4l2request', 'v4l2request-copy'];
    return !names.some((name) => decoders[name]?.includes(codec));
  });
  if (unused.length === 0) return undefined;
  return tell(
    PART,
    `The decoder for ${toNames(unused.map(([codec]) => codec))} is there, but mpv ${abilities.mpv.version} cannot use it.`,
    'Install the mpv and ffmpeg of Raspberry Pi OS.',
  );
};

/** The package that decodes, by driver of the graphics. */
export const VAAPI_PACKAGES: Readonly<Record<string, string>> = {
  i915: 'intel-media-va-driver',
  xe: 'intel-media-va-driver',
  amdgpu: 'mesa-va-drivers',
  radeon: 'mesa-va-drivers',
};

const examineVaapi = ({ hardware, abilities }: MachineFacts): Finding | undefined => {
  const driver = hardware.renderers.find((renderer) => renderer.driver in VAAPI_PACKAGES)?.driver;
  if (driver === undefined || (abilities.vaapi?.profiles.length ?? 0) > 0) return undefined;
  return note(
    PART,
    `No program says what ${driver} decodes.`,
    `sudo apt install vainfo ${VAAPI_PACKAGES[driver]}, then restart the player.`,
  );
};

const toDecoded = (facts: MachineFacts, videoOutput: string): readonly string[] =>
  SAMPLES.flatMap((coding) => {
    const { ways } = judgeWays({
      ...{ facts, choice: 'auto' },
      picture: { kind: 'video', path: '', coding },
      screen: { videoOutput, rotationDegrees: 0, usesOverlayPlane: false },
    });
    return ways[0].hwdec === 'no' ? [] : [`${toCodecName(coding.videoCodec)} by ${ways[0].hwdec}`];
  });

/** mpv holds two pictures of the screen's size, and the console one. */
const SCREEN_BUFFERS = 3;
const BYTES_OF_A_PIXEL = 4;
const DISPLAY_OF_A_PI = /^vc4/;

const examineMemory = ({ hardware }: MachineFacts, view: MpvView | undefined): readonly Finding[] => {
  const { contiguousBytes, cards } = hardware;
  const [width, height] = [Number(view?.['display-width']), Number(view?.['display-height'])];
  const needed = width * height * BYTES_OF_A_PIXEL * SCREEN_BUFFERS;
  if (!cards.some((driver) => DISPLAY_OF_A_PI.test(driver)) || contiguousBytes === undefined) return [];
  if (Number.isNaN(needed) || contiguousBytes >= needed) return [];
  return [
    problem(
      'Memory',
      `${toSizeText(contiguousBytes)} of contiguous memory are too little for a screen of ${width}x${height}, which needs ${toSizeText(needed)}.`,
      'Choose the display mode 1920x1080 on the page, or add cma=256M to /boot/firmware/cmdline.txt and restart the board.',
    ),
  ];
};

/** @param view mpv's properties, if it runs */
export const examineDecoder = (facts: MachineFacts, view?: MpvView): readonly Finding[] => {
  const output = typeof view?.['current-vo'] === 'string' ? view['current-vo'] : 'gpu';
  const decoded = toDecoded(facts, output);
  const lack = examineBoard(facts) ?? examineVaapi(facts);
  const summary =
    decoded.length > 0
      ? [good(PART, `${decoded.join(', ')}; the processor decodes everything else.`)]
      : lack === undefined
        ? [note(PART, 'This machine has no decoder for clips; the processor decodes everything.')]
        : [];
  return [...summary, ...(lack === undefined ? [] : [lack]), ...examineMemory(facts, view)];
};
