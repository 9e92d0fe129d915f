import { execFileSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MediaInfo, ProbedMedia } from '../../../src/deck/clips/clip.ts';
import { probeMedia } from '../../../src/library/probe/probe.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type MediaName, media, PICTURE } from '../../media/media.ts';

const rate = (numerator: number, denominator = 1) => ({ frameRate: { numerator, denominator } });
const sound = { audioCodec: 'aac', audioChannels: 1 };

/** Matroska's first block is the picture's, 23 ms behind the sound's beginning; its time counts from there. */
const afterSound = { clockStartSeconds: 0.023, pictureOffsetSeconds: 0.023 };

const moving = (durationSeconds: number, info: Partial<MediaInfo>): ProbedMedia => ({
  moving: true,
  durationSeconds,
  info: {
    ...{ container: 'mp4', videoCodec: 'h264', profile: 'High', pixelFormat: 'yuv420p' },
    ...{ ...PICTURE, interlaced: false, ...info },
  },
});

const still = (container: string, videoCodec: string, pixelFormat: string, profile?: string): ProbedMedia => ({
  moving: false,
  durationSeconds: 0,
  info: { container, videoCodec, ...PICTURE, interlaced: false, pixelFormat, ...(profile && { profile }) },
});

/** ffmpeg has no profiles of these. */
const withoutProfile = ({ info, ...probed }: ProbedMedia): ProbedMedia => {
  const { profile: _profile, ...rest } = info;
  return { ...probed, info: rest };
};

const found: readonly (readonly [MediaName, ProbedMedia])[] = [
  ['numbered-23976.mp4', moving(6.006, { ...rate(24000, 1001), frames: 144 })],
  ['numbered-25.mp4', moving(10, { ...rate(25), frames: 250 })],
  ['numbered-2997.mp4', moving(6.006, { ...rate(30000, 1001), frames: 180, ...sound })],
  ['numbered-50.mp4', moving(6, { ...rate(50), frames: 300 })],
  ['numbered-5994.mp4', moving(6.006, { ...rate(60000, 1001), frames: 360 })],
  ['interlaced-25.mp4', moving(4, { ...rate(25), frames: 100, interlaced: true })],
  // Its clock begins with its first frame, which is the second of those it was made of.
  ['variable-rate.mkv', moving(5.96, { ...rate(25), container: 'mkv', clockStartSeconds: 0.04 })],
  // A last frame that nothing follows lasts as long as the ffmpeg that wrote it says: 3.967 s by 5.1, 3.9 s by 7.1.
  [
    'phone.mp4',
    moving(expect.closeTo(3.93, 1), { ...rate(30), frames: 102, clockStartSeconds: expect.closeTo(0.033, 3) }),
  ],
  [
    'broadcast.ts',
    moving(4.023222, {
      ...rate(25),
      container: 'ts',
      ...sound,
      clockStartSeconds: 1.456778,
      pictureOffsetSeconds: -0.023222,
    }),
  ],
  ['old.avi', moving(2, { ...rate(25), container: 'avi', videoCodec: 'mpeg4', profile: 'Simple Profile' })],
  ['live.webm', moving(2, { ...rate(25), container: 'mkv', videoCodec: 'vp8', profile: '0' })],
  [
    'moving.gif',
    withoutProfile(moving(1, { ...rate(10), container: 'gif', videoCodec: 'gif', pixelFormat: 'bgra', frames: 10 })),
  ],
  [
    'moving.apng',
    withoutProfile(moving(1, { ...rate(10), container: 'apng', videoCodec: 'apng', pixelFormat: 'rgb24' })),
  ],
  ['still.png', still('png', 'png', 'rgb24')],
  ['still.jpg', still('jpeg', 'mjpeg', 'yuvj420p', 'Baseline')],
  ['still.webp', still('webp', 'webp', 'yuv420p')],
  ['one-frame.gif', still('gif', 'gif', 'bgra')],
  ['one-frame.mp4', still('mp4', 'h264', 'yuv420p', 'High')],
  // Subtitles that go on for seven seconds behind the picture are no part of what plays.
  ['sub-longer.mp4', moving(2, { ...rate(25), frames: 50, ...sound })],
  ['sub-longer.mkv', moving(expect.closeTo(2.02, 2), { ...rate(25), container: 'mkv', ...sound, ...afterSound })],
  ['sound-longer.mkv', moving(expect.closeTo(4, 1), { ...rate(25), container: 'mkv', ...sound, ...afterSound })],
  ['late.flv', moving(expect.closeTo(3, 2), { ...rate(24), container: 'flv', clockStartSeconds: 0.083 })],
  // No rate of slides is one to count frames in; what they lack in frames is repeated.
  ['slides.mp4', moving(12, { frames: 4, longFrames: true })],
  ['hdr.mp4', moving(1, { ...rate(25), frames: 25, hdr: 'pq', profile: 'High 10', pixelFormat: 'yuv420p10le' })],
  [
    'xvid-b.avi',
    moving(2, {
      ...rate(25),
      container: 'avi',
      videoCodec: 'mpeg4',
      pictureOffsetSeconds: 0.04,
      profile: 'Advanced Simple Profile',
    }),
  ],
  ['plain.tiff', still('tiff', 'tiff', 'yuv420p')],
  ['deep.tiff', still('tiff', 'tiff', 'rgb48le')],
  ['still.avif', still('mp4', 'av1', 'yuv420p', 'Main')],
  // Its time is that of its sound.
  ['one-frame-sound.mp4', moving(expect.closeTo(2, 1), { ...rate(25), frames: 1, ...sound })],
  ['one-frame.mkv', still('mkv', 'h264', 'yuv420p', 'High')],
];

describe.concurrent('what is found in a file', () => {
  test.each(found)('%s', async (name, expected) => {
    expect(await probeMedia(media(name))).toEqual(expected);
  });
});

test('a recording that begins between two key frames is a video', async () => {
  const whole = await readFile(media('broadcast.ts'));
  const path = join(await temporaryFolder(), 'late.ts');
  await writeFile(path, whole.subarray(188 * Math.floor(whole.length / 188 / 5)));
  expect((await probeMedia(path)).moving).toBe(true);
});

/** Turned by 90 degrees in the track header, as phones do; ffmpeg's own option for it is another one in each release. */
const turned = (mp4: Buffer): Buffer => {
  const matrixAt = mp4.indexOf('tkhd') + 44;
  expect(mp4.readUInt32BE(matrixAt + 32), 'the last of its nine numbers').toBe(0x4000_0000);
  const matrix = [0, 0x1_0000, 0, -0x1_0000, 0, 0, PICTURE.height * 0x1_0000, 0, 0x4000_0000];
  for (const [at, number] of matrix.entries()) mp4.writeInt32BE(number, matrixAt + 4 * at);
  return mp4;
};

test('a video that is held upright is as wide as it is seen', async () => {
  const path = join(await temporaryFolder(), 'upright.mp4');
  await writeFile(path, turned(await readFile(media('numbered-25.mp4'))));
  const { info } = await probeMedia(path);
  expect([info.width, info.height]).toEqual([PICTURE.height, PICTURE.width]);
});

test.each(['mkv', 'mp4', 'mov', 'wmv', 'ts'])(
  'a clip whose clock starts at five seconds is as long as it plays: %s',
  async (as) => {
    const path = join(await temporaryFolder(), `late.${as}`);
    const codec = as === 'wmv' ? ['-c:v', 'wmv2'] : ['-c', 'copy'];
    execFileSync('ffmpeg', ['-v', 'error', '-i', media('short-25.mp4'), ...codec, '-output_ts_offset', '5', path]);
    expect((await probeMedia(path)).durationSeconds).toBeCloseTo(1, 1);
  },
);

test.each([
  ['one-frame.mpg', 'mpg'],
  ['one-frame.mxf', 'mxf'],
  ['one-frame.ogv', 'ogg'],
  ['one-frame.wmv', 'wmv'],
] as const)('%s is a still', async (name, container) => {
  expect(await probeMedia(media(name))).toMatchObject({ moving: false, durationSeconds: 0, info: { container } });
});

test.each([
  ['slides.gif', 12],
  ['slides.avi', 12],
  ['slides.ogv', 12],
  ['slides.ts', 12],
  ['slides.wmv', 12],
  ['slides-jpeg.avi', 12],
  ['four-a-second.mp4', 3],
] as const)('%s has long frames, the last one too', async (name, durationSeconds) => {
  expect(await probeMedia(media(name))).toMatchObject({ durationSeconds, info: { longFrames: true } });
});

test.each([
  ['program-25.mpg', 4],
  ['program-b.vob', 3],
  ['times-left-out.mpg', 3],
] as const)('the last frame of %s counts, though only others have a time', async (name, durationSeconds) => {
  expect((await probeMedia(media(name))).durationSeconds).toBe(durationSeconds);
});

test('a clock that counts in slides is told, and one that counts in less is not', async () => {
  expect((await probeMedia(media('slides-jpeg.avi'))).info.clockStepSeconds).toBe(3);
  for (const name of ['slides.mp4', 'slides.ts', 'old.avi'] as const)
    expect((await probeMedia(media(name))).info).not.toHaveProperty('clockStepSeconds');
});

test('a photo with a second picture behind the first is a still', async () => {
  const photo = await readFile(media('still.jpg'));
  const path = join(await temporaryFolder(), 'photo.jpg');
  await writeFile(path, Buffer.concat([photo, photo]));
  expect(await probeMedia(path)).toEqual(still('jpeg', 'mjpeg', 'yuvj420p', 'Baseline'));
});

test('a name that ffmpeg takes for a pattern means the file itself', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'frame%03d "it\'s" 100%.png');
  await copyFile(media('still.png'), path);
  await copyFile(media('numbered-25.mp4'), join(folder, 'frame000 "it\'s" 100%.png'));
  expect(await probeMedia(path)).toEqual(still('png', 'png', 'rgb24'));
});

test('a picture that begins after the sound is timed from itself where ffmpeg does so', async () => {
  const { info } = await probeMedia(media('long-gop-sound-25.ts'));
  expect(info.pictureOffsetSeconds).toBeCloseTo(-0.0232, 3);
});
