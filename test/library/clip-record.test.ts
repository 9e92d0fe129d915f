import { expect, test } from 'vitest';
import { parseRecord, toRecord } from '../../src/library/clip-record.ts';

const splash = {
  id: 'splash',
  kind: 'splash',
  name: 'splashscreen',
  file: '/s.png',
  durationSeconds: 0,
  inSeconds: 0,
  outSeconds: 30,
  loop: true,
  atEnd: 'hold',
  sound: { volumePercent: 100, muted: false },
  fadeInSeconds: 0,
  fadeOutSeconds: 0,
};
const media = {
  container: 'mp4',
  videoCodec: 'h264',
  width: 1920,
  height: 1080,
  interlaced: false,
  frameRate: { numerator: 30000, denominator: 1001 },
  frames: 300,
  audioCodec: 'aac',
  audioChannels: 2,
  startTimecode: '01:00:00;00',
};
const clip = {
  id: '0123456789ab',
  kind: 'video',
  name: 'A',
  file: 'a.mp4',
  durationSeconds: 10.01,
  inSeconds: 1,
  outSeconds: 2,
  loop: false,
  atEnd: 'back',
  sound: { volumePercent: 40, muted: true },
  fadeInSeconds: 0.5,
  fadeOutSeconds: 60,
  media,
};
const settings = {
  showSplash: false,
  powerOn: 'play-last',
  lastClipId: '0123456789ab',
  output: {
    audioDevice: 'alsa/hdmi',
    displayMode: '1920x1080@50',
    rotationDegrees: 90,
    fit: 'cover',
    audioDelayMilliseconds: -500,
  },
  safeLock: true,
  sound: { volumePercent: 60, muted: true },
};
const whole = { version: 1, clips: [splash, clip], settings };

test('a record is read as it was written, unknown fields left out', () => {
  const record = parseRecord({ ...whole, later: 1, clips: [splash, { ...clip, later: 1 }] });
  expect(record).toEqual(whole);
  expect(JSON.parse(JSON.stringify(toRecord(record)))).toEqual(whole);
});

test('what may be absent may be absent', () => {
  const { media: _media, ...bare } = clip;
  const {
    frameRate: _rate,
    frames: _frames,
    audioCodec: _codec,
    audioChannels: _channels,
    startTimecode: _start,
    ...silent
  } = media;
  const record = {
    version: 1,
    clips: [splash, bare, { ...clip, id: 'b', file: 'b.mp4', media: silent }],
    settings: { showSplash: true, powerOn: 'splash', output: { rotationDegrees: 0 }, safeLock: false },
  };
  const sound = { volumePercent: 100, muted: false };
  expect(parseRecord(record)).toEqual({ ...record, settings: { ...record.settings, sound } });
});

test('a record from before there were end actions, volumes, fades, outputs and the lock of Safe is read with what held then', () => {
  const { atEnd: _atEnd, sound: _sound, fadeInSeconds: _in, fadeOutSeconds: _out, ...older } = clip;
  const { output: _output, safeLock: _safeLock, sound: _master, ...olderSettings } = settings;
  const { clips, settings: read } = parseRecord({ ...whole, clips: [splash, older], settings: olderSettings });
  const sound = { volumePercent: 100, muted: false };
  expect(clips[1]).toEqual({ ...clip, atEnd: 'hold', sound, fadeInSeconds: 0, fadeOutSeconds: 0 });
  expect(read).toEqual({ ...settings, output: { rotationDegrees: 0 }, safeLock: false, sound });
});

test.each([
  ['a clip with no id', { clips: [splash, { ...clip, id: '' }] }],
  ['a clip of an unknown kind', { clips: [splash, { ...clip, kind: 'sound' }] }],
  ['a clip with a time that is a text', { clips: [splash, { ...clip, inSeconds: '1' }] }],
  ['a clip with a time before its start', { clips: [splash, { ...clip, inSeconds: -1 }] }],
  ['a clip that ends before it starts', { clips: [splash, { ...clip, outSeconds: 1 }] }],
  ['a clip whose loop is a number', { clips: [splash, { ...clip, loop: 1 }] }],
  ['a clip with an unknown end action', { clips: [splash, { ...clip, atEnd: 'explode' }] }],
  ['a clip that is louder than loud', { clips: [splash, { ...clip, sound: { volumePercent: 101, muted: false } }] }],
  ['a fade of more than a minute', { clips: [splash, { ...clip, fadeOutSeconds: 60.1 }] }],
  ['a master that is louder than loud', { settings: { ...settings, sound: { volumePercent: 101, muted: false } } }],
  ['a picture that is turned half', { settings: { ...settings, output: { rotationDegrees: 45 } } }],
  ['a clip whose media is a text', { clips: [splash, { ...clip, media: 'mp4' }] }],
  ['a file outside the clips folder', { clips: [splash, { ...clip, file: '../a.mp4' }] }],
  ['a hidden file', { clips: [splash, { ...clip, file: '.a.mp4' }] }],
  ['a splash screen in the wrong place', { clips: [clip, splash] }],
  ['two splash screens', { clips: [splash, splash] }],
  ['an id that is there twice', { clips: [splash, clip, { ...clip, file: 'b.mp4' }] }],
  ['a file that is there twice', { clips: [splash, clip, { ...clip, id: 'b' }] }],
  ['settings that are none', { settings: null }],
  ['an unknown power-on action', { settings: { ...settings, powerOn: 'dance' } }],
])('refused: %s', (_what, change) => {
  expect(() => parseRecord({ ...whole, ...change })).toThrow('the clip list is not of its form');
});
