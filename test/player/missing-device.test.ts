import { expect, test, vi } from 'vitest';
import { tellMissingDevice } from '../../src/player/missing-device.ts';
import { createDeck } from '../deck/deck-under-test.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

const WAIT = { timeout: 30_000 };

test('a chosen audio device that is not there is told once, with those that are', async () => {
  const { deck } = await createDeck();
  const log = createRecordingLog();
  let names: readonly string[] = [];
  let asked = 0;
  let settle = (): void => undefined;
  tellMissingDevice({
    deck,
    devices: async () => {
      asked += 1;
      return names.map((name) => ({ name }));
    },
    onSettled: (listener) => {
      settle = listener;
    },
    log,
  });
  const choose = (audioDevice?: string) =>
    deck.updateSettings(() => ({ output: { rotationDegrees: 0, ...(audioDevice !== undefined && { audioDevice }) } }));
  const settled = async (): Promise<void> => {
    const before = asked;
    settle();
    await vi.waitFor(() => expect(asked).toBe(before + 1), WAIT);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const told = () => log.lines.map(({ level, text }) => [level, text]);

  settle();
  await choose('alsa/usb');
  // mpv is starting and tells none.
  expect(told()).toEqual([]);
  names = ['auto', 'alsa/hdmi'];
  const line = ['warning', 'The audio device alsa/usb is not there: clips have no sound. Available: auto, alsa/hdmi.'];
  for (let start = 0; start < 2; start += 1) await settled();
  expect(told()).toEqual([line]);
  names = ['auto', 'alsa/usb'];
  await settled();
  names = ['auto', 'alsa/hdmi'];
  await settled();
  expect(told()).toEqual([line, line]);
  await choose('alsa/hdmi');
  await choose();
  await choose('alsa/other');
  await vi.waitFor(() => expect(told()).toHaveLength(3), WAIT);
  expect(told()[2]?.[1]).toMatch(/^The audio device alsa\/other is not there/);
});
