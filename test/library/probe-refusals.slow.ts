import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toAppError } from '../../src/base/errors.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { probeLimitSeconds } from '../../src/library/probe/probe-run.ts';
import { toMemoryLimit } from '../../src/library/probe/sandboxed-program.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../media/media.ts';

/** Code and sentence of the refusal. */
const refusal = async (probing: Promise<unknown>): Promise<readonly string[]> => {
  const { code, message } = await probing
    .then(
      () => new Error('it was let in'),
      (error) => error,
    )
    .then(toAppError);
  return [code, message];
};

const written = async (content: string | Uint8Array, whenFinished = onTestFinished): Promise<string> => {
  const path = join(await temporaryFolder(whenFinished), 'file');
  await writeFile(path, content);
  return path;
};

const half = async (name: MediaName, whenFinished = onTestFinished): Promise<string> => {
  const whole = await readFile(media(name));
  return written(whole.subarray(0, whole.length / 2), whenFinished);
};

const unsupported = (why: string) => ['unsupported-media', `The file is refused: ${why}.`];

/** A PNG of one test picture with a colour profile of 100 MB, before or behind its pixels. */
const withProfile = async (place: 'before' | 'behind'): Promise<string> => {
  const picture = await readFile(media('still.png'));
  const profile = deflateSync(Buffer.alloc(100_000_000, 'CueDeck '));
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('iCCPprofile\0\0', 'latin1'), profile, Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  const at = place === 'before' ? 8 + 25 : picture.length - 12;
  return written(Buffer.concat([picture.subarray(0, at), chunk, picture.subarray(at)]));
};

test.each(['before', 'behind'] as const)(
  'a PNG with a large colour profile %s its pixels is taken: the memory of the probe is the limit',
  async (place) => {
    expect((await probeMedia(await withProfile(place))).moving).toBe(false);
  },
);

describe.concurrent('refused, and why', () => {
  test.for([
    ['a sound file', 'sound-only.mp3', 'it has sound only, no picture'],
    ['sound in a video container', 'sound-only.m4a', 'it has sound only, no picture'],
    ['sound with cover art', 'cover.m4a', 'it is sound with a cover picture, no video'],
  ] as const)('%s', async ([_what, name, why]) => {
    expect(await refusal(probeMedia(media(name)))).toEqual(unsupported(why));
  });

  test.for([
    ['nothing', '', 'it is empty'],
    ['a text', 'a clip is a clip is a clip', 'it is not a video or picture that CueDeck knows'],
    ['a page', '<html><script>alert(1)</script></html>', 'it is not a video or picture that CueDeck knows'],
    ['NUL bytes', '\0'.repeat(100_000), 'it is not a video or picture that CueDeck knows'],
    ['subtitles', '1\n00:00:01,000 --> 00:00:02,000\nHi\n', 'it is text or subtitles, not a video or picture'],
    [
      'a streaming playlist',
      '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1/x.ts\n',
      'it is a playlist, not a video or picture',
    ],
    ['a plain playlist', '#EXTM3U\n/etc/passwd\n', 'it is a playlist, not a video or picture'],
    ['an ffmpeg list', 'ffconcat version 1.0\nfile /etc/passwd\n', 'it is a playlist, not a video or picture'],
    ['an mpv edit list', '# mpv EDL v0\n/etc/passwd\n', 'it is a playlist, not a video or picture'],
    [
      'a manifest',
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:DASH:schema:MPD:2011"></MPD>',
      'it is not a video or picture that CueDeck knows',
    ],
    [
      'an active drawing',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'it is not a video or picture that CueDeck knows',
    ],
  ] as const)('%s', async ([_what, content, why], { onTestFinished }) => {
    expect(await refusal(probeMedia(await written(content, onTestFinished)))).toEqual(unsupported(why));
  });

  test.for([
    ['an MP4 whose index came last', 'numbered-25.mp4', 'it is cut off, its end is missing'],
    ['an MP4 whose index came first', 'fast-start.mp4', 'it is cut off, its end is missing'],
    ['a Matroska file', 'variable-rate.mkv', 'it is cut off, its end is missing'],
    ['an AVI file', 'old.avi', 'it is cut off, its end is missing'],
    ['a fragmented MP4', 'fragments.mp4', 'it is cut off, its end is missing'],
    ['a PNG', 'still.png', 'it is cut off, its end is missing'],
    ['a TIFF', 'plain.tiff', 'it is cut off, its end is missing'],
    ['a JPEG', 'still.jpg', 'its picture (mjpeg) cannot be decoded, it is damaged or of an unusual kind'],
  ] as const)('half of %s', async ([_what, name, why], { onTestFinished }) => {
    expect(await refusal(probeMedia(await half(name, onTestFinished)))).toEqual(unsupported(why));
  });

  test.for([
    [
      'a moving picture that the decoder does not know',
      'moving.webp',
      'it is an animated WebP, which the player can not show; turn it into MP4, GIF or APNG first',
    ],
    [
      'video without a container',
      'bare.h264',
      'it is bare H.264 video, without a clock to play by; put it into an MP4 or MKV file first',
    ],
    ['an encrypted film', 'encrypted.mp4', 'it is encrypted; only a copy without encryption can be played'],
  ] as const)('%s, with what to do', async ([_what, name, why]) => {
    expect(await refusal(probeMedia(media(name)))).toEqual(unsupported(why));
  });

  test('a photo of a phone, with what to do', async () => {
    expect(await refusal(probeMedia(join(import.meta.dirname, 'photo.heic')))).toEqual(
      unsupported('it is a HEIC photo, which the player can not show; save it as JPEG or PNG first'),
    );
  });

  test('a scrambled broadcast', async ({ onTestFinished }) => {
    const stream = await readFile(media('broadcast.ts'));
    for (let at = 0; at < stream.length; at += 188) {
      if (stream.readUInt16BE(at + 1) % 0x2000 < 0x20) continue;
      stream.writeUInt8(stream.readUInt8(at + 3) | 0x80, at + 3);
      for (let byte = at + 4; byte < at + 188; byte += 1) stream.writeUInt8(stream.readUInt8(byte) ^ 0x5a, byte);
    }
    expect(await refusal(probeMedia(await written(stream, onTestFinished)))).toEqual(
      unsupported('it is encrypted; only a copy without encryption can be played'),
    );
  });
});

test('a bare stream of pictures', async () => {
  const photo = await readFile(media('still.jpg'));
  expect(await refusal(probeMedia(await written(Buffer.concat(Array(20).fill(photo)))))).toEqual(
    unsupported('it is a bare stream of pictures without a clock; put it into MP4, MOV or AVI'),
  );
});

test('a folder', async () => {
  const path = join(await temporaryFolder(), 'clip.mp4');
  await mkdir(path);
  expect(await refusal(probeMedia(path))).toEqual(unsupported('it is not a file'));
});

test('a pipe, without waiting for its other end', async () => {
  const path = join(await temporaryFolder(), 'clip.mp4');
  execFileSync('mkfifo', [path]);
  expect(await refusal(probeMedia(path))).toEqual(unsupported('it is not a file'));
});
test('a file that is not there is an error of the disk', async () => {
  expect(await refusal(probeMedia('/nowhere/clip.mp4'))).toEqual([
    'storage-failed',
    'Could not open the file: it is not there (ENOENT).',
  ]);
});

test('ffprobe that is not installed is no fault of the file', async () => {
  expect(await refusal(probeMedia(media('still.png'), { command: '/nowhere/ffprobe' }))).toEqual([
    'internal',
    '/nowhere/ffprobe could not be run: it is not there (ENOENT).',
  ]);
});

const program = async (script: string): Promise<string> => {
  const path = join(await temporaryFolder(), 'ffprobe');
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
};

test('examining that works without end is ended', async () => {
  const command = await program('while :; do :; done');
  expect(await refusal(probeMedia(media('still.png'), { command, limitSeconds: 1, patienceSeconds: 600 }))).toEqual(
    unsupported('examining it took longer than 1 s of work'),
  );
});

test('a box that is too busy to examine a file says so: waiting does not count against the file', async () => {
  const command = await program('exec sleep 60');
  expect(await refusal(probeMedia(media('still.png'), { command, patienceSeconds: 0.2 }))).toEqual([
    'busy',
    'The player is too busy to examine the file; send it again later.',
  ]);
});

test('ffprobe runs within limits of memory and work, and ends first when memory runs out', async () => {
  const folder = await temporaryFolder();
  const command = await program(
    `{ ulimit -v; ulimit -t; cat /proc/self/oom_score_adj; } > ${folder}/limits; exec ffprobe "$@"`,
  );
  await probeMedia(media('still.png'), { command, limitSeconds: 7 });
  const [memory, seconds, score] = (await readFile(join(folder, 'limits'), 'utf8')).trim().split('\n').map(Number);
  expect([memory, seconds, score]).toEqual([Math.floor(toMemoryLimit(totalmem()) / 1024), 7, 800]);
});

test('what one file may take fits into the memory of the box', () => {
  const mebibytes = (count: number) => toMemoryLimit(count * 1024 ** 2) / 1024 ** 2;
  expect([430, 920, 1850, 3800, 7900].map(mebibytes)).toEqual([640, 640, 925, 1280, 1280]);
});

const make = async (name: string, args: readonly string[]): Promise<string> => {
  const path = join(await temporaryFolder(), name);
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, path]);
  return path;
};

test('a picture of more pixels than any screen shows', async () => {
  const path = await make('large.png', ['-i', 'color=size=10000x8000', '-frames:v', '1', '-pix_fmt', 'gray']);
  expect(await refusal(probeMedia(path))).toEqual(
    unsupported('its picture of 10000 × 8000 has 80 million pixels; allowed: 67'),
  );
});

test('a small film whose frames refer to more pixels than a box can keep', async () => {
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-x264-params', 'ref=16:threads=1'];
  const path = await make('references.mp4', ['-i', 'color=size=4096x3600', '-frames:v', '2', ...codec]);
  expect(statSync(path).size).toBeLessThan(200_000);
  expect(await refusal(probeMedia(path))).toEqual(
    unsupported('a frame of it, 4096 × 3600, may refer to 16 others; allowed at this size: 15'),
  );
});

test('a long file may be examined for longer: one without an index is read to its end', () => {
  expect([0, 4_000_000_000].map(probeLimitSeconds)).toEqual([60, 1060]);
});

test('examining that talks without end is ended', async () => {
  const command = await program('exec yes');
  expect(await refusal(probeMedia(media('still.png'), { command }))).toEqual(
    unsupported('it has more to say about itself than a clip should'),
  );
});

test('an examiner that the kernel ends, as memory runs short, says nothing of the file', async () => {
  const command = await program('kill -KILL $$');
  expect(await refusal(probeMedia(media('still.png'), { command }))).toEqual([
    'busy',
    'The player is too busy to examine the file; send it again later.',
  ]);
});

test('a film of two million packets is read to its end, and no line of it is kept', async () => {
  const script = [
    'case "$*" in *csv*) ;; *) exec ffprobe "$@" ;; esac',
    'case "$*" in *read_intervals*) exit 0 ;; esac',
    'exec seq -f "%.6f,0.036000" 0 0.036 72000',
  ];
  const command = await program(script.join('\n'));
  expect(await probeMedia(media('live.webm'), { command })).toMatchObject({
    durationSeconds: expect.closeTo(72_000, 0),
  });
});

test('a crash of the examiner is taken for the fault of the file', async () => {
  const command = await program('kill -SEGV $$');
  expect(await refusal(probeMedia(media('still.png'), { command }))).toEqual(
    unsupported('examining it ended with SIGSEGV'),
  );
});

test('a faulty disk is not taken for a faulty file', async () => {
  const command = await program('echo "/proc/self/fd/0: Input/output error" >&2; exit 1');
  expect(await refusal(probeMedia(media('still.png'), { command }))).toEqual([
    'storage-failed',
    'Could not read the file: the disk reports a fault (EIO).',
  ]);
});
