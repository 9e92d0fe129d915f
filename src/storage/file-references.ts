// Detects files that reference other files (playlists, EDL); they are rejected as clips and in sequences because mpv would follow them.
import { openRegularFile } from './regular-file.ts';

export const HEAD_BYTES = 512;
/** An archive ends with its list of contents, where libarchive finds it whatever comes before. */
const TAIL_BYTES = 16 * 1024;

/** First lines of playlists, which players follow whatever the file name is. */
const PLAYLIST_HEADS = /^\ufeff?\s*(#EXTM3U|\[playlist\]|\[reference\]|ffconcat|# mpv EDL|mf:\/\/|<asx|<smil|<\?wpl)/i;

/** First lines of a cue sheet. */
const CUE_HEADS =
  /^\ufeff?\s*(REM|FILE|TRACK|INDEX|TITLE|PERFORMER|SONGWRITER|CATALOG|CDTEXTFILE|FLAGS|ISRC|PREGAP|POSTGAP)[ \t]/i;

const ARCHIVE_HEADS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00PK', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'];

/** @param head the first bytes of the file */
export const isPlaylist = (head: Buffer): boolean => {
  const text = head.toString('utf8');
  return PLAYLIST_HEADS.test(text) || CUE_HEADS.test(text);
};

/** @param head the first bytes of the file */
export const isArchive = (head: Buffer): boolean => {
  const text = head.toString('latin1', 0, 8);
  return ARCHIVE_HEADS.some((begin) => text.startsWith(begin));
};

/** @param tail the last bytes of the file, up to 16 KiB */
const endsAsArchive = (tail: Buffer): boolean => {
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return at >= 0 && at + 22 <= tail.length && tail.readUInt16LE(at + 20) === tail.length - at - 22;
};

interface Readable {
  read(at: number, length: number): Promise<Buffer>;
  readonly size: number;
}

/** Why a file that references others is rejected; completes "The file is refused: …". */
export const whyReference = async (file: Readable): Promise<string | undefined> => {
  const head = await file.read(0, HEAD_BYTES);
  if (isPlaylist(head)) return 'it is a playlist, not a video or picture';
  const tail = await file.read(Math.max(0, file.size - TAIL_BYTES), TAIL_BYTES);
  return isArchive(head) || endsAsArchive(tail) ? 'it is an archive; unpack it first' : undefined;
};

/** The same for a path; undefined also for an unreadable file. */
export const whyReferenceAt = async (path: string): Promise<string | undefined> => {
  try {
    const file = await openRegularFile(path);
    try {
      const { size } = await file.stat();
      const read = async (at: number, length: number): Promise<Buffer> => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      };
      return await whyReference({ read, size });
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
};
