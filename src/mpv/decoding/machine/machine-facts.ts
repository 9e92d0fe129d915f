// Keeps the facts of the machine: those of the last start at once, fresh ones when programs have answered.
import { isDeepStrictEqual } from 'node:util';
import { toMessage } from '../../../base/errors.ts';
import type { Log } from '../../../base/log.ts';
import { parseMessage } from '../../../schema/schema.ts';
import { readRegularFileSync } from '../../../storage/regular-file.ts';
import { replaceFile } from '../../../storage/synced-file.ts';
import { type Ask, askAbilities } from './abilities.ts';
import { type Hardware, MACHINE_FACTS, type MachineFacts, NO_ABILITIES } from './facts.ts';
import { readHardware } from './hardware.ts';

export interface KeptFacts {
  /** From memory. */
  current(): MachineFacts;
  /**
   * Reads the machine again. Without `always`, programs are asked only where the kernel shows other hardware than before.
   * One reading at a time; never rejects.
   */
  refresh(always: boolean): Promise<void>;
}

const readKept = (path: string): MachineFacts | undefined => {
  try {
    return parseMessage(MACHINE_FACTS, readRegularFileSync(path));
  } catch {
    return undefined;
  }
};

/** An update of the kernel or another screen does not make it another machine: what was known plays the first clip. */
const isSameMachine = (one: Hardware, other: Hardware): boolean =>
  isDeepStrictEqual(
    [one.compatible, one.cards, one.renderers, one.devices],
    [other.compatible, other.cards, other.renderers, other.devices],
  );

/**
 * Takes a second or more: it asks programs, one at a time.
 * @param root `/`, or a folder in its place
 * @param mpv name of the program
 */
export const readMachineFacts = async (root: string, mpv: string, ask: Ask): Promise<MachineFacts> => {
  const hardware = readHardware(root);
  return { hardware, abilities: await askAbilities(root, mpv, hardware, ask) };
};

/**
 * @param deps.root `/`, or a folder in its place
 * @param deps.mpv name of the program
 * @param deps.path file for the facts; what it holds counts while board, cards and devices are the same
 */
export const keepMachineFacts = (deps: {
  readonly root: string;
  readonly mpv: string;
  readonly path: string;
  readonly ask: Ask;
  readonly log: Log;
}): KeptFacts => {
  const { root, mpv, path, ask, log } = deps;
  const hardware = readHardware(root);
  const kept = readKept(path);
  let facts: MachineFacts =
    kept !== undefined && isSameMachine(kept.hardware, hardware) ? kept : { hardware, abilities: NO_ABILITIES };
  let reading: Promise<void> | undefined;

  const read = async (always: boolean): Promise<void> => {
    if (!always && isDeepStrictEqual(readHardware(root), facts.hardware)) return;
    const fresh = await readMachineFacts(root, mpv, ask);
    if (isDeepStrictEqual(fresh, facts)) return;
    facts = fresh;
    await replaceFile(path, `${JSON.stringify(fresh, undefined, 1)}\n`, 0o600);
  };

  return {
    current: () => facts,
    refresh: (always) => {
      reading ??= read(always)
        .catch((error) => log.warning(`cannot save the list of this machine's decoders: ${toMessage(error)}`))
        .finally(() => {
          reading = undefined;
        });
      return reading;
    },
  };
};
