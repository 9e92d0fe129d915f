import { expect, onTestFinished, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import type { Step } from '../../src/deck/ports.ts';
import { when } from '../contracts/player-contract.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from './real-mpv.ts';

test('each step is logged at debug with its reason', async () => {
  const tested = await createRealPlayer(await temporaryFolder());
  onTestFinished(() => tested.dispose());
  await when(tested.player, ({ running }) => running);
  const path = media('numbered-25.mp4');
  const section = { inSeconds: 0, outSeconds: 1, loop: false, toEnd: false };
  const steps: readonly Step[] = [
    {
      do: 'load',
      cue: { picture: { kind: 'video', path }, section, sound: FULL_SOUND },
      ...{ atSeconds: 0.5, playing: false, speed: 1, why: 'another picture is wanted' },
    },
    { do: 'seek', toSeconds: 0.2, why: 'another position is wanted' },
    { do: 'speed', factor: 0.5, why: 'another speed is wanted' },
    { do: 'overlay', lines: ['a line'], why: 'other words belong over the picture' },
  ];
  const before = tested.log.lines.length;
  for (const step of steps) await tested.player.perform(step);
  expect(
    tested.log.lines
      .slice(before)
      .filter(({ level }) => level === 'debug')
      .map(({ text }) => text),
  ).toEqual([
    'load numbered-25.mp4 at 0.5 s, paused: another picture is wanted',
    'seek to 0.2 s: another position is wanted',
    'speed 0.5: another speed is wanted',
    'overlay: other words belong over the picture',
  ]);
});
