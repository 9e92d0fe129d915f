// Reads a backup member by member, and believes nothing of it before it was checked.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { toMessage, toSystemCode } from '../../base/errors.ts';
import { CliError } from '../cli-error.ts';
import {
  type BackupClip,
  type BackupDescription,
  CHECKSUMS_MEMBER,
  CLIPS_PREFIX,
  DESCRIPTION_MEMBER,
  MAX_DOCUMENT_BYTES,
  parseChecksums,
  parseDescription,
  toBroken,
  toForeign,
} from './backup-file.ts';

export interface BackupSink {
  /** Called once, before any clip. */
  begin(description: BackupDescription): Promise<void>;
  /** Writes the `clip.bytes` bytes of one clip; resolves to their SHA-256. */
  take(clip: BackupClip, bytes: AsyncIterable<Buffer>): Promise<string>;
}

/** The bytes of a member; a broken archive ends them with the reason. */
type BytesOf = (entry: ReadEntry) => AsyncIterable<Buffer>;

const createBytesOf = (failed: Promise<never>): BytesOf =>
  async function* (entry) {
    const chunks = entry[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([chunks.next(), failed]);
      if (next.done === true) return;
      yield next.value;
    }
  };

const readDocument = async (entry: ReadEntry, bytesOf: BytesOf): Promise<string> => {
  if (entry.size > MAX_DOCUMENT_BYTES) throw toBroken(`${entry.path} is too long`);
  return text(bytesOf(entry));
};

/** Reads the members in the writer's order; anything else is an error. */
const createEntryReader = (taker: BackupSink, bytesOf: BytesOf) => {
  let description: BackupDescription | undefined;
  const sums = new Map<string, string>();
  let isWhole = false;

  const handleEntry = async (entry: ReadEntry): Promise<void> => {
    if (description === undefined) {
      if (entry.type !== 'File' || entry.path !== DESCRIPTION_MEMBER) throw toForeign();
      description = parseDescription(await readDocument(entry, bytesOf));
      return taker.begin(description);
    }
    const clip = description.clips[sums.size];
    const expected = clip === undefined ? CHECKSUMS_MEMBER : `${CLIPS_PREFIX}${clip.file}`;
    if (isWhole || entry.type !== 'File' || entry.path !== expected)
      throw toBroken('it holds something else than it says');
    if (clip !== undefined) {
      if (entry.size !== clip.bytes) throw toBroken(`${clip.file} has another size than it says`);
      sums.set(clip.file, await taker.take(clip, bytesOf(entry)));
      return;
    }
    const checksums = parseChecksums(await readDocument(entry, bytesOf));
    for (const [file, sum] of sums) {
      if (checksums[file] !== sum) throw toBroken(`${file} is damaged`);
    }
    isWhole = true;
  };

  return {
    takeEntry: handleEntry,
    end: (): BackupDescription => {
      if (description === undefined) throw toForeign();
      if (!isWhole) throw toBroken('it ends too early');
      return description;
    },
    toError: (error: unknown): CliError => {
      if (error instanceof CliError) return error;
      if (description === undefined) return toForeign();
      return toBroken(toMessage(error).replace(/\.$/, ''));
    },
  };
};

/**
 * Reads to the end, so that a backup is known to be complete before it is used.
 * @throws CliError for what is foreign, broken or cut short; the file system's error as it is
 */
export const readBackup = async (input: AsyncIterable<Buffer>, taker: BackupSink): Promise<BackupDescription> => {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  const entries = createEntryReader(taker, createBytesOf(failed));
  let taken = Promise.resolve();
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      taken = taken.then(() => entries.takeEntry(entry));
      taken.catch(fail);
    },
  });
  parser.on('error', fail);
  const pump = async (): Promise<void> => {
    for await (const chunk of input) {
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed]);
    }
    const ended = once(parser, 'end');
    parser.end();
    await ended;
    await taken;
  };
  try {
    await Promise.race([pump(), failed]);
    return entries.end();
  } catch (error) {
    // Waits until nothing is written any more, before the caller cleans up.
    fail(error);
    await taken.catch(() => undefined);
    if (/^E[A-Z]+$/.test(toSystemCode(error) ?? '')) throw error;
    throw entries.toError(error);
  }
};
