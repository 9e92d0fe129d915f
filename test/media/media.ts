// The clips that tests play: small, made by ffmpeg once per machine, their frames numbered in a way a program can read.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Changes with the recipes below, so that no test meets clips of an older recipe. */
const RECIPES = 6;

export const MEDIA_FOLDER = join(tmpdir(), `cuedeck-test-media-${RECIPES}`);

/** A numbered picture is 192x108: twelve bars across its upper half spell the frame number in binary, highest bit left. */
export const NUMBER_BITS = 12;
export const PICTURE = { width: 192, height: 108 } as const;

const bars = `geq=lum='if(lt(Y,54),255*mod(floor(N/pow(2,${NUMBER_BITS - 1}-floor(X/16))),2),128)':cb=128:cr=128`;
const numbered = (rate: string, seconds: number): readonly string[] => [
  ...['-f', 'lavfi', '-i', `color=c=gray:s=${PICTURE.width}x${PICTURE.height}:r=${rate}:d=${seconds}`],
];
const tone = (seconds: number): readonly string[] => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
const h264 = (gop: number): readonly string[] => [
  ...['-vf', bars, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p', '-g', String(gop)],
];
const aac = ['-c:a', 'aac', '-b:a', '64k'] as const;

/** A subtitle that is over long after the picture. */
const subtitle = [
  ...['-f', 'srt', '-i', `data:text/plain,${encodeURIComponent('1\n00:00:00,500 --> 00:00:09,500\nSUBTITLE\n')}`],
] as const;

/** File name to the ffmpeg arguments that make it. */
const recipes = {
  'numbered-25.mp4': [...numbered('25', 10), ...h264(50)],
  'numbered-25-sound.mp4': [...numbered('25', 10), ...tone(10), ...h264(50), ...aac],
  'numbered-50.mp4': [...numbered('50', 6), ...h264(50)],
  'numbered-23976.mp4': [...numbered('24000/1001', 6), ...h264(48)],
  'numbered-2997.mp4': [...numbered('30000/1001', 6), ...tone(6), ...h264(60), ...aac],
  'numbered-5994.mp4': [...numbered('60000/1001', 6), ...h264(60)],
  'long-gop-25.mp4': [...numbered('25', 20), ...h264(500)],
  'short-25.mp4': [...numbered('25', 1), ...h264(25)],
  // Every third frame is left out, so frames last 40 or 80 ms.
  'variable-rate.mkv': [
    ...numbered('25', 6),
    ...['-vf', `${bars},select='mod(n\\,3)'`, '-fps_mode', 'vfr', '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-crf', '12', '-pix_fmt', 'yuv420p', '-g', '25'],
  ],
  'one-frame.mp4': [...numbered('25', 0.04), ...h264(1)],
  // Where the picture is darker than this, the player has darkened it.
  'white-25.mp4': ['-f', 'lavfi', '-i', 'color=c=white:s=192x108:r=25:d=20', '-c:v', 'libx264', '-g', '50'],
  'white.png': ['-f', 'lavfi', '-i', 'color=c=white:s=192x108', '-frames:v', '1'],
  'still.png': [...numbered('25', 1), '-vf', 'negate', '-frames:v', '1'],
  'still.jpg': [...numbered('25', 1), '-frames:v', '1'],
  // A tone without the artefacts of a lossy coder: what is heard is the player's.
  'pure-tone-25.mkv': [...numbered('25', 10), ...tone(10), ...h264(50), '-c:a', 'pcm_f32le'],
  'sound-only.m4a': [...tone(2), '-c:a', 'aac'],
  'sound-only.mp3': [...tone(1), '-c:a', 'libmp3lame'],
  'cover.m4a': [
    ...[...tone(1), ...numbered('25', 0.04), '-c:a', 'aac', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'],
    ...['-disposition:v', 'attached_pic'],
  ],
  'fast-start.mp4': [...numbered('25', 10), ...tone(10), ...h264(25), ...aac, '-movflags', '+faststart'],
  'interlaced-25.mp4': [
    ...[...numbered('50', 4), '-vf', 'tinterlace=interleave_top,fieldorder=tff', '-c:v', 'libx264'],
    ...['-preset', 'veryfast', '-flags', '+ildct+ilme', '-x264-params', 'interlaced=1', '-pix_fmt', 'yuv420p'],
  ],
  // Its frames come when they come.
  'phone.mp4': [
    ...numbered('30', 4),
    ...['-vf', "select='gt(mod(n\\,7)\\,0)',setpts='PTS+0.003/TB*mod(N\\,5)'", '-fps_mode', 'vfr', '-c:v', 'libx264'],
    ...['-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
  ],
  'broadcast.ts': [...numbered('25', 4), ...tone(4), ...h264(25), ...aac],
  // No index, and a key frame only every four seconds.
  'long-gop-25.ts': [...numbered('25', 10), ...h264(100)],
  // The sound begins before the picture, and is found where no picture is.
  'long-gop-sound-25.ts': [...numbered('25', 10), ...tone(10), ...h264(125), ...aac],
  'program-25.mpg': [...numbered('25', 4), '-vf', bars, '-c:v', 'mpeg2video', '-q:v', '2', '-g', '12'],
  'old.avi': [...numbered('25', 2), '-c:v', 'mpeg4', '-q:v', '5'],
  // As a browser records it: written while it runs, so it says nothing of its length.
  'live.webm': [...numbered('25', 2), '-c:v', 'libvpx', '-deadline', 'realtime', '-f', 'webm', '-live', '1'],
  'moving.gif': [...numbered('10', 1), '-vf', bars],
  'moving.apng': [...numbered('10', 1), '-vf', bars, '-f', 'apng'],
  'one-frame.mkv': [...numbered('25', 0.04), ...h264(1)],
  'one-frame.gif': [...numbered('25', 0.04), '-final_delay', '10'],
  'still.webp': [...numbered('25', 1), '-frames:v', '1'],
  'moving.webp': [...numbered('10', 1), '-vf', bars, '-f', 'webp'],
  'sub-longer.mp4': [
    ...[
      ...numbered('25', 2),
      ...tone(2),
      ...subtitle,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-disposition:s:0',
      'default',
    ],
    ...[...h264(25), ...aac, '-c:s', 'mov_text'],
  ],
  'sub-longer.mkv': [
    ...[
      ...numbered('25', 2),
      ...tone(2),
      ...subtitle,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-disposition:s:0',
      'default',
    ],
    ...[...h264(25), ...aac, '-c:s', 'srt'],
  ],
  'sound-longer.mkv': [...numbered('25', 2), ...tone(4), ...h264(25), ...aac],
  'late.flv': [...numbered('24', 3), ...h264(72), '-bf', '2'],
  'slides.mp4': [...numbered('1/3', 12), ...h264(250)],
  'xvid-b.avi': [
    ...numbered('25', 2),
    '-vf',
    bars,
    '-c:v',
    'mpeg4',
    '-vtag',
    'XVID',
    '-q:v',
    '2',
    '-g',
    '250',
    '-bf',
    '2',
  ],
  // Twice as wide as high on screen, of as many points across as down.
  'anamorphic.mp4': [...numbered('25', 1), '-vf', 'scale=120:120,setsar=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  'hdr.mp4': [
    ...[...numbered('25', 1), '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p10le'],
    ...['-color_trc', 'smpte2084', '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'],
  ],
  'fragments.mp4': [...numbered('25', 3), ...tone(3), ...h264(12), ...aac, '-movflags', '+frag_keyframe+empty_moov'],
  'live-clusters.mkv': [
    ...[...numbered('25', 3), ...h264(12), '-cluster_time_limit', '500', '-f', 'matroska', '-live', '1'],
  ],
  'windows.wmv': [...numbered('25', 3), ...tone(3), '-vf', bars, '-c:v', 'wmv2', '-q:v', '3', '-c:a', 'wmav2'],
  'tape.mxf': [...numbered('25', 2), '-vf', bars, '-c:v', 'mpeg2video', '-q:v', '2', '-g', '12'],
  'free.ogv': [...numbered('25', 3), '-vf', bars, '-c:v', 'libtheora', '-q:v', '8'],
  'plain.tiff': [...numbered('25', 1), '-vf', bars, '-frames:v', '1'],
  'deep.tiff': [...numbered('25', 1), '-frames:v', '1', '-pix_fmt', 'rgb48le', '-compression_algo', 'lzw'],
  'bare.h264': [...numbered('25', 1), ...h264(25)],
  'encrypted.mp4': [
    ...[...numbered('25', 1), ...h264(25), '-encryption_scheme', 'cenc-aes-ctr'],
    ...['-encryption_key', '76a6c65c5ea762046bd749a2e632ccbb', '-encryption_kid', 'a7e61c373e219033c21091fa607bf3b8'],
  ],
  'still.avif': [...numbered('1', 1), '-frames:v', '1', '-c:v', 'libaom-av1', '-cpu-used', '8', '-still-picture', '1'],
  // As a phone trims it: its edit list begins between two frames.
  'trimmed.mp4': [...numbered('25', 3), ...h264(12), '-output_ts_offset', '-0.13', '-avoid_negative_ts', 'disabled'],
  // What is decoded of them does not say how long it lasts.
  'one-frame.mpg': [...numbered('25', 0.04), '-c:v', 'mpeg2video'],
  'one-frame.mxf': [...numbered('25', 0.04), '-c:v', 'mpeg2video'],
  'one-frame.ogv': [...numbered('25', 0.04), '-c:v', 'libtheora'],
  'one-frame.wmv': [...numbered('25', 0.04), '-c:v', 'wmv2'],
  'slides.gif': [...numbered('1/3', 12), '-vf', bars],
  'slides.avi': [...numbered('1/3', 12), '-vf', bars, '-c:v', 'mpeg4', '-q:v', '2'],
  'slides.ogv': [...numbered('1/3', 12), '-vf', bars, '-c:v', 'libtheora', '-q:v', '9'],
  'slides.wmv': [...numbered('1/3', 12), '-vf', bars, '-c:v', 'wmv2', '-q:v', '2'],
  'slides-jpeg.avi': [...numbered('1/3', 12), '-vf', bars, '-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p'],
  // A seek lands at its last frames, of which none before the place can be decoded.
  'slides-long.ts': [...numbered('1/40', 160), ...h264(250)],
  'four-a-second.mp4': [...numbered('4', 3), ...h264(250)],
  // The last slide is not the last in the file.
  'slides.ts': [...numbered('1/3', 12), ...h264(250), '-bf', '2'],
  // Only some of its frames have a time, and the last is not one of them.
  'times-left-out.mpg': [...numbered('25', 3), '-vf', bars, '-c:v', 'mpeg2video', '-q:v', '2', '-g', '15', '-bf', '2'],
  'program-b.vob': [...numbered('25', 3), '-vf', bars, '-c:v', 'mpeg2video', '-q:v', '2', '-g', '15', '-bf', '2'],
  'one-frame-sound.mp4': [...numbered('25', 0.04), ...tone(2), ...h264(1), ...aac],
} as const satisfies Record<string, readonly string[]>;

export type MediaName = keyof typeof recipes;

export const RECIPE_LIST: readonly (readonly [string, readonly string[]])[] = Object.entries(recipes);

/** Absolute path of a test clip. */
export const media = (name: MediaName): string => join(MEDIA_FOLDER, name);
