// Conversions of the player: when they may run beside what plays, and what follows from a result.
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import type { ClipPlayability } from '../deck/clips/playability.ts';
import type { Deck } from '../deck/deck.ts';
import type { Player } from '../deck/ports.ts';
import { type DeckState, isPlaying } from '../deck/state.ts';
import { toClipTarget } from '../library/convert/clip-target.ts';
import { Conversions } from '../library/convert/conversions.ts';
import { toPictureBox } from '../library/convert/target.ts';
import { isMachineFree } from '../library/thumbnails/idle-queue.ts';
import type { Library } from './library.ts';

/** Includes the time to kill a running ffmpeg. */
const STOP_TIMEOUT_SECONDS = 1;
/** How long conversions stand still after a clip has lost a frame. */
const PENALTY_SECONDS = 60;

/** Its file is open in mpv and its picture moves. */
const plays = (state: DeckState, clipId: string): boolean =>
  isPlaying(state) &&
  (state.selectedId === clipId || (state.place?.segment.parts.some(({ clip }) => clip.id === clipId) ?? false));

export const startConversions = (deps: {
  readonly library: Library;
  readonly deck: Deck;
  readonly player: Pick<Player, 'view'>;
  readonly playability: Pick<ClipPlayability, 'of'>;
  readonly config: Pick<PlayerConfig, 'clipsDir'>;
  readonly running: DisposalStack;
  readonly log: Log;
}): Conversions => {
  const { library, deck, player, playability, running, log } = deps;
  let playingSince: number | undefined;
  let examines = false;
  let lostFrames = 0;
  let freeAt = 0;
  const losesFrames = (): boolean => {
    const { droppedByDecoder, droppedByOutput, late } = player.view().frameCounts;
    const lost = droppedByDecoder + droppedByOutput + late;
    const now = performance.now() / 1000;
    if (playingSince !== undefined && lost > lostFrames) freeAt = now + PENALTY_SECONDS;
    lostFrames = lost;
    return playingSince !== undefined && now < freeAt;
  };
  const conversions = new Conversions({
    ...{ store: library.store, clipsDir: deps.config.clipsDir, log },
    target: (clip) => toClipTarget(clip, toPictureBox(deck.state().document.settings.output), playability.of(clip)),
    isBusy: () =>
      [examines, losesFrames(), library.idleQueue.isSilenceNeeded, !isMachineFree(playingSince)].includes(true),
    mayReplace: (clipId) => !plays(deck.state(), clipId),
    onReplaced: () => deck.followStore(),
  });
  running.add('the conversions', () => conversions.dispose(), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  deck.subscribe((state, before) => {
    const isOn = isPlaying(state);
    if (isOn !== (playingSince !== undefined)) {
      playingSince = isOn ? performance.now() / 1000 : undefined;
      conversions.look();
    }
    if (state.document !== before.document) conversions.follow(state.document.clips);
  });
  library.examinations.subscribe((isBusy) => {
    examines = isBusy;
    conversions.look();
  });
  return conversions;
};
