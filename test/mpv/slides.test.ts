// Where frames last long, every mpv shows the one that is on at a place, whatever the file's clock and index are good for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClip, FULL_SOUND, toSection } from '../../src/deck/clips/clip.ts';
import { toClipPicture } from '../../src/deck/playback/desired-state.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { when } from '../contracts/player-contract.ts';
import { type MediaName, media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

describe.each(hasNewerMpv ? ['mpv', NEWER_MPV] : ['mpv'])('%s', (program) => {
  let real: Awaited<ReturnType<typeof createRealPlayer>>;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cuedeck-slides-'));
    real = await createRealPlayer(folder, { program });
    await when(real.player, ({ running }) => running);
  });
  afterAll(async () => {
    await real.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    // Its clock counts in slides of 3 s.
    ['slides-jpeg.avi', [11.5, 5.5, 2.9]],
    ['slides-long.ts', [159.95, 150, 79.5]],
    ['four-a-second.mp4', [2.9, 1.1, 0.2]],
  ] as const satisfies readonly (readonly [MediaName, readonly number[]])[])('%s', async (name, places) => {
    const clip = createClip('a', name, await probeMedia(media(name)));
    const cue = { picture: toClipPicture(clip, media(name)), section: toSection(clip), sound: FULL_SOUND };
    const load = { do: 'load', cue, playing: false, speed: 1, why: 'test' } as const;
    for (const seconds of places) {
      await real.player.perform({ ...load, atSeconds: seconds });
      expect(await real.ask(['get_property', 'time-pos'])).toBeCloseTo(seconds, 1);
      await real.player.perform({ do: 'seek', toSeconds: 0, why: 'test' });
      await real.player.perform({ do: 'seek', toSeconds: seconds, why: 'test' });
      expect(await real.ask(['get_property', 'time-pos'])).toBeCloseTo(seconds, 1);
    }
  });
});
