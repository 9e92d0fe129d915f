// A box that starts without a screen, and one is plugged in while a clip plays.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../e2e/daemon.ts';
import { media } from '../media/media.ts';
import { askMaintenance } from '../mpv/real-mpv.ts';
import { until } from './command.ts';

test('the clip gets its picture and plays on; unplugged, it plays on as well', async () => {
  const folder = createDaemonFolder();
  const connector = join(folder, 'root/sys/class/drm/card0-HDMI-A-1');
  mkdirSync(connector, { recursive: true });
  const plug = (state: string): void => writeFileSync(join(connector, 'status'), `${state}\n`);
  plug('disconnected');
  copyFileSync(media('numbered-25.mp4'), join(folder, 'clips/clip.mp4'));
  // A real mpv that says how it was started to play, not what it was only asked; this machine has no screen for it.
  const calls = join(folder, 'calls');
  const program = join(folder, 'mpv');
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *--idle=yes*) echo "$@" >> ${calls} ;; esac\nexec mpv "$@" --vo=null\n`,
    { mode: 0o755 },
  );
  const outputs = (): readonly string[] => {
    // The last start of each: mpv before 0.40 refuses the first rung of options.
    const found = readFileSync(calls, 'utf8').match(/--vo=\S+/g) ?? [];
    return found.filter((output, index) => output !== found[index - 1]);
  };

  const daemon = await startDaemon({ folder, environment: { CUEDECK_MPV: program } });
  onTestFinished(() => daemon.dispose());
  await daemon.line(/^no display: playing without video output/);
  const client = createClient(daemon.url);
  await client.when(({ CLIPS }) => CLIPS.length === 2);
  await client.get('/select_clip', { id: 1 });
  await client.get('/play');
  await client.when(({ TIMECODE }) => TIMECODE > 0.5);
  expect(outputs()).toEqual(['--vo=null']);
  const pid = (): Promise<number> => askMaintenance(daemon.socketPath, ['get_property', 'pid']).then(Number, () => 0);
  const first = await pid();

  plug('connected');
  await daemon.line(/^display connected: card0-HDMI-A-1$/);
  // One that answers: it will not be started once more with other options.
  await until(async () => ![first, 0].includes(await pid()) || undefined, 10, 'another mpv');
  expect(outputs()).toEqual(['--vo=null', '--vo=drm']);
  expect((await client.when(({ PLAY }) => PLAY)).TIMECODE).toBeGreaterThan(0.4);

  const starts = readFileSync(calls, 'utf8');
  plug('disconnected');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await client.status()).toMatchObject({ PLAY: true, CLIP_ID: 1 });
  expect(readFileSync(calls, 'utf8')).toBe(starts);
});
