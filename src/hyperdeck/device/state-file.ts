// Saves the device state in the background.
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';
import type { HyperDeckDevice } from './device.ts';
import { type DeviceSnapshot, isSameKept, parseStateRecord, type StateRecord, toStateRecord } from './state-record.ts';

/** Changes of one second are written together, to spare the SD card. */
const WRITE_DELAY_SECONDS = 1;

/** In the state folder. */
export const STATE_FILE = 'hyperdeck.json';

/** The saved state, and its file. */
export interface DeviceStateFile {
  readonly state: DeviceSnapshot | undefined;
  readonly file: DurableFile<StateRecord>;
}

/**
 * Never rejects: without a saved state the device has its defaults.
 * @returns undefined when the file cannot be read now; it is then left unchanged
 */
export const openStateFile = async (deps: { stateDir: string; log: Log }): Promise<DeviceStateFile | undefined> => {
  const file = createDurableFile({ path: join(deps.stateDir, STATE_FILE), parse: parseStateRecord });
  try {
    const { document, problems } = await file.read();
    if (problems.length > 0) deps.log.warning(`HyperDeck state: ${problems.join('; ')}.`);
    return { state: document, file };
  } catch (error) {
    deps.log.warning(`HyperDeck state cannot be saved: ${toReason(error)}.`);
    return undefined;
  }
};

export class DeviceStateWriter {
  readonly #deps: { readonly hyperDeck: HyperDeckDevice; readonly file: DurableFile<StateRecord> } & {
    readonly clock: Clock;
    readonly log: Log;
  };
  readonly #stopWatching: () => void;
  /** The state on disk. */
  #written: DeviceSnapshot;
  /** The state of the last attempt; a failed write is retried with the next change. */
  #tried: DeviceSnapshot;
  #stopWaiting: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(deps: { hyperDeck: HyperDeckDevice; file: DurableFile<StateRecord>; clock: Clock; log: Log }) {
    this.#deps = deps;
    this.#written = deps.hyperDeck.snapshot().device;
    this.#tried = this.#written;
    this.#stopWatching = deps.hyperDeck.subscribe(({ device }) => {
      if (this.#stopWaiting === undefined && !isSameKept(device, this.#tried)) this.#wait();
    });
  }

  /** Writes pending changes. */
  async stop(): Promise<void> {
    this.#stopWatching();
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    await this.#write();
  }

  #wait(): void {
    this.#stopWaiting = this.#deps.clock.after(WRITE_DELAY_SECONDS, () => {
      this.#stopWaiting = undefined;
      void this.#write();
    });
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const { hyperDeck, file, log } = this.#deps;
      const { device } = hyperDeck.snapshot();
      this.#tried = device;
      if (isSameKept(device, this.#written)) return;
      try {
        await file.write(toStateRecord(device));
        this.#written = device;
        this.#hasFailed = false;
      } catch (error) {
        if (!this.#hasFailed) log.warning(`HyperDeck state cannot be saved: ${toReason(error)}.`);
        this.#hasFailed = true;
      }
    });
    return this.#writing;
  }
}
