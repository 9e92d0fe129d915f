// Where a head cannot be trusted the clip is loaded as it is, and a head under which mpv failed is not taken again.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FULL_SOUND, type Section } from '../../src/deck/clips/clip.ts';
import type { Cue, Step } from '../../src/deck/ports.ts';
import { type DecodingWay, SOFTWARE } from '../../src/mpv/decoding/decoding-way.ts';
import type { Head } from '../../src/mpv/heads.ts';
import { when } from '../contracts/player-contract.ts';
import { media } from '../media/media.ts';
import { film, h264, tone } from '../picture/numbered-films.ts';
import { createHeadsOnDemand } from './heads-on-demand.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (section: Partial<Section>, path = media('numbered-25-sound.mp4'), playing = false): Step => {
  const whole = { inSeconds: 3, outSeconds: 10, loop: false, toEnd: false, ...section };
  const cue: Cue = { picture: { kind: 'video', path }, section: whole, sound: FULL_SOUND };
  return { do: 'load', cue, atSeconds: whole.inSeconds, playing, speed: 1, why: 'test' };
};

const start = async (options: Partial<Parameters<typeof createRealPlayer>[1]> = {}) => {
  const heads = createHeadsOnDemand(mkdtempSync(join(folder, 'heads-')));
  let isEnabled = false;
  const watched = {
    ...heads,
    enable: () => {
      isEnabled = true;
    },
  };
  const at = mkdtempSync(join(folder, 'mpv-'));
  const mpv = await createRealPlayer(at, { program: NEWER_MPV, heads: watched, ...options });
  onTestFinished(() => mpv.dispose());
  await when(mpv.player, ({ running }) => running);
  return {
    ...{ heads, mpv },
    isEnabled: () => isEnabled,
    isHeaded: async (): Promise<boolean> => String(await mpv.property?.('path')).startsWith('edl://'),
  };
};

test('the oldest mpv starts every clip without a head, and says that it takes none', async () => {
  const { mpv, isHeaded, heads, isEnabled } = await start({ program: 'mpv' });
  expect(String(await mpv.property?.('mpv-version'))).toMatch(/0\.3\d/);
  await mpv.player.perform(load({}));
  expect([await isHeaded(), mpv.player.view().positionSeconds, heads.found, isEnabled()]).toEqual([
    false,
    3,
    [],
    false,
  ]);
});

describe.runIf(hasNewerMpv)('mpv 0.40', () => {
  test('a clip that a decoder of the machine takes starts without a head', async () => {
    const way: DecodingWay = { hwdec: 'vaapi-copy', reason: 'test', options: {} };
    const { mpv, isHeaded } = await start({ decodingPlan: () => [way, SOFTWARE] });
    await mpv.player.perform(load({}));
    expect([await isHeaded(), mpv.player.view().positionSeconds]).toEqual([false, 3]);
  });

  test('where the operator’s own arguments choose a decoder there is no head', async () => {
    const { mpv, isHeaded, heads, isEnabled } = await start({ extraArguments: ['--ao=null', '--hwdec=auto'] });
    await mpv.player.perform(load({}));
    expect([await isHeaded(), heads.found, isEnabled()]).toEqual([false, [], false]);
  });

  test('the head of a clip with which mpv crashed is given up, and the clip starts without it', async () => {
    const { mpv, isHeaded, heads, isEnabled } = await start();
    await mpv.player.perform(load({}));
    expect([await isHeaded(), isEnabled(), heads.dropped]).toEqual([true, true, []]);
    process.kill(await mpv.pid(), 'SIGSEGV');
    await when(mpv.player, ({ running }) => !running);
    expect(heads.dropped).toEqual(heads.found.slice(0, 1));
    await when(mpv.player, ({ running }) => running);
  });

  test('a head of which some pictures are broken is given up', async () => {
    const { mpv, isHeaded, heads } = await start();
    await mpv.player.perform(load({ inSeconds: 3.4 }));
    expect(await isHeaded()).toBe(true);
    await mpv.player.perform(load({ inSeconds: 0 }));
    const [{ path }] = heads.found as [Head];
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    writeFileSync(path, bytes.fill(0x55, middle, middle + Math.floor(bytes.length / 4)));
    await mpv.player.perform(load({ inSeconds: 3.4 }, undefined, true));
    await expect.poll(() => heads.dropped.length).toBeGreaterThan(0);
  });

  test('a file that is replaced while it is loaded is shown without the head of the one before', async () => {
    const heads = createHeadsOnDemand(mkdtempSync(join(folder, 'heads-')));
    let asked = 0;
    const find = (path: string, at: number) => {
      asked += 1;
      return asked === 1 ? heads.find(path, at) : Promise.resolve(undefined);
    };
    const { mpv, isHeaded } = await start({ heads: { ...heads, find } });
    await mpv.player.perform(load({}));
    expect([await isHeaded(), mpv.player.view().positionSeconds, heads.found.length]).toEqual([false, 3, 1]);
  });

  test('a file with a cover is shown, not its cover', async () => {
    const at = (name: string): string => join(folder, name);
    const ffmpeg = (...args: readonly string[]): void => void execFileSync('ffmpeg', ['-v', 'error', ...args]);
    ffmpeg(...film('25', 4), ...h264(40, 3), '-sc_threshold', '0', at('plain.mp4'));
    ffmpeg('-f', 'lavfi', '-i', 'color=red:s=64x64', '-frames:v', '1', at('cover.png'));
    const covers = ['-i', at('cover.png'), '-map', '0', '-map', '1', '-disposition:v:1', 'attached_pic'];
    ffmpeg('-i', at('plain.mp4'), ...covers, '-c', 'copy', at('covered.mp4'));
    const heads = createHeadsOnDemand(mkdtempSync(join(folder, 'heads-')));
    const find = (_path: string, inSeconds: number) => heads.find(at('plain.mp4'), inSeconds);
    const { mpv, isHeaded } = await start({ heads: { ...heads, find } });
    await mpv.player.perform(load({ inSeconds: 1.2, outSeconds: 3 }, at('covered.mp4')));
    expect([await isHeaded(), await mpv.property?.('video-params/w'), heads.dropped.length]).toEqual([false, 192, 1]);
  });

  test('a section that lies within the head ends and loops where it should', async () => {
    const { mpv, isHeaded } = await start();
    await mpv.player.perform(load({ inSeconds: 3.2, outSeconds: 3.6 }, undefined, true));
    expect(await isHeaded()).toBe(true);
    expect((await when(mpv.player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(3.56, 3);
    await mpv.player.perform(load({ inSeconds: 3.2, outSeconds: 3.6, loop: true }, undefined, true));
    for (let pass = 0; pass < 3; pass += 1) {
      await when(mpv.player, ({ positionSeconds }) => positionSeconds > 3.5);
      await when(mpv.player, ({ positionSeconds }) => positionSeconds < 3.3 && positionSeconds >= 3.2);
    }
  });

  describe('a film with several tracks', () => {
    const path = join(folder, 'tracks.mkv');
    beforeAll(() => {
      const words = join(folder, 'words.srt');
      writeFileSync(words, '1\n00:00:00,000 --> 00:00:04,000\nwords\n');
      const picture = film('25', 4);
      execFileSync('ffmpeg', [
        ...['-v', 'error', ...picture.slice(0, 4), ...tone(4), ...tone(4), '-i', words, ...picture.slice(4)],
        ...['-map', '0:v', '-map', '1:a', '-map', '2:a', '-map', '3:s', ...h264(40, 3), '-sc_threshold', '0'],
        ...['-c:a', 'flac', '-c:s', 'srt', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
        ...['-disposition:s:0', 'default', '-metadata:s:a:0', 'language=deu', '-metadata:s:a:1', 'language=eng', path],
      ]);
    });

    test('has the same sound and subtitles with a head as without', async () => {
      const { mpv, isHeaded } = await start();
      const chosen = async () => [
        await mpv.property?.('aid'),
        await mpv.property?.('current-tracks/audio/lang'),
        await mpv.property?.('sid'),
      ];
      await mpv.player.perform({ ...load({ inSeconds: 1.2, outSeconds: 3 }, path), atSeconds: 1.24 } as Step);
      expect(await isHeaded()).toBe(false);
      const plain = await chosen();
      await mpv.player.perform(load({ inSeconds: 1.2, outSeconds: 3 }, path));
      expect(await isHeaded()).toBe(true);
      expect(await chosen()).toEqual(plain);
    });
  });
});
