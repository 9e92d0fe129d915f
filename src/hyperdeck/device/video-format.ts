// The video formats that the protocol has names for, and which one a clip is announced with.
import type { Clip, FrameRate } from '../../deck/clips/clip.ts';

export interface VideoFormat {
  /** As the Ethernet protocol writes it: `1080p2997`. */
  readonly name: string;
  /** As the REST API writes it: `1920x1080p29.97`. */
  readonly restName: string;
  readonly rate: FrameRate;
  readonly restRate: string;
  readonly width: number;
  readonly height: number;
  readonly interlaced: boolean;
}

interface NamedRate {
  readonly rate: FrameRate;
  /** In names of the Ethernet protocol and of the REST API. */
  readonly ethernet: string;
  readonly rest: string;
}

const named = (numerator: number, denominator: number, ethernet: string, rest: string): NamedRate => ({
  rate: { numerator, denominator },
  ethernet,
  rest,
});

const FILM = named(24000, 1001, '23976', '23.98');
const RATES: readonly NamedRate[] = [
  FILM,
  named(24, 1, '24', '24'),
  named(25, 1, '25', '25'),
  named(30000, 1001, '2997', '29.97'),
  named(30, 1, '30', '30'),
  named(50, 1, '50', '50'),
  named(60000, 1001, '5994', '59.94'),
  named(60, 1, '60', '60'),
];

const toNumber = ({ numerator, denominator }: FrameRate): number => numerator / denominator;

/** Interlaced formats are named after their fields; FF still counts frames. */
const FIELD_NAMES: Readonly<Record<string, string>> = { '25': '50', '2997': '5994', '30': '60' };
const REST_FIELD_NAMES: Readonly<Record<string, string>> = { '25': '50', '29.97': '59.94', '30': '60' };

const format = (
  prefix: string,
  width: number,
  height: number,
  { rate, ethernet, rest }: NamedRate,
  interlaced: boolean,
): VideoFormat => {
  const scan = interlaced ? 'i' : 'p';
  return {
    name: `${prefix}${scan}${interlaced ? FIELD_NAMES[ethernet] : ethernet}`,
    restName: `${width}x${height}${scan}${interlaced ? REST_FIELD_NAMES[rest] : rest}`,
    rate,
    restRate: rest,
    width,
    height,
    interlaced,
  };
};

const standardDefinition = (name: string, height: number, rate: NamedRate | undefined, interlaced: boolean) => ({
  ...format('', 720, height, rate ?? FILM, interlaced),
  name,
});

const INTERLACED = RATES.filter(({ ethernet }) => ethernet in FIELD_NAMES);
const rateOf = (ethernet: string): NamedRate | undefined => RATES.find((rate) => rate.ethernet === ethernet);

export const VIDEO_FORMATS: readonly VideoFormat[] = [
  standardDefinition('NTSC', 486, rateOf('2997'), true),
  standardDefinition('PAL', 576, rateOf('25'), true),
  standardDefinition('NTSCp', 486, rateOf('2997'), false),
  standardDefinition('PALp', 576, rateOf('25'), false),
  ...RATES.filter(({ rate }) => toNumber(rate) >= 50).map((rate) => format('720', 1280, 720, rate, false)),
  ...INTERLACED.map((rate) => format('1080', 1920, 1080, rate, true)),
  ...RATES.map((rate) => format('1080', 1920, 1080, rate, false)),
  ...RATES.map((rate) => format('4K', 3840, 2160, rate, false)),
];

/** By its name in the Ethernet protocol. */
export const findVideoFormat = (name: string): VideoFormat | undefined =>
  VIDEO_FORMATS.find((known) => known.name === name);

const find = (matches: (known: VideoFormat) => boolean): VideoFormat | undefined => VIDEO_FORMATS.find(matches);

/** The format without any clip: that of an unconfigured deck. */
export const DEFAULT_FORMAT: VideoFormat =
  find(({ name }) => name === '1080p25') ?? format('1080', 1920, 1080, FILM, false);

/**
 * The rate in which a clip's frames are counted: its own if the protocol has a name for it, else the named rate
 * nearest to it, its double or its half. Stills are counted at 25 fps, as mpv repeats them.
 */
const toCountingRate = (rate: FrameRate | undefined): FrameRate => {
  if (rate === undefined) return DEFAULT_FORMAT.rate;
  const own = toNumber(rate);
  const distance = (known: NamedRate): number =>
    Math.min(...[1, 2, 0.5, 4].map((factor) => Math.abs(Math.log((own * factor) / toNumber(known.rate)))));
  const nearest = RATES.reduce((best, known) => (distance(known) < distance(best) - 1e-9 ? known : best));
  const exact = RATES.find((known) => Math.abs(own / toNumber(known.rate) - 1) < 1e-4);
  return (exact ?? nearest).rate;
};

/** The rate matters most, since clients compute every time from it; the raster is the nearest with that rate. */
const toFormat = (clip: Clip): VideoFormat => {
  const { media } = clip;
  const rate = toCountingRate(media?.frameRate);
  const [width, height, interlaced] = [media?.width ?? 0, media?.height ?? 0, media?.interlaced === true];
  const isOfRate = (known: VideoFormat): boolean => toNumber(known.rate) === toNumber(rate);
  const of = (raster: string, scan: boolean): VideoFormat | undefined =>
    find((known) => known.name.startsWith(raster) && known.interlaced === scan && isOfRate(known));
  const isStandardDefinition = (width === 720 || width === 704) && height <= 576 && height >= 480;
  return (
    (isStandardDefinition ? (of('NTSC', interlaced) ?? of('PAL', interlaced)) : undefined) ??
    (width > 1920 || height > 1080 ? of('4K', false) : undefined) ??
    (height === 720 ? of('720', false) : undefined) ??
    of('1080', interlaced) ??
    of('1080', false) ??
    DEFAULT_FORMAT
  );
};

const known = new WeakMap<Clip, VideoFormat>();

/** The announced format of a clip. */
export const formatOf = (clip: Clip): VideoFormat => {
  const found = known.get(clip) ?? toFormat(clip);
  known.set(clip, found);
  return found;
};

/** Codec names in the Ethernet protocol; single words, since clients expect that. */
const FILE_FORMATS: Readonly<Record<string, string>> = {
  prores: 'QuickTimeProRes',
  dnxhd: 'QuickTimeDNxHD220',
  rawvideo: 'QuickTimeUncompressed',
  v210: 'QuickTimeUncompressed',
  h264: 'H264',
  hevc: 'H265',
};

/**
 * Codec name for `disk list`. The protocol's names of H.264 and H.265 contain a dot, which makes
 * hyperdeck-connection 2 and 3 drop the whole line, so the dot is omitted.
 */
export const fileFormatOf = ({ media }: Clip): string => {
  const codec = media?.videoCodec ?? '';
  return FILE_FORMATS[codec] ?? (codec.replaceAll(/\W/g, '') || 'unknown');
};
