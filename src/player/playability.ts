// Measures how the clips play on this box, while nothing plays.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import type { Clip } from '../deck/clips/clip.ts';
import type { ClipPlayability } from '../deck/clips/playability.ts';
import type { Deck } from '../deck/deck.ts';
import { toClipPicture } from '../deck/playback/desired-state.ts';
import type { Media } from '../deck/ports.ts';
import { readBasis } from '../library/playability/basis.ts';
import { Playability } from '../library/playability/playability.ts';
import { createPlayabilityFile } from '../library/playability/playability-file.ts';
import { createDecodingMeter } from '../mpv/measuring/decoding-meter.ts';
import type { Library } from './library.ts';
import type { VideoOutput } from './video-output.ts';

const STOP_TIMEOUT_SECONDS = 1;

/** The device tree's model; empty where there is none. */
const readBoard = (root: string): string => {
  try {
    return readFileSync(join(root, 'proc/device-tree/model'), 'latin1').replace(/\0/g, '').trim();
  } catch {
    return '';
  }
};

/** The verdicts by the headers are there at once; what was measured before and what is measured follows. */
export const startPlayability = (deps: {
  readonly config: PlayerConfig;
  readonly library: Library;
  readonly videoOutput: VideoOutput;
  readonly version: string;
  readonly deck: Deck;
  readonly running: DisposalStack;
  readonly log: Log;
}): ClipPlayability => {
  const { config, library, videoOutput, version, deck, running, log } = deps;
  const { decodingPlan, player } = videoOutput;
  let output = '';
  const wayOf = (picture: Media) =>
    decodingPlan(picture, { videoOutput: output, output: deck.state().document.settings.output })[0];
  const pictureOf = (clip: Clip): Media => toClipPicture(clip, library.store.pathOf(clip));
  const screen = () => player.screen();
  const playability = new Playability({
    idleQueue: library.idleQueue,
    file: createPlayabilityFile({ stateDir: config.stateDir, log }),
    meter: createDecodingMeter({ program: config.mpv, extraArguments: config.mpvArgs, wayOf, screen }),
    firstDecoder: (picture) => wayOf(picture).hwdec,
    pictureOf,
    pathOf: library.store.pathOf,
    board: readBoard(config.hostRoot),
    basis: () => readBasis({ mpv: config.mpv, version }),
    log,
  });
  running.add('the playability', () => playability.dispose(), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  deck.subscribe(({ document }, before) => {
    playability.follow(document.clips);
    if (document.settings.output !== before.document.settings.output) playability.settle();
  });
  playability.follow(deck.state().document.clips);
  // It asks mpv and ffmpeg for their versions, which would hold up the first picture.
  let loaded: Promise<unknown> | undefined;
  videoOutput.onSettled(() => {
    loaded ??= playability.start();
    void Promise.allSettled([screen(), loaded]).then(([shown]) => {
      if (shown.status === 'fulfilled') ({ output } = shown.value);
      playability.settle();
      library.heads.settle((clip) => wayOf(pictureOf(clip)).hwdec === 'no');
    });
  });
  return playability;
};
