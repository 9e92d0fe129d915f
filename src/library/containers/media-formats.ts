// Allow list of demuxers and codecs.

/**
 * libavformat's demuxer to the name people know. Left out on purpose: everything that opens further files or addresses
 * (hls, dash, concat, imf, sdp, image2 with its patterns), everything that is guessed from text (tty, subtitles), devices,
 * and bare streams without a time scale of their own (h264, hevc, yuv4mpegpipe), in which no frame can be found again.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  mov: 'mp4',
  matroska: 'mkv',
  avi: 'avi',
  mpegts: 'ts',
  mpeg: 'mpg',
  mxf: 'mxf',
  flv: 'flv',
  asf: 'wmv',
  ogg: 'ogg',
  dv: 'dv',
  gif: 'gif',
  apng: 'apng',
  png_pipe: 'png',
  jpeg_pipe: 'jpeg',
  // A photo with a second, smaller picture behind the first looks like a stream of pictures.
  mjpeg: 'jpeg',
  webp_pipe: 'webp',
  bmp_pipe: 'bmp',
  tiff_pipe: 'tiff',
  jpegxl_pipe: 'jxl',
};

/** For libavformat's `format_whitelist`: the demuxers themselves, so that no other one even opens the file. */
export const ALLOWED_DEMUXERS = Object.keys(ALLOWED).join(',');

/** @param demuxer as ffprobe names it, which may be several names in one (`matroska,webm`) */
export const toContainer = (demuxer: string): string => {
  const name = demuxer.split(',').find((part) => part in ALLOWED) ?? demuxer;
  return ALLOWED[name] ?? name;
};

/** Pictures without a clock, whatever number of frames their parser finds; mpv takes them as stills, too. */
export const isPicture = (demuxer: string): boolean => demuxer.endsWith('_pipe') || demuxer === 'mjpeg';

/** Pictures of which any damage counts. To TIFF's decoder each tag that it does not know is damage; its strips are looked at here. */
export const isStrict = (demuxer: string): boolean => isPicture(demuxer) && demuxer !== 'tiff_pipe';

const PLAYLISTS = ['hls', 'dash', 'concat', 'webm_dash_manifest', 'imf', 'sdp', 'rtsp', 'ffmetadata', 'image2'];
const SOUNDS = [
  'mp3',
  'flac',
  'wav',
  'w64',
  'aac',
  'aiff',
  'ac3',
  'eac3',
  'dts',
  'ape',
  'au',
  'caf',
  'amr',
  'wv',
  'tta',
];
const TEXTS = [
  'srt',
  'ass',
  'webvtt',
  'microdvd',
  'sami',
  'subviewer',
  'mpl2',
  'jacosub',
  'realtext',
  'stl',
  'scc',
  'tty',
];

/** Demuxers of video without a container, to the name people know. */
const BARE: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'H.265',
  vvc: 'H.266',
  h263: 'H.263',
  m4v: 'MPEG-4',
  mpegvideo: 'MPEG',
  obu: 'AV1',
  vc1: 'VC-1',
  yuv4mpegpipe: 'Y4M',
  rawvideo: 'raw',
};

/** Why a file that a demuxer outside the list would take is refused; completes "The file is refused: …". */
export const whyNotAllowed = (demuxer: string): string => {
  const names = demuxer.split(',');
  const isOf = (list: readonly string[]): boolean => names.some((name) => list.includes(name));
  if (isOf(PLAYLISTS)) return 'it is a playlist, not a video or picture';
  if (isOf(SOUNDS)) return 'it has sound only, no picture';
  if (isOf(TEXTS)) return 'it is text or subtitles, not a video or picture';
  const bare = names.map((name) => BARE[name]).find((name) => name !== undefined);
  if (bare !== undefined)
    return `it is bare ${bare} video, without a clock to play by; put it into an MP4 or MKV file first`;
  return `its format (${demuxer}) is not one that CueDeck plays`;
};
