import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL_SOUND, type Section } from '../../src/deck/clips/clip.ts';
import type { Cue, Step } from '../../src/deck/ports.ts';
import type { Head } from '../../src/mpv/heads.ts';
import { when } from '../contracts/player-contract.ts';
import { media } from '../media/media.ts';
import { createHeadsOnDemand } from './heads-on-demand.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuedeck-heads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cueOf = (section: Partial<Section>): Cue => ({
  picture: { kind: 'video', path: media('numbered-25-sound.mp4') },
  section: { inSeconds: 3, outSeconds: 10, loop: false, toEnd: false, ...section },
  sound: FULL_SOUND,
});
const load = (cue: Cue, playing = false, atSeconds = cue.section.inSeconds): Step => ({
  ...{ do: 'load', cue, atSeconds, playing, speed: 1, why: 'test' },
});

describe.runIf(hasNewerMpv)('a clip that is loaded with its head', () => {
  const heads = createHeadsOnDemand(folder);
  let isBroken = false;
  const broken: Head = { path: join(folder, 'broken.nut'), fromSeconds: 3, keySeconds: 4 };
  const find = (path: string, at: number) => (isBroken ? Promise.resolve(broken) : heads.find(path, at));
  let mpv: Awaited<ReturnType<typeof createRealPlayer>>;
  beforeAll(async () => {
    writeFileSync(broken.path, 'no head');
    mpv = await createRealPlayer(folder, { program: NEWER_MPV, heads: { ...heads, find } });
    await when(mpv.player, (view) => view.running);
  });
  afterAll(() => mpv.dispose());

  const isHeaded = async (): Promise<boolean> => String(await mpv.property?.('path')).startsWith('edl://');
  const seek = async (toSeconds: number): Promise<number> => {
    await mpv.player.perform({ do: 'seek', toSeconds, why: 'test' });
    return mpv.player.view().positionSeconds;
  };

  test('has the time scale of the clip, before the head, in it and after it', async () => {
    const cue = cueOf({});
    await mpv.player.perform(load(cue));
    expect([await isHeaded(), mpv.player.view().cue, mpv.player.view().positionSeconds]).toEqual([true, cue, 3]);
    for (const at of [3.04, 3.96, 4, 4.04, 9.96, 2.96, 0, 3]) expect(await seek(at)).toBeCloseTo(at, 3);
    expect(await mpv.property?.('duration')).toBeCloseTo(10, 1);
    expect(await mpv.property?.('aid')).toBe(1);
  });

  test('is loaded without it elsewhere than at its in point', async () => {
    await mpv.player.perform(load(cueOf({}), false, 3.04));
    expect([await isHeaded(), mpv.player.view().positionSeconds]).toEqual([false, 3.04]);
  });

  test('runs on after the head, and ends at its out point', async () => {
    await mpv.player.perform(load(cueOf({ inSeconds: 3.48, outSeconds: 4.4 }), true));
    expect(await isHeaded()).toBe(true);
    expect((await when(mpv.player, ({ ended }) => ended)).positionSeconds).toBeCloseTo(4.36, 3);
  });

  test('loops, and follows points that move while it runs', async () => {
    const cue = cueOf({ inSeconds: 3.6, outSeconds: 4.2, loop: true });
    await mpv.player.perform(load(cue, true));
    const seen = new Set<number>();
    const watch = async (): Promise<void> => {
      seen.clear();
      await when(mpv.player, ({ positionSeconds }) => positionSeconds > 4.1);
      await when(mpv.player, ({ positionSeconds }) => seen.add(positionSeconds) && positionSeconds < 3.7);
    };
    for (let pass = 0; pass < 3; pass += 1) await watch();
    expect(await isHeaded()).toBe(true);
    const section = { ...cue.section, inSeconds: 2, outSeconds: 5 };
    await mpv.player.perform({ do: 'trim', section, why: 'test' });
    await when(mpv.player, ({ positionSeconds }) => positionSeconds > 4.8);
    await when(mpv.player, ({ positionSeconds }) => positionSeconds < 2.4);
  });

  test('is loaded without it when the head cannot be shown', async () => {
    isBroken = true;
    const cue = cueOf({});
    await mpv.player.perform(load(cue));
    expect([await isHeaded(), mpv.player.view().positionSeconds]).toEqual([false, 3]);
    expect(heads.dropped).toEqual([broken]);
  });
});
