// The plays on disk: a line of JSON each, appended and synced; read from the end, so that the newest come first.
import { constants } from 'node:fs';
import { type FileHandle, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toSystemCode } from '../../base/errors.ts';
import { type Play, parsePlay, toPlayKey } from '../../deck/plays/play.ts';
import { openRegularFile } from '../../storage/regular-file.ts';
import { syncFolder, writeSynced } from '../../storage/synced-file.ts';

const CHUNK_BYTES = 64 * 1024;
const MODE = 0o640;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

export interface PlayFile {
  /** Appends plays; a play that is there already is replaced by its later line. @throws the file system's error */
  append(plays: readonly Play[]): Promise<void>;
  /** Every play once, newest first; lines that a power cut tore are left out. @throws the file system's error */
  newestFirst(): AsyncGenerator<Play>;
}

/** @param options.kept how many plays are kept at least; the file is shortened to them at twice as many lines */
export const openPlayFile = (options: { readonly path: string; readonly kept: number }): PlayFile => {
  const { path, kept } = options;
  /** Undefined until they are counted, at the first write. */
  let lines: number | undefined;
  let endsTorn = false;

  const look = async (): Promise<number> => {
    let found = 0;
    for await (const line of linesFromEnd(path)) {
      if (found === 0) endsTorn = line !== '';
      found += 1;
    }
    return found;
  };

  const newestFirst = async function* (): AsyncGenerator<Play> {
    const seen = new Set<string>();
    for await (const line of linesFromEnd(path)) {
      const play = parsePlay(line);
      if (play === undefined || seen.has(toPlayKey(play))) continue;
      seen.add(toPlayKey(play));
      yield play;
    }
  };

  const shorten = async (): Promise<void> => {
    const plays: Play[] = [];
    for await (const play of newestFirst()) if (plays.push(play) >= kept) break;
    const temporary = `${path}.tmp`;
    try {
      await writeSynced(temporary, toLines(plays.reverse()), MODE);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(dirname(path));
    lines = plays.length;
  };

  return {
    newestFirst,
    append: async (plays) => {
      const before = lines ?? (await look());
      const handle = await openRegularFile(path, APPEND, MODE);
      try {
        // What a cut left of a line must not spoil the next one.
        await handle.appendFile((endsTorn ? '\n' : '') + toLines(plays));
        endsTorn = false;
        lines = before + plays.length;
        await handle.sync();
      } catch (error) {
        endsTorn = true;
        throw error;
      } finally {
        await handle.close();
      }
      if (before === 0) await syncFolder(dirname(path));
      if (lines > 2 * kept) await shorten();
    },
  };
};

const toLines = (plays: readonly Play[]): string => plays.map((play) => `${JSON.stringify(play)}\n`).join('');

/** The lines from the last to the first; the text behind the last line end comes first and is empty in a whole file. */
async function* linesFromEnd(path: string): AsyncGenerator<string> {
  const handle = await openThere(path);
  if (handle === undefined) return;
  try {
    let rest = Buffer.alloc(0);
    for (let end = (await handle.stat()).size; end > 0; ) {
      const start = Math.max(0, end - CHUNK_BYTES);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      end = start;
      let bytes = Buffer.concat([buffer.subarray(0, bytesRead), rest]);
      for (let at = bytes.lastIndexOf(10); at >= 0; at = bytes.lastIndexOf(10)) {
        yield bytes.toString('utf8', at + 1);
        bytes = bytes.subarray(0, at);
      }
      rest = bytes;
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    await handle.close();
  }
}

const openThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await openRegularFile(path, constants.O_RDONLY);
  } catch (error) {
    if (toSystemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};
