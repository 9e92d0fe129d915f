// The timeline's arithmetic, and the formats clips are announced with: pure.
import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { toTimecode } from '../../../src/deck/clips/timecode.ts';
import { toFrameRange, toRun } from '../../../src/hyperdeck/device/play-range.ts';
import {
  fileSeconds,
  frameAt,
  positionAt,
  positionAtCount,
  timelineFrame,
  toTimeline,
} from '../../../src/hyperdeck/device/timeline.ts';
import { formatOf } from '../../../src/hyperdeck/device/video-format.ts';
import { toPieces } from '../../../src/hyperdeck/ethernet/paced-writer.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';

const clip = (
  id: string,
  [numerator, denominator]: readonly [number, number],
  change: Partial<Clip> = {},
  raster: { width?: number; height?: number; interlaced?: boolean } = {},
): Clip =>
  videoClip(id, {
    ...change,
    media: {
      container: 'mov',
      videoCodec: 'h264',
      width: 1920,
      height: 1080,
      interlaced: false,
      ...raster,
      frameRate: { numerator, denominator },
    },
  });

describe('the announced format', () => {
  test.each([
    [[24000, 1001], {}, '1080p23976'],
    [[24, 1], {}, '1080p24'],
    [[25, 1], {}, '1080p25'],
    [[30000, 1001], {}, '1080p2997'],
    [[30, 1], {}, '1080p30'],
    [[50, 1], {}, '1080p50'],
    [[60000, 1001], {}, '1080p5994'],
    [[60, 1], {}, '1080p60'],
    [[25, 1], { interlaced: true }, '1080i50'],
    [[30000, 1001], { interlaced: true }, '1080i5994'],
    [[50, 1], { width: 1280, height: 720 }, '720p50'],
    [[25, 1], { width: 1280, height: 720 }, '1080p25'],
    [[25, 1], { width: 720, height: 576, interlaced: true }, 'PAL'],
    [[30000, 1001], { width: 720, height: 480, interlaced: true }, 'NTSC'],
    [[25, 1], { width: 3840, height: 2160 }, '4Kp25'],
    [[60000, 1001], { width: 3840, height: 2160 }, '4Kp5994'],
    // No name of its own: counted at the named rate that is nearest, its double or its half.
    [[15, 1], {}, '1080p30'],
    [[12, 1], {}, '1080p24'],
    [[100, 1], {}, '1080p50'],
    [[2997, 100], {}, '1080p2997'],
  ] as const)('%j %j is %s', ([numerator, denominator], raster, name) => {
    expect(formatOf(clip('x', [numerator, denominator], {}, raster)).name).toBe(name);
  });

  test('a picture, and a file that says nothing, are counted as 25 a second', () => {
    const { media: _none, ...bare } = videoClip('x');
    expect(formatOf(bare).name).toBe('1080p25');
  });
});

describe('positions', () => {
  const timeline = toTimeline(
    ['a', 'b', 'c'].map((clipId) => ({ clipId })),
    [
      clip('a', [25, 1], { inSeconds: 1, outSeconds: 5 }),
      clip('b', [60000, 1001], { inSeconds: 0.5, outSeconds: 2 }),
      clip('c', [50, 1], { inSeconds: 0, outSeconds: 3 }),
    ],
  );

  test('clips follow one another, each as long as its section', () => {
    expect(timeline.clips.map(({ startFrame, frames, inFrame }) => [startFrame, frames, inFrame])).toEqual([
      [0, 100, 25],
      [100, 90, 30],
      [190, 150, 0],
    ]);
    expect(timeline.frames).toBe(340);
  });

  test('every frame of the timeline is a frame of a clip, and back', () => {
    for (let frame = 0; frame < timeline.frames; frame += 1) {
      const position = positionAt(timeline, frame);
      expect(timelineFrame(timeline, position)).toBe(frame);
      const part = timeline.clips[position.index];
      if (part === undefined) throw new Error('no clip');
      expect(frameAt(part, fileSeconds(part, position.frame))).toBe(position.frame);
      // The timecode of a frame leads back to it from its own clip.
      expect(positionAtCount(timeline, part.startCount + position.frame, position)).toEqual(position);
    }
  });

  test('beyond an end is the end', () => {
    expect([positionAt(timeline, -5), positionAt(timeline, 9999)]).toEqual([
      { index: 0, frame: 0 },
      { index: 2, frame: 149 },
    ]);
    expect(positionAtCount(timeline, 1e6, { index: 0, frame: 0 })).toEqual({ index: 2, frame: 149 });
  });

  test('a play range cuts the clips at its ends, and the run is what lies inside', () => {
    const range = toFrameRange({ by: 'frames', inFrame: 50, outFrame: 240 }, timeline);
    const { run, first } = toRun(timeline, range, { singleClip: false, loop: true, atEnd: 'hold' });
    expect([first, run.loop, run.items]).toEqual([
      0,
      true,
      [
        { clipId: 'a', inSeconds: 3, outSeconds: 5 },
        { clipId: 'b', inSeconds: 0.5, outSeconds: 2 },
        { clipId: 'c', inSeconds: 0, outSeconds: 1 },
      ],
    ]);
    expect(toFrameRange({ by: 'clips', first: 1, count: 5 }, timeline)).toEqual({ inFrame: 100, outFrame: 340 });
    expect(toFrameRange({ by: 'frames', inFrame: 400, outFrame: 500 }, timeline)).toBeUndefined();
  });

  test('a clip on the timeline twice is two clips', () => {
    const twice = toTimeline([{ clipId: 'a' }, { clipId: 'a' }], [clip('a', [25, 1])]);
    expect(twice.clips.map(({ startFrame }) => startFrame)).toEqual([0, 250]);
  });
});

describe('pieces', () => {
  test('end at a line end, are no longer than a segment, and are the text again', () => {
    const lines = Array.from(
      { length: 500 },
      (_, n) =>
        `${n}: Überfahrt ${'x'.repeat(n % 60)}.mp4 ${toTimecode(n, { rate: { numerator: 25, denominator: 1 }, dropFrame: false })}\r\n`,
    );
    const text = `205 clips info:\r\n${lines.join('')}\r\n`;
    const pieces = toPieces(text);
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) {
      expect(piece.endsWith('\r\n')).toBe(true);
      expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(1400);
    }
    expect(pieces.length).toBeLessThan(Buffer.byteLength(text) / 1200);
  });

  test('a line that is longer by itself stays whole', () => {
    const long = `1: ${'x'.repeat(5000)}\r\n`;
    expect(toPieces(`a\r\n${long}b\r\n`)).toEqual(['a\r\n', long, 'b\r\n']);
    expect(toPieces('')).toEqual([]);
  });
});
