// The picture of the output, from a real mpv on a real X server: what is on it, and that nothing waits for it.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { FULL_LEVELS } from '../../src/deck/master/levels.ts';
import { when } from '../contracts/player-contract.ts';
import { brightnessOf } from '../media/jpeg-brightness.ts';
import { media } from '../media/media.ts';
import { createRealPlayer } from '../mpv/real-mpv.ts';
import { startVirtualScreen, type VirtualScreen } from './virtual-screen.ts';

const OUTPUTS = [
  ['x11, which can not tell its window', '--vo=x11', false],
  ['gpu', '--vo=gpu --gpu-context=x11egl --gpu-sw=yes', true],
] as const;

describe.each(OUTPUTS)('on %s', (_name, options, isOfWindow) => {
  let folder: string;
  let screen: VirtualScreen;
  let real: Awaited<ReturnType<typeof createRealPlayer>>;

  beforeAll(async () => {
    screen = await startVirtualScreen();
    folder = mkdtempSync(join(tmpdir(), 'cuedeck-output-'));
    const program = join(folder, 'mpv');
    writeFileSync(program, `#!/bin/sh\nDISPLAY=${screen.display} exec mpv "$@"\n`);
    chmodSync(program, 0o755);
    real = await createRealPlayer(folder, { program, extraArguments: [...options.split(' '), '--ao=null'] });
    await when(real.player, ({ running }) => running);
    await real.player.perform({
      ...{ do: 'load', atSeconds: 0, playing: true, speed: 1, why: 'test' },
      cue: {
        picture: { kind: 'video', path: media('white-25.mp4') },
        section: { inSeconds: 0, outSeconds: 20, loop: true, toEnd: true },
        sound: FULL_SOUND,
      },
    });
  });
  afterAll(async () => {
    await real.dispose();
    await screen.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('it is a JPEG of what is on, and says whether it has what lies over the picture', async () => {
    const path = join(folder, 'shot.jpg');
    // The first frame is drawn a moment after it is loaded.
    await expect.poll(() => screen.brightness()).toBe(255);
    expect(await real.player.screenshot(path)).toEqual({ isOfWindow });
    const lit = readFileSync(path);
    expect([lit.subarray(0, 3).toString('hex'), brightnessOf(lit)]).toEqual(['ffd8ff', 255]);
    real.player.setLevels({ ...FULL_LEVELS, picture: 0 });
    await expect.poll(() => screen.brightness()).toBe(0);
    await real.player.screenshot(path);
    expect(brightnessOf(readFileSync(path))).toBe(isOfWindow ? 0 : 255);
    real.player.setLevels(FULL_LEVELS);
  });

  test('a command that comes after it is carried out before it is there', async () => {
    const order: string[] = [];
    const path = join(folder, 'aside.jpg');
    const shots = Array.from({ length: 50 }, () => real.player.screenshot(path).then(() => order.push('picture')));
    await real.player.perform({ do: 'speed', factor: 1.5, why: 'test' });
    order.push('speed');
    await Promise.all(shots);
    expect(order.indexOf('speed')).toBeLessThan(order.lastIndexOf('picture'));
    expect(existsSync(path)).toBe(true);
  });
});
