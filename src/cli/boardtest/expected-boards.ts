// What is expected of boards until a result shows more, with its source. A result is of the board whose model fits.

interface ExpectedBoard {
  readonly name: string;
  /** Fits the model of a result. */
  readonly model: RegExp;
  readonly h264: string;
  readonly hevc: string;
  readonly sources: readonly string[];
}

const ANTHIAS = 'Screenly/Anthias';

/** With Raspberry Pi OS: its kernel and ffmpeg have the decoders of these boards. */
export const EXPECTED_BOARDS: readonly ExpectedBoard[] = [
  {
    name: 'Raspberry Pi 3, Zero 2 W',
    model: /^Raspberry Pi (3|Zero 2)/,
    h264: '1080p30 by its decoder',
    hevc: 'none',
    sources: [
      'rating of the decoder (`bcm2835-codec`)',
      `${ANTHIAS} 3110: 1080p at 2.49 × real time by the decoder, at 0.74 × by the processor`,
    ],
  },
  {
    name: 'Raspberry Pi 4, 400, CM4',
    model: /^Raspberry Pi (4|400|Compute Module 4)/,
    h264: '1080p60 by its decoder; not 2160p',
    hevc: '2160p60 by its decoder',
    sources: [
      `${ANTHIAS} 2904: H.264 1080p60 lost up to 2973 of 3597 frames with mpv, none in a player without a copy of each frame`,
      `${ANTHIAS} 2904: in that player H.264 2160p30 lost 124 of 1464 frames, HEVC 2160p60 2 of 3598`,
      `${ANTHIAS} 2796: 1080p30 at 2.7 × real time by the processor where nothing scales`,
    ],
  },
  {
    name: 'Raspberry Pi 5, 500, CM5',
    model: /^Raspberry Pi (5|500|Compute Module 5)/,
    h264: '1080p60 by the processor',
    hevc: '2160p60 by its decoder',
    sources: [
      `${ANTHIAS} 2904: HEVC 2160p60 lost 2 of 3600 frames in a player that is not mpv`,
      'mpv 17447: on a 2160p screen frames are lost even of 1080p clips',
    ],
  },
  {
    name: 'PC with Intel or AMD graphics',
    model: /^(?!Raspberry Pi|unknown|QEMU|VMware)/,
    h264: 'by VAAPI, where its driver is installed',
    hevc: 'by VAAPI, where the graphics have it',
    sources: [
      'the drivers in Debian: `intel-media-va-driver`, `i965-va-driver`, `mesa-va-drivers`',
      `${ANTHIAS} 2904: up to 2160p60 lost 3 of 3601 frames at most in a player that is not mpv`,
    ],
  },
];
