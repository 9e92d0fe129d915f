// The file that is sent in: its form, and that it does not tell whose machine it was.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readDecodingFacts, toAnonymous, toBoardFacts } from '../../../src/cli/boardtest/machine-facts.ts';
import { REPORT, toReport } from '../../../src/cli/boardtest/report.ts';
import { toReportLines } from '../../../src/cli/boardtest/report-lines.ts';
import { TEST_CLIPS } from '../../../src/cli/boardtest/test-clip.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const MACHINE = {
  ...{ model: 'Raspberry Pi 4 Model B Rev 1.4', processor: 'Cortex-A72', cores: 4, memoryMebibytes: 3792 },
  ...{ architecture: 'arm64', system: 'Debian GNU/Linux 13 (trixie)', kernel: '6.12.47+rpt-rpi-v8' },
  ...{ displayDrivers: ['vc4-drm'], screens: ['1920x1080'], contiguousMebibytes: 512 },
  videoDevices: [{ driver: 'bcm2835-codec', name: 'bcm2835-codec-decode', formats: ['H264', 'MJPG'] }],
  ...{ mpv: '0.40.0', ffmpeg: '7.1.5-0+deb13u1' },
};
const OUTPUT = { name: 'gpu-drm', vo: 'gpu', options: ['--vo=gpu'] } as const;
const [FIRST, SECOND] = TEST_CLIPS;
if (FIRST === undefined || SECOND === undefined) throw new Error('there are clips');

const report = toReport(
  {
    tried: [
      {
        ...{ clip: FIRST, way: 'v4l2m2m-copy', output: OUTPUT, isChosen: true, options: {} },
        result: {
          outcome: 'played',
          startSeconds: 0.21349,
          frames: { due: 75, droppedByDecoder: 1, droppedByOutput: 2, late: 4, behind: 3 },
          cpuPercent: 31,
          jumps: { count: 4, exact: 3, unread: 1, longestSeconds: 0.31449 },
          loop: { seams: 2, exact: 2, longestSeconds: 0.04449 },
        },
      },
      { ...{ clip: SECOND, way: 'drm', output: OUTPUT, isChosen: false, options: {} }, result: { outcome: 'hang' } },
    ],
    clips: [
      { clip: FIRST, made: { path: '/var/tmp/secret/h264.mp4', makingSeconds: 2.00049 } },
      { clip: SECOND, made: { reason: 'encoder-failed', detail: '/home/anna/secret' } },
    ],
    untried: 3,
    isStuck: false,
  },
  { version: '1.2.3', day: '2026-11-29', codecs: ['h264', 'hevc'], machine: MACHINE, loadBefore: 0.149 },
);

test('has what was measured, in a form that is checked', () => {
  expect(report).toEqual({
    ...{ boardtest: 1, cuedeck: '1.2.3', day: '2026-11-29', codecs: ['h264', 'hevc'], isComplete: false, untried: 3 },
    ...{ loadBefore: 0.1, machine: MACHINE },
    clips: [
      { name: 'h264-720p25', kilobits: 5000, makingSeconds: 2 },
      { name: 'hevc-720p25', kilobits: 3000, notMade: 'encoder-failed' },
    ],
    results: [
      {
        ...{
          clip: 'h264-720p25',
          way: 'v4l2m2m-copy',
          output: 'gpu-drm',
          outcome: 'played',
          isChosen: true,
          startSeconds: 0.213,
        },
        frames: { due: 75, droppedByDecoder: 1, droppedByOutput: 2, late: 4, behind: 3 },
        cpuPercent: 31,
        jumps: { count: 4, exact: 3, unread: 1, longestSeconds: 0.314 },
        loop: { seams: 2, exact: 2, longestSeconds: 0.044 },
      },
      { clip: 'hevc-720p25', way: 'drm', output: 'gpu-drm', outcome: 'hang', isChosen: false },
    ],
  });
  expect(REPORT.parse(JSON.parse(JSON.stringify(report)), 'file')).toEqual(report);
});

test.each([
  { ...report, hostName: 'stage' },
  { ...report, machine: { ...MACHINE, serial: '10000000a1b2c3d4' } },
  { ...report, results: [{ ...report.results[1], note: 'text' }] },
  { ...report, results: [{ ...report.results[1], way: 'anna' }] },
  { ...report, boardtest: 2 },
])('is refused with what does not belong in it: %#', (value) => {
  expect(() => REPORT.parse(value, 'file')).toThrow();
});

test('is shown as a table, with what is missing', () => {
  expect(toReportLines(report, { path: '/r.json', isInterrupted: false, isStuck: false })).toEqual([
    'Raspberry Pi 4 Model B Rev 1.4, kernel 6.12.47+rpt-rpi-v8, mpv 0.40.0, ffmpeg 7.1.5-0+deb13u1',
    '',
    'CLIP          DECODER         OUTPUT   FRAMES LOST  LATE  CPU   FIRST PICTURE  EXACT JUMPS               LOOP SEAM',
    'H.264 720p25  v4l2m2m-copy *  gpu-drm  6 of 75      4     31 %  0.21 s         3 of 4, 1 unread, 0.31 s  2 of 2, 0.04 s',
    'HEVC 720p25   drm             gpu-drm  hang',
    '',
    '* is how the player decodes such a clip by itself.',
    'Not made: HEVC 720p25 (the encoder failed).',
    '3 cases were not tried, since the time was over; a longer test is --minutes 30.',
    'The result is in /r.json. It names the board and its programs, not its owner; please send it in.',
  ]);
  const busy = toReportLines({ ...report, loadBefore: 9 }, { path: '/r.json', isInterrupted: true, isStuck: true });
  expect(busy.slice(-4)).toEqual([
    'Interrupted: 3 cases were not tried.',
    'Other programs kept this machine busy: the figures are worse than it can do.',
    'mpv hangs in a driver and cannot be ended: restart this machine.',
    'The result is in /r.json. It names the board and its programs, not its owner; please send it in.',
  ]);
  const unwritten = { path: '/r.json', unwritten: 'the disk is full (ENOSPC)', isInterrupted: false, isStuck: false };
  expect(toReportLines(report, unwritten).at(-1)).toBe(
    '/r.json cannot be written: the disk is full (ENOSPC). Only this table is left of the result.',
  );
});

test.each([
  ['6.1.0-stage-left on stage-left', '6.1.0-… on …'],
  ['at 192.0.2.7 or 2001:db8::7:1', 'at … or …'],
  ['b8:27:eb:01:02:03', '…'],
  ['id 4c4c4544-0043-3510-8052-b4c04f4d5131', 'id …'],
  ['serial 10000000a1b2c3d4', 'serial …'],
  ['anna@example.org', '…'],
  ['Raspberry Pi 4 Model B Rev 1.4\u0000', 'Raspberry Pi 4 Model B Rev 1.4'],
  ['7.1.5-0+deb13u1+rpt1', '7.1.5-0+deb13u1+rpt1'],
  ['Intel(R) N100 (4) @ 3.40GHz', 'Intel(R) N100 (4) @ 3.40GHz'],
])('a fact says nothing of its owner: %j', (text, expected) => {
  expect(toAnonymous(text, ['stage-left', ''])).toBe(expected);
});

test('the facts of a board have its drivers and screens, and no number, name or address of it', async () => {
  const root = await temporaryFolder();
  const files = {
    'proc/device-tree/model': 'Raspberry Pi 4 Model B Rev 1.4\u0000',
    'proc/device-tree/serial-number': '10000000a1b2c3d4\u0000',
    'etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    'etc/machine-id': '0123456789abcdef0123456789abcdef\n',
    'etc/hostname': 'stage-left\n',
    'sys/class/drm/card0/device/uevent': 'DRIVER=v3d\nOF_NAME=gpu\n',
    'sys/class/drm/card1/device/uevent': 'DRIVER=vc4-drm\n',
    'proc/sys/kernel/osrelease': '6.12.47+rpt-stage-left\n',
    'sys/class/drm/card1-HDMI-A-1/modes': '3840x2160\n1920x1080\n',
    'sys/class/drm/card1-HDMI-A-2/modes': '',
    'sys/class/video4linux/video10/name': 'bcm2835-codec-decode\n',
    'sys/class/video4linux/video0/name': 'Camera of stage-left\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const known = await readDecodingFacts(root, 'mpv');
  const facts = await toBoardFacts(root, known, 'ffmpeg', ['stage-left']);
  expect(facts).toMatchObject({
    model: 'Raspberry Pi 4 Model B Rev 1.4',
    system: 'Debian GNU/Linux 13 (trixie)',
    kernel: '6.12.47+rpt-…',
    displayDrivers: ['v3d', 'vc4-drm'],
    screens: ['3840x2160'],
    videoDevices: [{ name: 'Camera of …' }, { name: 'bcm2835-codec-decode' }],
    mpv: expect.stringMatching(/^\d/),
    ffmpeg: expect.stringMatching(/^\d/),
  });
  expect(JSON.stringify(facts)).not.toMatch(/10000000a1b2c3d4|0123456789abcdef|stage-left/);
});
