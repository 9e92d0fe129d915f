import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type Launch, toLaunchText, toLaunchVersion } from '../../../src/mpv/prestart/launch-file.ts';

const launch: Launch = {
  version: 'mpv 0.40.0',
  program: 'mpv',
  args: ['--idle=yes', '--title=two words $HOME'],
  first: { path: '/usr/lib/cuedeck/clips/splash.png', rotationDegrees: 0 },
};

test('a launch is one argument a line, the first picture with its own options last', () => {
  expect(toLaunchText(launch)).toBe(
    'cuedeck-launch 1\nmpv 0.40.0\nmpv\n--idle=yes\n--title=two words $HOME\n--{\n--pause=yes\n/usr/lib/cuedeck/clips/splash.png\n--}\nend\n',
  );
});

test('a rotated screen is rotated from the first picture on, and for all that follow', () => {
  expect(toLaunchText({ ...launch, args: [], first: { path: '/black.png', rotationDegrees: 180 } })).toBe(
    'cuedeck-launch 1\nmpv 0.40.0\nmpv\n--video-rotate=180\n--{\n--pause=yes\n/black.png\n--}\nend\n',
  );
});

test.each(['', 'two\nlines', 'two\rlines', 'nul\0'])(
  'an argument that lines can not tell makes no launch: %j',
  (word) => {
    expect(toLaunchText({ ...launch, args: [word] })).toBeUndefined();
  },
);

test('the version is read back, and is empty where there is none', () => {
  expect([toLaunchText(launch) ?? '', '', 'cuedeck-launch 1'].map(toLaunchVersion)).toEqual(['mpv 0.40.0', '', '']);
});

test('the launcher itself is plain shell', () => {
  execFileSync('sh', ['-n', 'systemd/launch']);
});
