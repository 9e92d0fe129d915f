// The codec formats of the REST API: which a clip has, which there are, and why none can be set.
import type { Clip } from '../../deck/clips/clip.ts';
import { anyText, object } from '../../schema/schema.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { shownClip } from '../device/transport-info.ts';
import { fileFormatOf } from '../device/video-format.ts';
import { type Fields, parseFields } from './body.ts';
import { RestError } from './rest-failure.ts';

const CODEC_FORMAT = object({ codec: anyText }, { container: anyText });

interface CodecFormat {
  readonly codec: string;
  readonly container: string;
}

const QUICKTIME = /\.(mov|qt)$/i;

/** One demuxer reads MP4 and MOV; the extension distinguishes them. */
const toContainer = ({ file, media }: Clip): string =>
  QUICKTIME.test(file) ? 'MOV' : (media?.container.split(',')[0]?.toUpperCase() ?? 'MOV');

export const toCodecFormat = (clip: Clip): CodecFormat => ({ codec: fileFormatOf(clip), container: toContainer(clip) });

/** The format without any clip. */
const STANDARD: CodecFormat = { codec: 'H264', container: 'MOV' };

/** Common studio formats; other formats of the library are supported, too. */
const DEFAULT_FORMAT: readonly CodecFormat[] = [
  STANDARD,
  { codec: 'H264', container: 'MP4' },
  { codec: 'H265', container: 'MOV' },
  { codec: 'H265', container: 'MP4' },
  { codec: 'QuickTimeProRes', container: 'MOV' },
  { codec: 'QuickTimeDNxHD220', container: 'MOV' },
  { codec: 'QuickTimeUncompressed', container: 'MOV' },
];

export const currentCodecFormat = (snapshot: Snapshot): CodecFormat => {
  const clip = shownClip(snapshot);
  return clip === undefined ? STANDARD : toCodecFormat(clip);
};

const keyOf = ({ codec, container }: CodecFormat): string => `${codec} in ${container}`;

/** Each once. */
export const supportedCodecFormats = ({ deck }: Snapshot): readonly CodecFormat[] => {
  const clips = deck.document.clips.filter(({ kind }) => kind !== 'splash');
  const all = [...DEFAULT_FORMAT, ...clips.map(toCodecFormat)];
  return [...new Map(all.map((format) => [keyOf(format), format])).values()];
};

/**
 * The clip's own format is accepted; another one would be for recording.
 * @throws RestError 400
 */
export const setCodecFormat = (fields: Fields, snapshot: Snapshot): void => {
  const current = currentCodecFormat(snapshot);
  const { codec, container = current.container } = parseFields(CODEC_FORMAT, fields);
  if (codec === current.codec && container === current.container) return;
  const asked = keyOf({ codec, container }).slice(0, 80);
  throw new RestError(
    400,
    'invalid-codec',
    `The codec ${JSON.stringify(asked)} is refused, for this deck does not record; allowed: that of the clip, ${keyOf(current)}.`,
  );
};
