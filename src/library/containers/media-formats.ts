// Allow list of demuxers and codecs.

/**
 * Maps libavformat's demuxers to common names. Left out on purpose: everything that opens further files or addresses
 * (hls, dash, concat, imf, sdp, image2 with its patterns), everything that is detected by its text (tty, subtitles), devices,
 * and bare streams without timestamps (h264, hevc, yuv4mpegpipe), in which seeking is impossible.
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
  // A photo with an embedded smaller picture looks like an MJPEG stream.
  mjpeg: 'jpeg',
  webp_pipe: 'webp',
  bmp_pipe: 'bmp',
  tiff_pipe: 'tiff',
  jpegxl_pipe: 'jxl',
};

/** For libavformat's `format_whitelist`, so that no other demuxer even opens the file. */
export const ALLOWED_DEMUXERS = Object.keys(ALLOWED).join(',');

/** @param demuxer ffprobe's name, which may be several names in one (`matroska,webm`) */
export const toContainer = (demuxer: string): string => {
  const name = demuxer.split(',').find((part) => part in ALLOWED) ?? demuxer;
  return ALLOWED[name] ?? name;
};

/** Picture formats without a clock, whatever number of frames the parser finds; mpv also treats them as stills. */
export const isPicture = (demuxer: string): boolean => demuxer.endsWith('_pipe') || demuxer === 'mjpeg';

/** Pictures in which any damage is an error. TIFF is excepted: its decoder reports unknown tags as damage, so its strips are checked here. */
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

/** Maps demuxers of bare video streams to common names. */
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

/** Why a file of a demuxer outside the list is rejected; completes "The file is refused: …". */
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
