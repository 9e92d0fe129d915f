// Keeps what a HyperDeck has been told across restarts, in a file of its own: written behind, so that nothing waits for the disk.
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';
import type { HyperDeck } from './device.ts';
import { isSameKept, type KeptRecord, type KeptState, parseKeptRecord, toKeptRecord } from './state-record.ts';

/** A second's worth of changes is one write: SD cards wear. */
const BEHIND_SECONDS = 1;

/** In the state folder. */
export const KEPT_FILE = 'hyperdeck.json';

/** What was kept, and where it goes on being kept. */
export interface KeptFile {
  readonly state: KeptState | undefined;
  readonly file: DurableFile<KeptRecord>;
}

/**
 * Never rejects: without what was kept the device is as it comes.
 * @returns undefined when the file may be whole and can't be read now; then it stays as it is
 */
export const openKeptFile = async (parts: { stateDir: string; log: Log }): Promise<KeptFile | undefined> => {
  const file = createDurableFile({ path: join(parts.stateDir, KEPT_FILE), parse: parseKeptRecord });
  try {
    const { document, problems } = await file.read();
    if (problems.length > 0) parts.log.warning(`HyperDeck state: ${problems.join('; ')}.`);
    return { state: document, file };
  } catch (error) {
    parts.log.warning(`HyperDeck state is not kept: ${toReason(error)}.`);
    return undefined;
  }
};

export class StateKeeper {
  readonly #parts: { readonly hyperDeck: HyperDeck; readonly file: DurableFile<KeptRecord> } & {
    readonly clock: Clock;
    readonly log: Log;
  };
  readonly #stopWatching: () => void;
  /** As it is on disk. */
  #written: KeptState;
  /** As it was when it was last to be written: what the disk does not take is tried again with the next change. */
  #tried: KeptState;
  #stopWaiting: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(parts: { hyperDeck: HyperDeck; file: DurableFile<KeptRecord>; clock: Clock; log: Log }) {
    this.#parts = parts;
    this.#written = parts.hyperDeck.snapshot().device;
    this.#tried = this.#written;
    this.#stopWatching = parts.hyperDeck.subscribe(({ device }) => {
      if (this.#stopWaiting === undefined && !isSameKept(device, this.#tried)) this.#wait();
    });
  }

  /** Writes what waits to be written. */
  async stop(): Promise<void> {
    this.#stopWatching();
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    await this.#write();
  }

  #wait(): void {
    this.#stopWaiting = this.#parts.clock.after(BEHIND_SECONDS, () => {
      this.#stopWaiting = undefined;
      void this.#write();
    });
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const { hyperDeck, file, log } = this.#parts;
      const { device } = hyperDeck.snapshot();
      this.#tried = device;
      if (isSameKept(device, this.#written)) return;
      try {
        await file.write(toKeptRecord(device));
        this.#written = device;
        this.#hasFailed = false;
      } catch (error) {
        if (!this.#hasFailed) log.warning(`HyperDeck state was not written: ${toReason(error)}.`);
        this.#hasFailed = true;
      }
    });
    return this.#writing;
  }
}
