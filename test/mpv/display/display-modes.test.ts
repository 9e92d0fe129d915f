import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDisplayModes, toModeOptions } from '../../../src/mpv/display/display-modes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folderWith = async (connectors: Readonly<Record<string, readonly string[]>>): Promise<string> => {
  const folder = await temporaryFolder();
  for (const [name, modes] of Object.entries(connectors)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'status'), modes.length > 0 ? 'connected\n' : 'disconnected\n');
    writeFileSync(join(folder, name, 'modes'), modes.map((mode) => `${mode}\n`).join(''));
  }
  return folder;
};
const bare = { kind: 'bare', gpu: true } as const;

test('the modes of the screens that are plugged in, each once, the largest first', async () => {
  const drmFolder = await folderWith({
    'card1-HDMI-A-1': ['1280x720', '1920x1080', '1920x1080i', '1920x1080'],
    'card1-HDMI-A-2': ['3840x2160', '1920x1080'],
    'card1-Writeback-1': [],
  });
  expect(readDisplayModes({ drmFolder, connector: undefined })).toEqual(['3840x2160', '1920x1080', '1280x720']);
  expect(readDisplayModes({ drmFolder, connector: 'HDMI-A-1' })).toEqual(['1920x1080', '1280x720']);
  expect(readDisplayModes({ drmFolder: '/nowhere', connector: undefined })).toEqual([]);
});

test('the mode that was chosen is one for a screen without a desktop', () => {
  expect(toModeOptions(bare, '1920x1080@50', ['1920x1080'])).toEqual(['--drm-mode=1920x1080@50']);
  expect(toModeOptions(bare, undefined, ['1920x1080'])).toEqual([]);
  for (const kind of ['desktop', 'none'] as const) expect(toModeOptions({ kind }, '1920x1080', [])).toEqual([]);
});

test('a mode that the screen lacks is not asked for, unless the screen does not say what it has', () => {
  expect(toModeOptions(bare, '3840x2160', ['1920x1080'])).toEqual([]);
  expect(toModeOptions(bare, '3840x2160', [])).toEqual(['--drm-mode=3840x2160']);
});
