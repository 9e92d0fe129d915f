// docs/boards.md and README's list of boards are what scripts/boards.mjs makes of the results in boards/, and no board is called measured without one.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BoardFile, replaceMade, toBoardList, toBoardsText } from '../../../src/cli/boardtest/boards-page.ts';
import { REPORT, type Report } from '../../../src/cli/boardtest/report.ts';

const files: readonly BoardFile[] = readdirSync('boards')
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({ file, report: REPORT.parse(JSON.parse(readFileSync(`boards/${file}`, 'utf8')), file) }));

test.each([
  ['docs/boards.md', toBoardsText],
  ['README.md', toBoardList],
])('%s is what scripts/boards.mjs would write now', (path, toText) => {
  const text = readFileSync(path, 'utf8');
  expect(text).toBe(replaceMade(text, toText(files)));
});

test('a document without a place for the results is refused', () => {
  expect(() => replaceMade('# Boards', 'text')).toThrow('a document lacks');
});

const REPORT_OF_PI_4: Report = {
  ...{ boardtest: 1, cuedeck: '1.2.3', day: '2026-12-01', codecs: ['h264', 'hevc'], isComplete: false, untried: 7 },
  loadBefore: 0.1,
  machine: {
    ...{ model: 'Raspberry Pi 4 Model B Rev 1.4', processor: 'Cortex-A72', cores: 4, memoryMebibytes: 3792 },
    ...{ architecture: 'arm64', system: 'Debian GNU/Linux 13 (trixie)', kernel: '6.12.47+rpt-rpi-v8' },
    ...{ displayDrivers: ['vc4', 'v3d'], screens: ['1920x1080'], videoDevices: [], mpv: '0.40.0', ffmpeg: '7.1.5' },
  },
  clips: [
    { name: 'h264-720p25', kilobits: 5000, makingSeconds: 4 },
    { name: 'hevc-2160p60', kilobits: 38_400, notMade: 'too-slow' },
  ],
  results: [
    ['no', 3, 90],
    ['v4l2m2m-copy', 0, 40],
    ['v4l2m2m', 0, 12],
  ].map(([way, dropped, cpuPercent]) => ({
    clip: 'h264-720p25',
    way: way as 'no' | 'v4l2m2m' | 'v4l2m2m-copy',
    ...{ output: 'gpu-drm', outcome: 'played', isChosen: way === 'v4l2m2m', startSeconds: 0.2 },
    frames: { due: 75, droppedByDecoder: 0, droppedByOutput: Number(dropped), late: 0, behind: 0 },
    cpuPercent: Number(cpuPercent),
    jumps: { count: 4, exact: 4, unread: 0, longestSeconds: 0.3 },
    loop: { seams: 2, exact: 2, longestSeconds: 0.02 },
  })),
};

const withHang: Report = {
  ...REPORT_OF_PI_4,
  results: [
    ...REPORT_OF_PI_4.results,
    { clip: 'hevc-720p25', way: 'drm', output: 'gpu-drm', outcome: 'hang', isChosen: true },
  ],
};

describe('with a result', () => {
  const pi4 = [{ file: 'raspberry-pi-4.json', report: withHang }];

  test('README says of this board what was measured, of the others what is expected', () => {
    const rows = toBoardList(pi4)
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((cells) => cells.slice(1, 5))).toEqual([
      ['Raspberry Pi 3, Zero 2 W', '1080p30 by its decoder', 'none', 'expected'],
      ['Raspberry Pi 4, 400, CM4', '720p25 by v4l2m2m', 'nothing smooth', '[measured](docs/boards.md#measured)'],
      ['Raspberry Pi 5, 500, CM5', '1080p60 by the processor', '2160p60 by its decoder', 'expected'],
      expect.arrayContaining(['PC with Intel or AMD graphics', 'expected']),
    ]);
  });

  test('the page shows the best way of each clip, what failed, and what is missing', () => {
    const [, measured = ''] = toBoardsText(pi4).split('## Measured\n\n');
    expect(measured.split('\n')).toEqual([
      'There is no result of: Raspberry Pi 3, Zero 2 W; Raspberry Pi 5, 500, CM5; PC with Intel or AMD graphics.',
      '',
      '### Raspberry Pi 4 Model B Rev 1.4',
      '',
      'Cortex-A72, 4 cores, 3792 MiB, arm64, display driver vc4, v3d, screen 1920x1080. Debian GNU/Linux 13 (trixie), kernel 6.12.47+rpt-rpi-v8, mpv 0.40.0, ffmpeg 7.1.5, player 1.2.3. Tested on 2026-12-01: [raspberry-pi-4.json](../boards/raspberry-pi-4.json).',
      '',
      '| clip         | best decoder | output  | frames lost | late | CPU  | first picture | exact jumps    | loop seam      |',
      '| ------------ | ------------ | ------- | ----------- | ---- | ---- | ------------- | -------------- | -------------- |',
      '| H.264 720p25 | v4l2m2m      | gpu-drm | 0 of 75     | 0    | 12 % | 0.20 s        | 4 of 4, 0.30 s | 2 of 2, 0.02 s |',
      '',
      '- drm on gpu-drm: hang (HEVC 720p25).',
      '- HEVC 2160p60 was not made: too slow to encode here.',
      '- Not tried: 7 cases.',
    ]);
  });

  test('a board that was busy is said to be, and proves nothing', () => {
    const busy = [{ file: 'x.json', report: { ...withHang, loadBefore: 6 } }];
    expect(toBoardsText(busy)).toContain('Other programs kept the machine busy');
    expect(toBoardList(busy)).toBe(toBoardList([]));
  });
});
