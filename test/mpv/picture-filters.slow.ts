// What a file brings along that nobody asked for, and what has to be done to its picture, on every real mpv.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClip } from '../../src/deck/clips/clip.ts';
import { toDesiredState } from '../../src/deck/playback/desired-state.ts';
import { createState } from '../../src/deck/state.ts';
import { cue } from '../../src/deck/transport.ts';
import { probeMedia } from '../../src/library/probe/probe.ts';
import { Thumbnails } from '../../src/library/thumbnails/thumbnails.ts';
import { createMemoryClipStore } from '../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { type MediaName, media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

/** Mean brightness of a picture, 0 to 255. */
const brightnessOf = (input: readonly string[], bytes?: Buffer): number => {
  const output = ['-frames:v', '1', '-vf', 'scale=16:16,format=rgb24', '-f', 'rawvideo', '-'];
  const pixels = execFileSync('ffmpeg', ['-v', 'error', ...input, ...output], { ...(bytes && { input: bytes }) });
  return pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
};

describe.each(hasNewerMpv ? ['mpv', NEWER_MPV] : ['mpv'])('%s', (program) => {
  const loaded = async (name: MediaName, extraArguments?: readonly string[]) => {
    const folder = await temporaryFolder();
    const player = await createRealPlayer(folder, { program, ...(extraArguments && { extraArguments }) });
    onTestFinished(player.dispose);
    await expect.poll(() => player.player.view().running).toBe(true);
    const clip = createClip('a', name, await probeMedia(media(name)));
    const state = cue(createState(createMemoryClipStore([clip]).document()), clip);
    const wanted = toDesiredState(state, { pathOf: () => media(name), blackPath: '', splashLines: [], overlay: [] });
    const load = { do: 'load', cue: wanted.cue, playing: false, speed: 1, atSeconds: 0, why: 'test' } as const;
    await player.player.perform(load);
    const property = (name: string): Promise<unknown> => player.ask(['get_property', name]);
    return { player, property, clip, folder };
  };

  test('subtitles that a file flags as default stay off', async () => {
    const { property } = await loaded('sub-longer.mkv');
    expect(await property('track-list/count')).toBe(3);
    expect(await property('current-tracks/sub/id')).toBe(undefined);
  });

  test('whoever wants subtitles has them', async () => {
    const { property } = await loaded('sub-longer.mkv', ['--ao=null', '--sid=auto']);
    expect(await property('current-tracks/sub/id')).toBe(1);
  });

  test('a loop behind the end of picture and sound stands, as its time does', async () => {
    const { player, clip } = await loaded('sub-longer.mp4');
    const section = { inSeconds: 5, outSeconds: 8, loop: true, toEnd: false };
    const picture = { kind: 'video', path: media('sub-longer.mp4') } as const;
    const load = { do: 'load', playing: true, speed: 1, atSeconds: 5, why: 'test' } as const;
    await player.player.perform({ ...load, cue: { picture, section, sound: clip.sound } });
    await expect.poll(() => player.player.view().ended).toBe(true);
    expect(player.player.view().paused).toBe(true);
  });

  test.each([
    ...(['one-frame.mp4', 'one-frame.mkv', 'one-frame.gif', 'one-frame.mpg', 'one-frame.mxf'] as const),
    ...(['one-frame.ogv', 'one-frame.wmv', 'still.png', 'still.jpg', 'still.webp', 'plain.tiff'] as const),
  ])('a still has a clock, whatever its container: %s', async (name) => {
    const { player, clip } = await loaded(name);
    expect(clip.kind).toBe('still');
    await player.player.perform({ do: 'seek', toSeconds: 3, why: 'test' });
    expect(player.player.view().positionSeconds).toBeCloseTo(3, 2);
  });

  test('a high dynamic range is brought down by software, and on the page alike', async () => {
    const { player, property, clip, folder } = await loaded('hdr.mp4');
    expect(await property('video-params/gamma')).toBe('pq');
    expect(await property('video-out-params/gamma')).toBe('bt.1886');
    expect(await property('video-out-params/primaries')).toBe('bt.709');
    const screenshot = join(folder, 'screen.png');
    await player.ask(['screenshot-to-file', screenshot, 'video']);
    const pictures = new Thumbnails({
      folder,
      pathOf: () => media('hdr.mp4'),
      log: createRecordingLog(),
      priorities: { background: 'idle', requested: 'normal' },
      frameWaitSeconds: 120,
    });
    await pictures.start();
    onTestFinished(() => pictures.dispose());
    const [screen, page] = [
      brightnessOf(['-i', screenshot]),
      brightnessOf(['-f', 'mjpeg', '-i', '-'], await pictures.frame(clip, 0, '')),
    ];

    expect(Math.abs(screen - page)).toBeLessThan(4);
    expect(Math.abs(screen - brightnessOf(['-i', media('hdr.mp4')]))).toBeGreaterThan(10);
  });
});
