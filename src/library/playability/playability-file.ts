// Keeps the measurements in a file, written in the background.
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile } from '../../storage/durable-file.ts';
import {
  PLAYABILITY_FILE,
  type PlayabilityEntry,
  parsePlayabilityRecord,
  toPlayabilityRecord,
} from './playability-record.ts';

/** Measurements of this time are written together, to spare the SD card. */
const WRITE_DELAY_SECONDS = 10;

export interface PlayabilityFile {
  read(): Promise<ReadonlyMap<string, PlayabilityEntry>>;
  /** Writes the entries soon. */
  put(entries: ReadonlyMap<string, PlayabilityEntry>): void;
  /** Writes what waits; never rejects. */
  stop(): Promise<void>;
}

export const createPlayabilityFile = (deps: { readonly stateDir: string; readonly log: Log }): PlayabilityFile => {
  const file = createDurableFile({ path: join(deps.stateDir, PLAYABILITY_FILE), parse: parsePlayabilityRecord });
  let waiting: ReadonlyMap<string, PlayabilityEntry> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasFailed = false;
  // A file that cannot be read now is not replaced.
  let isReadable = true;

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const entries = waiting;
      waiting = undefined;
      if (entries === undefined || !isReadable) return;
      try {
        await file.write(toPlayabilityRecord(entries));
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) deps.log.warning(`The playability of the clips cannot be saved: ${toReason(error)}.`);
        hasFailed = true;
      }
    });
    return writing;
  };

  return {
    read: async () => {
      try {
        const { document, problems } = await file.read();
        if (problems.length > 0) deps.log.warning(`Playability: ${problems.join('; ')}.`);
        return new Map(Object.entries(document?.clips ?? {}));
      } catch (error) {
        isReadable = false;
        deps.log.warning(`The playability of the clips cannot be read: ${toReason(error)}.`);
        return new Map();
      }
    },
    put: (entries) => {
      waiting = entries;
      timer ??= setTimeout(() => void write(), WRITE_DELAY_SECONDS * 1000);
    },
    stop: write,
  };
};
