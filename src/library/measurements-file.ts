// Keeps what was measured of the clips in a file of the state folder, written in the background.
import { join } from 'node:path';
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import * as schema from '../schema/schema.ts';
import { createDurableFile } from '../storage/durable-file.ts';

/** Measurements of this time are written together, to spare the SD card. */
const WRITE_DELAY_SECONDS = 10;
const RETRY_SECONDS = 60;

export interface MeasurementsFile<Entry> {
  /**
   * By the id of the clip. Never rejects.
   * @param adopt called if the file cannot be read now and can be later, with what it has; returns what is to be written then
   */
  read(adopt: (found: ReadonlyMap<string, Entry>) => ReadonlyMap<string, Entry>): Promise<ReadonlyMap<string, Entry>>;
  /** Writes the entries soon, and tries again where that fails. */
  put(entries: ReadonlyMap<string, Entry>): void;
  /** Writes what waits; never rejects. */
  stop(): Promise<void>;
}

/**
 * @param deps.what is measured: `playability`
 * @param deps.fileName in the state folder
 * @param deps.version goes up when an older CueDeck would misread what a newer one writes
 * @param deps.delaySeconds before a write
 * @param deps.retrySeconds after a write that failed
 */
export const createMeasurementsFile = <Entry>(deps: {
  readonly what: string;
  readonly stateDir: string;
  readonly fileName: string;
  readonly version: number;
  readonly entry: schema.Schema<Entry>;
  readonly delaySeconds?: number;
  readonly retrySeconds?: number;
  readonly log: Log;
}): MeasurementsFile<Entry> => {
  type Entries = ReadonlyMap<string, Entry>;
  const { what, version, log, delaySeconds = WRITE_DELAY_SECONDS, retrySeconds = RETRY_SECONDS } = deps;
  const record = schema.object({
    version: schema.worded(schema.oneOf(version), `its version is not ${version}`),
    clips: schema.record(deps.entry),
  });
  const mode = schema.recordOf(`the ${what} of the clips`);
  const file = createDurableFile({
    path: join(deps.stateDir, deps.fileName),
    parse: (value) => record.parse(value, 'it', mode),
  });
  let waiting: Entries | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasFailed = false;
  let isStopped = false;
  /** Set until the file has been read: before that it is not replaced. */
  let unread: ((found: Entries) => Entries) | undefined;

  const load = async (): Promise<Entries> => {
    const { document, problems } = await file.read();
    if (problems.length > 0) log.warning(`${what[0]?.toUpperCase()}${what.slice(1)}: ${problems.join('; ')}.`);
    return new Map(Object.entries(document?.clips ?? {}));
  };

  const save = async (entries: Entries): Promise<void> => {
    let all = entries;
    if (unread !== undefined) {
      all = unread(await load());
      unread = undefined;
    }
    await file.write({ version, clips: Object.fromEntries(all) });
  };

  const writeIn = (seconds: number): void => {
    if (!isStopped) timer ??= setTimeout(() => void write(), seconds * 1000);
  };

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const entries = waiting;
      if (entries === undefined) return;
      waiting = undefined;
      try {
        await save(entries);
        hasFailed = false;
      } catch (error) {
        waiting ??= entries;
        // That it cannot be read was told at the start.
        if (!hasFailed && unread === undefined)
          log.warning(`The ${what} of the clips cannot be saved: ${toReason(error)}.`);
        hasFailed = true;
        writeIn(retrySeconds);
      }
    });
    return writing;
  };

  return {
    read: async (adopt) => {
      try {
        return await load();
      } catch (error) {
        unread = adopt;
        log.warning(`Starting without the saved ${what} of the clips: ${toReason(error)}.`);
        return new Map();
      }
    },
    put: (entries) => {
      waiting = entries;
      writeIn(delaySeconds);
    },
    stop: () => {
      isStopped = true;
      return write();
    },
  };
};
