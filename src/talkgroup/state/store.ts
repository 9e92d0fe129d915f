// Persists one document with write-behind.
import { type Adapter, Low } from 'lowdb';
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { createDurableFile, type DurableFile } from '../../storage/durable-file.ts';
import type { Cancel, Clock } from '../clock.ts';

/** Delay until a change is written, so that it is on disk within a second. */
const WRITE_BEHIND_SECONDS = 0.5;
/** Retry interval for a full or broken disk. */
const RETRY_SECONDS = 5;

interface Store<Document> {
  /** The document on disk at the start. */
  readonly opened: Document;
  /** Marks the document as changed; `compose` is called when it is written. */
  touch(): void;
  /** Writes pending changes. Never throws: a failure is logged and retried later; resolves to false then. */
  flush(): Promise<boolean>;
  /** Writes pending changes. @throws AppError storage-failed; the write is then retried automatically */
  save(): Promise<void>;
  /** Flushes; later changes are not written. */
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
 * @param options.compose returns the current document; called at each write
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

  /** Resolves to true when all changes so far are on disk. */
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
