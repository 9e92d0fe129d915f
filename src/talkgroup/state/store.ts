// Persists one document with write-behind.
import { type Adapter, Low } from 'lowdb';
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';
import type { Cancel, Clock } from '../clock.ts';

/** A change is on its way to the disk after this long; the rest of the second is the disk's. */
const WRITE_BEHIND_SECONDS = 0.5;
/** A full or broken disk is tried again this often. */
const RETRY_SECONDS = 5;

export interface Store<Document> {
  /** What was on disk at the start. */
  readonly opened: Document;
  /** The document is another now: `compose` is asked for it when it is written. */
  touch(): void;
  /** Writes what is unwritten. Never throws: what cannot be written is logged and kept for the next try; false then. */
  flush(): Promise<boolean>;
  /** Writes what is unwritten. @throws AppError storage-failed when it cannot be: what the document is then is tried again by itself */
  save(): Promise<void>;
  /** Flushes; nothing is written afterwards. */
  close(): Promise<void>;
  /** Writes that failed since the start. */
  failures(): number;
}

const toAdapter = <Document>(file: DurableFile<Document>, path: string, log: Log): Adapter<Document> => ({
  read: async () => {
    const { document, origin, problems } = await file.read();
    for (const problem of problems) log.error(problem);
    if (origin === 'lost') log.error(`${path} and its copy are unreadable: starting empty`);
    return document ?? null;
  },
  write: (document) => file.write(document),
});

/**
 * Opens a document that is readable by its owner only.
 * @param options.compose the document as it is now, asked for at each write
 */
export const openStore = async <Document>(options: {
  readonly path: string;
  readonly parse: (value: unknown) => Document;
  readonly initial: Document;
  readonly compose: () => Document;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<Store<Document>> => {
  const { path, parse, clock, log } = options;
  const database = new Low(toAdapter(createDurableFile({ path, parse, mode: 0o600 }), path, log), options.initial);
  await database.read();
  let isDirty = false;
  let isClosed = false;
  let failures = 0;
  let fault = '';
  let cancelTimer: Cancel | undefined;
  let writing = Promise.resolve(true);

  const schedule = (delaySeconds: number): void => {
    if (isClosed || cancelTimer !== undefined) return;
    cancelTimer = clock.after(delaySeconds, () => {
      cancelTimer = undefined;
      void flush();
    });
  };

  /** Whether all that was changed until now is on disk. */
  const write = async (): Promise<boolean> => {
    if (!isDirty) return true;
    isDirty = false;
    try {
      database.data = options.compose();
      await database.write();
      if (fault !== '') log.info(`${path} can be written again`);
      fault = '';
      return true;
    } catch (error) {
      isDirty = true;
      failures++;
      if (fault !== toMessage(error)) log.error(`${path} cannot be written, retrying: ${toMessage(error)}`);
      fault = toMessage(error);
      schedule(RETRY_SECONDS);
      return false;
    }
  };

  const flush = (): Promise<boolean> => {
    // One write at a time.
    writing = writing.then(write);
    return writing;
  };

  return {
    opened: database.data,
    touch: () => {
      isDirty = true;
      schedule(WRITE_BEHIND_SECONDS);
    },
    flush,
    save: async () => {
      // Not whether anything is unwritten now: that may be somebody else's change, of a moment ago.
      if (!(await flush())) throw new AppError('storage-failed', `${path} cannot be written now.`);
    },
    close: async () => {
      isClosed = true;
      cancelTimer?.();
      await flush();
    },
    failures: () => failures,
  };
};
