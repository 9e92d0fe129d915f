import type { Clip } from '../../src/deck/clips/clip.ts';
import type { DeckSettings } from '../../src/deck/clips/clip-list.ts';
import { Deck } from '../../src/deck/deck.ts';
import { createMemoryListStore, type ListStore } from '../../src/deck/lists/list-store.ts';
import type { WallClock } from '../../src/deck/ports.ts';
import type { ResumePoint } from '../../src/deck/resume-point.ts';
import { createScheduledStart } from '../../src/deck/scheduled-start.ts';
import { isPlaying, selectedIndex, timecodeSeconds } from '../../src/deck/state.ts';
import { FakePlayer } from '../fakes/fake-player.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createMemoryClipStore, videoClip } from '../fakes/memory-clip-store.ts';

/** A deck that has been switched on, with clips a, b and c, a player and a clock that the test holds. */
export const createDeck = async (
  options: {
    readonly clips?: readonly Clip[];
    readonly settings?: Partial<DeckSettings>;
    readonly missing?: readonly string[];
    readonly lists?: ListStore;
    readonly resume?: ResumePoint;
    readonly warn?: (text: string) => void;
  } = {},
) => {
  const store = createMemoryClipStore(options.clips ?? ['a', 'b', 'c'].map((id) => videoClip(id)), {
    settings: options.settings ?? {},
  });
  for (const file of options.missing ?? []) store.missing.add(file);
  const unplayable = new Set<string>();
  const player = new FakePlayer({
    media: (path) => (unplayable.has(path) ? undefined : { framesPerSecond: 25, durationSeconds: 10 }),
  });
  const clock = createManualClock();
  const lists = options.lists ?? createMemoryListStore();
  /** It is right, and stands at 1000 when the test begins. */
  const wall: WallClock = {
    nowSeconds: () => 1000 + clock.nowSeconds(),
    reading: () => ({ source: 'chrony', offsetSeconds: 0, uncertaintySeconds: 0.001 }),
  };
  const deck = new Deck({
    ...{ player, store, lists, clock, wall, blackPath: '/usr/share/cuedeck/black.png' },
    begin: options.resume,
    ...(options.warn && { warn: options.warn }),
  });
  const startAt = createScheduledStart({ deck, clock, wall, boundSeconds: 0.02 });
  const poweredOn = deck.powerOn(options.resume);
  player.revive();
  await poweredOn;
  /** What an operator sees: clip, PLAY, TIMECODE. */
  const shown = () => [selectedIndex(deck.state()), isPlaying(deck.state()), timecodeSeconds(deck.state())];
  /** Lets everything that waits for nothing but its turn run. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  await settle();
  return { deck, startAt, wall, player, store, clock, unplayable, shown, settle };
};
