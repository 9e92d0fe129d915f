// Measures how loud the clips are, while nothing plays.
import { join } from 'node:path';
import type { DisposalStack } from '../base/disposal-stack.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import type { ClipLoudness } from '../deck/clips/loudness.ts';
import type { Deck } from '../deck/deck.ts';
import { createEnvelopeFiles } from '../library/loudness/envelope-files.ts';
import { Loudness } from '../library/loudness/loudness.ts';
import { createLoudnessFile } from '../library/loudness/loudness-record.ts';
import type { Library } from './library.ts';

const STOP_TIMEOUT_SECONDS = 1;

/** @param deps.poweredOn the first picture goes first */
export const startLoudness = (deps: {
  readonly config: PlayerConfig;
  readonly library: Library;
  readonly version: string;
  readonly deck: Deck;
  readonly poweredOn: Promise<void>;
  readonly running: DisposalStack;
  readonly log: Log;
}): ClipLoudness => {
  const { config, library, version, deck, poweredOn, running, log } = deps;
  const loudness = new Loudness({
    ...{ idleQueue: library.idleQueue, pathOf: library.store.pathOf, version, log },
    file: createLoudnessFile({ stateDir: config.stateDir, log }),
    envelopes: createEnvelopeFiles({ folder: join(config.stateDir, 'envelopes'), log }),
  });
  running.add('the loudness', () => loudness.dispose(), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  deck.subscribe(({ document }) => loudness.follow(document.clips));
  loudness.follow(deck.state().document.clips);
  poweredOn.then(() => loudness.start()).catch((error) => log.error(toMessage(error)));
  return loudness;
};
