// What the settings say of the outputs reaches mpv, and holds again at each start.
import { afterAll, expect, test } from 'vitest';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const folder = createDaemonFolder();
const SET = { CUEDECK_DISPLAY_ROTATION: '180', CUEDECK_AUDIO_DEVICE: 'alsa/hdmi', CUEDECK_DISPLAY_MODE: '1280x720' };
let daemon: Daemon;
afterAll(() => daemon.dispose());

const start = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  daemon = await startDaemon({ folder, environment });
  await daemon.line(/^picture up/);
};
const outputs = async (): Promise<unknown> => (await fetch(`${daemon.url}/api/v1/outputs`)).json();
const inPlayer = async (): Promise<readonly unknown[]> => [
  await askMaintenance(daemon.socketPath, ['get_property', 'video-rotate']),
  await askMaintenance(daemon.socketPath, ['get_property', 'audio-device']),
];

test('outputs that the settings name go over those of the page at each start, and stay when the settings go', async () => {
  const asSet = { rotationDegrees: 180, audioDevice: 'alsa/hdmi', displayMode: '1280x720' };
  await start(SET);
  expect(await outputs()).toMatchObject(asSet);
  await expect.poll(inPlayer, { timeout: 5000 }).toEqual([180, 'alsa/hdmi']);

  const body = JSON.stringify({ rotationDegrees: 90 });
  const headers = { 'Content-Type': 'application/json' };
  expect((await fetch(`${daemon.url}/api/v1/outputs`, { method: 'PATCH', headers, body })).status).toBe(200);
  expect(await outputs()).toMatchObject({ ...asSet, rotationDegrees: 90 });
  await daemon.end();
  await start(SET);
  expect(await outputs()).toMatchObject(asSet);
  await daemon.end();
  await start({});
  expect(await outputs()).toMatchObject(asSet);
});
