import { AppError } from '../../src/base/errors.ts';
import { type Clip, createClip, createSplashClip } from '../../src/deck/clips/clip.ts';
import { appendClip, DEFAULT_SETTINGS, type DeckDocument, removeClip } from '../../src/deck/clips/clip-list.ts';
import { insertClip } from '../../src/deck/clips/clip-patch.ts';
import { placeIn, restoreOrder } from '../../src/deck/clips/kept-order.ts';
import type { ClipStore } from '../../src/deck/ports.ts';

/** A video clip of 25 frames a second. */
export const videoClip = (id: string, change: Partial<Clip> = {}): Clip => ({
  ...createClip(id, `${id}.mp4`, {
    moving: true,
    durationSeconds: 10,
    info: {
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      videoCodec: 'h264',
      width: 192,
      height: 108,
      interlaced: false,
      frameRate: { numerator: 25, denominator: 1 },
    },
  }),
  ...change,
});

export const SPLASH_PATH = '/usr/share/cuedeck/splash.png';

/** The clip list without a disk; `missing` names files that are gone, `erased` the clips that were removed for good. */
export const createMemoryClipStore = (
  clips: readonly Clip[],
  options: { readonly settings?: Partial<DeckDocument['settings']> } = {},
): ClipStore & { readonly missing: Set<string>; readonly erased: readonly string[] } => {
  let document: DeckDocument = {
    clips: [createSplashClip(SPLASH_PATH), ...clips],
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
  };
  const missing = new Set<string>();
  const hidden = new Map<string, Clip>();
  const erased: string[] = [];
  const ids = () => document.clips.map(({ id }) => id);
  let order: readonly string[] = ids();
  const update = async (edit: (before: DeckDocument) => DeckDocument): Promise<DeckDocument> => {
    await Promise.resolve();
    document = edit(document);
    order = restoreOrder(order, ids());
    return document;
  };
  return {
    missing,
    erased,
    document: () => document,
    examining: () => [],
    pathOf: (clip) => (clip.kind === 'splash' ? clip.file : `/clips/${clip.file}`),
    isMissing: (clip) => missing.has(clip.file),
    isThere: async (clip) => !missing.has(clip.file),
    update,
    add: ({ fileName, probed }) =>
      update((before) => appendClip(before, createClip(`id of ${fileName}`, fileName, probed))),
    remove: (pick) => update((before) => removeClip(before, pick(before.clips).id)),
    hide: (pick) =>
      update((before) => {
        const clip = pick(before.clips);
        hidden.set(clip.id, clip);
        return removeClip(before, clip.id);
      }),
    restore: (id) =>
      update((before) => {
        const clip = hidden.get(id);
        if (clip === undefined) throw new AppError('clip-not-found', `There is no deleted clip ${id}.`);
        hidden.delete(id);
        return insertClip(before, clip, placeIn(order, id, ids()));
      }),
    erase: async (id) => {
      if (hidden.delete(id)) erased.push(id);
    },
  };
};
