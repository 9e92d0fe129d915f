// The clips on disk with what is made of them: the list, probes of uploads, and thumbnails.
import { join } from 'node:path';
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import type { Clip } from '../deck/clips/clip.ts';
import type { Deck } from '../deck/deck.ts';
import { nextItem, standbyOf } from '../deck/lists/take-item.ts';
import { type DeckState, isPlaying } from '../deck/state.ts';
import type { ClipLibrary } from '../library/clip-library.ts';
import { openClipStore } from '../library/clip-store.ts';
import { findClockSteps } from '../library/clock-steps.ts';
import { Heads } from '../library/heads/heads.ts';
import { ProbeQueue } from '../library/probe/examinations.ts';
import { IdleQueue } from '../library/thumbnails/idle-queue.ts';
import { Thumbnails } from '../library/thumbnails/thumbnails.ts';

/** Includes the time to kill a running ffmpeg. */
const STOP_TIMEOUT_SECONDS = 1;

export interface Library {
  readonly store: ClipLibrary;
  readonly examinations: ProbeQueue;
  readonly thumbnails: Thumbnails;
  readonly heads: Heads;
  /** Work in the background: pictures, then measurements. */
  readonly idleQueue: IdleQueue;
  readonly splashPath: string;
  readonly blackPath: string;
}

/** @param deps.installDir folder with the system's own pictures */
export const openLibrary = async (deps: {
  readonly config: PlayerConfig;
  readonly installDir: string;
  readonly log: Log;
}): Promise<Library> => {
  const { config, installDir, log } = deps;
  const splashPath = join(installDir, 'clips/splash.png');
  const blackPath = join(installDir, 'clips/black.png');
  const examinations = new ProbeQueue();
  const systemPictures = [splashPath, blackPath];
  const store = await openClipStore({ ...config, splashPath, systemPictures, examinations, log });
  const idleQueue = new IdleQueue();
  const folder = join(config.stateDir, 'thumbnails');
  const thumbnails = new Thumbnails({ folder, pathOf: store.pathOf, idleQueue, log });
  const heads = new Heads({ folder: join(config.stateDir, 'heads'), pathOf: store.pathOf, idleQueue, log });
  return { store, examinations, thumbnails, heads, idleQueue, splashPath, blackPath };
};

/** Renders thumbnails, and makes heads, while nothing more urgent needs the machine. */
export const startThumbnails = async (
  { thumbnails, heads, examinations }: Library,
  deck: Deck,
  running: DisposalStack,
): Promise<void> => {
  running.add('the thumbnails', () => thumbnails.dispose(), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  await thumbnails.start();
  await heads.start();
  const follow = (): void => {
    const state = deck.state();
    thumbnails.setPlaying(isPlaying(state));
    thumbnails.follow(state.document.clips);
    heads.follow(state.document.clips, nextClip(state)?.id);
  };
  deck.subscribe(follow);
  follow();
  examinations.subscribe((isBusy) => thumbnails.setExamining(isBusy, examinations));
};

/** Completes what an older version found out about the clips. */
export const startClockSteps = (
  { store, idleQueue }: Library,
  { deck, config, log }: { readonly deck: Deck; readonly config: PlayerConfig; readonly log: Log },
): Promise<void> => findClockSteps({ ...config, store, idleQueue, onChanged: () => deck.followStore(), log });

/** What GO takes, so that its head is made first. */
const nextClip = (state: DeckState): Clip | undefined => {
  const target = standbyOf(state) ?? nextItem(state);
  if (target === undefined || !('item' in target)) return target;
  return state.document.clips.find(({ id }) => id === target.item.clipId);
};

/** Imports files of the clips folder in the background. */
export const importFolder = ({ store }: Library, deck: Deck, running: DisposalStack): void => {
  const reconciling = new AbortController();
  const reconciled = store.reconcile({ onFound: () => deck.followStore(), signal: reconciling.signal });
  running.add(
    'the import of files',
    () => {
      reconciling.abort();
      return reconciled;
    },
    { withPrevious: true },
  );
};
