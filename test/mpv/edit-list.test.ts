// Every mpv counts the time of a trimmed clip from where its edit list begins, as the page's pictures do.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClip } from '../../src/deck/clips/clip.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const FRAME_SECONDS = 0.04;

describe.each(hasNewerMpv ? ['mpv', NEWER_MPV] : ['mpv'])('%s', (program) => {
  test('a place between two frames of a trimmed clip shows the next, counted from where the clip begins', async () => {
    const { player, ask, dispose } = await createRealPlayer(await temporaryFolder(), { program });
    onTestFinished(dispose);
    await expect.poll(() => player.view().running).toBe(true);
    const picture = { kind: 'video', path: media('trimmed.mp4') } as const;
    const { sound, inSeconds, outSeconds } = createClip('a', 'trimmed.mp4', await probeMedia(picture.path));
    const cue = { picture, section: { inSeconds, outSeconds, loop: false, toEnd: false }, sound };
    await player.perform({ do: 'load', cue, playing: false, speed: 1, atSeconds: 0, why: 'test' });
    expect(await ask(['get_property', 'time-pos'])).toBeCloseTo(0, 3);

    await player.perform({ do: 'seek', toSeconds: 7.3 * FRAME_SECONDS, why: 'test' });
    expect(await ask(['get_property', 'time-pos'])).toBeCloseTo(8 * FRAME_SECONDS, 3);
  });
});
