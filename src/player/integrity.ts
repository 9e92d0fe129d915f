// Looks for clips that the card has damaged, while nothing plays.
import { readFile } from 'node:fs/promises';
import type { DisposalStack } from '../base/disposal-stack.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import type { Deck } from '../deck/deck.ts';
import { createChecksumsFile } from '../library/integrity/checksum-record.ts';
import { Integrity } from '../library/integrity/integrity.ts';
import type { Library } from './library.ts';

const STOP_TIMEOUT_SECONDS = 1;
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** @param deps.poweredOn the first picture goes first */
export const startIntegrity = async (deps: {
  readonly config: PlayerConfig;
  readonly library: Library;
  readonly deck: Deck;
  readonly poweredOn: Promise<void>;
  readonly running: DisposalStack;
  readonly log: Log;
}): Promise<void> => {
  const { config, library, deck, poweredOn, running, log } = deps;
  const integrity = new Integrity({
    ...{ idleQueue: library.idleQueue, pathOf: library.store.pathOf, log },
    file: createChecksumsFile({ stateDir: config.stateDir, log }),
    boot: (await readFile(BOOT_ID, 'utf8').catch(() => '')).trim(),
    onDamage: (damages) => deck.clips.setDamaged(damages),
  });
  running.add('the checksums', () => integrity.dispose(), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  deck.subscribe(({ document }) => integrity.follow(document.clips));
  integrity.follow(deck.state().document.clips);
  poweredOn.then(() => integrity.start()).catch((error) => log.error(toMessage(error)));
};
