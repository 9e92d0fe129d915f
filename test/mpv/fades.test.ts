// Fades of the file that mpv has loaded: the track that it draws and the filter that it hears by.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL_SOUND } from '../../src/deck/clips/clip.ts';
import { type ClipFade, toClipFades } from '../../src/deck/playback/clip-fades.ts';
import { media } from '../media/media.ts';
import { createRealPlayer, hasNewerMpv, NEWER_MPV } from './real-mpv.ts';

const SECTION = { inSeconds: 0, outSeconds: 5, loop: false, toEnd: false };
const FADES = toClipFades({ fadeInSeconds: 1, fadeOutSeconds: 1 }, SECTION);
const OTHERS = toClipFades({ fadeInSeconds: 2, fadeOutSeconds: 0 }, SECTION);

describe.each([['mpv'], ...(hasNewerMpv ? [[NEWER_MPV]] : [])])('with %s', (program) => {
  const folder = mkdtempSync(join(tmpdir(), 'cuedeck-fades-'));
  let real: Awaited<ReturnType<typeof createRealPlayer>>;
  beforeAll(async () => {
    // What an operator may have said of subtitles and sound.
    const extraArguments = ['--ao=null', '--sub-visibility=no', '--sub-delay=3', '--af=lavfi=[volume=1]'];
    real = await createRealPlayer(folder, { program, extraArguments });
    while (!real.player.view().running) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  afterAll(async () => {
    await real.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const load = (fades: readonly ClipFade[]): Promise<void> =>
    real.player.perform({
      ...{ do: 'load', atSeconds: 1, playing: false, speed: 1, why: 'test' },
      cue: {
        picture: { kind: 'video', path: media('numbered-25-sound.mp4') },
        section: SECTION,
        sound: FULL_SOUND,
        ...(fades.length > 0 && { fades }),
      },
    });
  const change = (fades: readonly ClipFade[]): Promise<void> =>
    real.player.perform({ do: 'fades', fades, why: 'test' });
  /** Number of lines of the track that is drawn, filters of the sound, and whether the operator's choices hold. */
  const read = async () => {
    const tracks = (await real.property?.('track-list')) as readonly Readonly<Record<string, unknown>>[];
    const subtitles = tracks.filter(({ type }) => type === 'sub');
    const drawn = subtitles.find(({ selected }) => selected === true)?.['external-filename'];
    const filters = (await real.property?.('af')) as readonly { readonly params: { readonly graph: string } }[];
    return {
      lines: String(drawn ?? '').match(/Dialogue/g)?.length ?? 0,
      tracks: subtitles.length,
      filters: filters.map(({ params }) => params.graph.replace(/=.*?,|=.*$/g, ' ').trim()),
      isVisible: await real.property?.('sub-visibility'),
      delay: await real.property?.('sub-delay'),
    };
  };
  const NONE = { lines: 0, tracks: 0, filters: ['volume'], isVisible: false, delay: 3 };

  test('come with the file and go with it', async () => {
    await load(FADES);
    const both = { lines: 2, tracks: 1, filters: ['volume', 'afade afade'], isVisible: true, delay: 0 };
    expect(await read()).toEqual(both);
    await load([]);
    expect(await read()).toEqual(NONE);
  });

  test('are changed in the file that is loaded, and a later file has none of them', async () => {
    await load([]);
    await change(OTHERS);
    const one = { lines: 1, tracks: 1, filters: ['volume', 'afade'], isVisible: true, delay: 0 };
    expect(await read()).toEqual(one);
    expect(real.player.view().cue?.fades).toEqual(OTHERS);
    await change(FADES);
    expect(await read()).toEqual({ ...one, lines: 2, filters: ['volume', 'afade afade'] });
    await change([]);
    expect(await read()).toMatchObject({ lines: 0, tracks: 0, filters: ['volume'] });
    await change(OTHERS);
    expect(await read()).toEqual(one);
    await load([]);
    expect(await read()).toEqual(NONE);
  });
});
