import { expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { tellFirstPicture, toSplashLines } from '../../src/player/announcements.ts';
import { createFakeMachine } from '../fakes/fake-machine.ts';
import { FakePlayer } from '../fakes/fake-player.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const SPLASH = {
  picture: { kind: 'screen' as const, path: 'splash.png' },
  section: { inSeconds: 0, outSeconds: 0, loop: false, toEnd: true },
  sound: FULL_SOUND,
};

test('the first picture is told once, when it comes', async () => {
  const player = new FakePlayer({ media: () => undefined });
  const log = createRecordingLog();
  tellFirstPicture(player, () => true, log);
  player.revive();
  expect(log.lines).toEqual([]);
  for (const paused of [true, false]) player.interfere({ cue: SPLASH, paused });
  expect(log.lines.map(({ level, text }) => [level, text])).toEqual([['info', 'picture up']]);
});

test('a picture that was up before anybody looked is told as well', () => {
  const player = new FakePlayer({ media: () => undefined });
  const log = createRecordingLog();
  player.revive();
  player.interfere({ cue: SPLASH });
  tellFirstPicture(player, () => true, log);
  expect(log.lines.map(({ level, text }) => [level, text])).toEqual([['info', 'picture up']]);
});

test('a picture that no display shows is told as that', () => {
  const player = new FakePlayer({ media: () => undefined });
  const log = createRecordingLog();
  player.revive();
  player.interfere({ cue: SPLASH });
  tellFirstPicture(player, () => false, log);
  expect(log.lines.map(({ text }) => text)).toEqual(['picture up, without a display to show it']);
});

test('the splash screen has the name, the addresses, and what whoever stands before it has to know', () => {
  const { machine, set } = createFakeMachine();
  set({ hostName: 'stage', interfaces: { eth0: '10.0.0.5', wlan0: '10.1.0.5' } });
  expect(toSplashLines(machine, 80)).toEqual(['stage', 'eth0  10.0.0.5', 'wlan0  10.1.0.5']);
  expect(toSplashLines(machine, 8080, 'locked')).toEqual([
    'stage',
    'eth0  10.0.0.5  port 8080',
    'wlan0  10.1.0.5  port 8080',
    'locked',
  ]);
  set({ announcedName: 'stage-2' });
  expect(toSplashLines(machine, 80)[0]).toBe('stage-2');
});
