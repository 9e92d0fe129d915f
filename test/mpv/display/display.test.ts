import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findScreen, toScreenOptions } from '../../../src/mpv/display/display.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** The kernel's folder of a Pi 4, with these states of its two connectors. */
const piFolder = async (first: string, second: string): Promise<string> => {
  const folder = await temporaryFolder();
  for (const name of ['card0', 'card1', 'renderD128', 'card1-HDMI-A-1', 'card1-HDMI-A-2', 'card1-Writeback-1'])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'version'), 'drm 1.1.0 20060810\n');
  writeFileSync(join(folder, 'card1-HDMI-A-1/status'), `${first}\n`);
  writeFileSync(join(folder, 'card1-HDMI-A-2/status'), `${second}\n`);
  writeFileSync(join(folder, 'card1-Writeback-1/status'), 'disconnected\n');
  return folder;
};
const bare = ['', ''];

test('a desktop shows the picture as it will', async () => {
  const screen = findScreen({ displays: [':0', ''], drmFolder: await piFolder('connected', 'connected') });
  expect(toScreenOptions(screen, undefined)).toEqual([]);
});

test('a board with a GPU renders with it, and without queueing frames', async () => {
  const screen = findScreen({ displays: bare, drmFolder: await piFolder('disconnected', 'connected') });
  expect(toScreenOptions(screen, undefined)).toEqual(['--vo=gpu,drm', '--gpu-context=drm', '--swapchain-depth=1']);
  expect(toScreenOptions(screen, 'HDMI-A-2').at(-1)).toBe('--drm-connector=HDMI-A-2');
});

test('one without draws into the frame buffer', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'card0-Virtual-1'));
  writeFileSync(join(folder, 'card0-Virtual-1/status'), 'unknown\n');
  const screen = findScreen({ displays: bare, drmFolder: folder });
  expect(toScreenOptions(screen, undefined)).toEqual(['--vo=drm', '--swapchain-depth=1']);
});

test("a virtual machine's display renders only where it says so", async () => {
  const folder = await piFolder('disconnected', 'connected');
  const features = join(folder, 'renderD128/device/virtio0');
  mkdirSync(features, { recursive: true });
  writeFileSync(join(features, 'features'), `01${'0'.repeat(62)}\n`);
  expect(findScreen({ displays: bare, drmFolder: folder })).toEqual({ kind: 'bare', gpu: false });
  writeFileSync(join(features, 'features'), `11${'0'.repeat(62)}\n`);
  expect(findScreen({ displays: bare, drmFolder: folder })).toEqual({ kind: 'bare', gpu: true });
});

test('nothing plugged in, or nothing to plug into, is no screen', async () => {
  for (const drmFolder of [await piFolder('disconnected', 'disconnected'), await temporaryFolder(), '/nowhere'])
    expect(toScreenOptions(findScreen({ displays: bare, drmFolder }), undefined)).toEqual(['--vo=null']);
});
