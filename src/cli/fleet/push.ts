// Uploads one file to one player, resumed and verified.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toFileName, toNumberedName } from '../../library/file-name.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { ChangedError, openFile, readUnchanged } from '../stable-file-reader.ts';
import { type Pushed, toPushed } from './pushed.ts';
import { type Arrived, CutError, type RemotePlayer } from './remote-player.ts';

/** A file of this machine, read through once for all players. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  /** Of the file as it was then; one that has another by now is not sent. */
  readonly stamp: string;
  readonly sha256: string;
}

/** @throws CliError when it cannot be read, is empty, or changes meanwhile */
export const readLocalFile = async (path: string): Promise<LocalFile> => {
  const file = await openFile(path);
  const { handle, bytes, stamp } = file;
  try {
    if (bytes === 0) throw new CliError(EXIT.refused, `${path} is empty.`);
    const hash = createHash('sha256');
    await pipeline(readUnchanged(path, file), hash);
    return { path, bytes, stamp, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
};

const RETRY_SECONDS = 2;
const DROP_RETRY_SECONDS = 0.2;
/** Tries that get no byte further before it is given up. */
const MAX_TRIES = 5;
/** Times that the player answers nothing at all, each after a long wait. */
const MAX_TIMEOUTS = 2;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * @param onSent told how many bytes of the file are at the player
 * @throws CliError with the player's refusal, or when the connection is cut again and again
 */
export const pushFile = async (
  player: RemotePlayer,
  file: LocalFile,
  onSent: (bytes: number) => void,
): Promise<Pushed> => {
  const toAnswer = async (clipId: string, fromByte: number | undefined): Promise<Pushed> =>
    toPushed({ name: basename(file.path), clipId, fromByte, clips: await overCuts(() => player.clips()) });
  const same = await overCuts(() => findSame(player, file));
  if (same !== undefined) return toAnswer(same, undefined);
  let resumed = await send(player, file, onSent);
  // What had arrived before may have been of another file.
  if (resumed.trouble !== undefined && resumed.fromByte > 0) resumed = await send(player, file, onSent);
  if (resumed.trouble !== undefined) throw resumed.trouble;
  return toAnswer(resumed.clipId, resumed.fromByte);
};

/** `fromByte` is where what was sent began. */
type Sent =
  | { readonly fromByte: number; readonly clipId: string; readonly trouble?: undefined }
  | { readonly fromByte: number; readonly trouble: CliError };

/** Sends the file and checks it; a clip that is not the file does not stay. */
const send = async (player: RemotePlayer, file: LocalFile, onSent: (bytes: number) => void): Promise<Sent> => {
  const [name, totalBytes] = [basename(file.path), file.bytes];
  let fromByte = 0;
  let tries = 0;
  const sendRest = async (): Promise<string> => {
    tries += 1;
    const { bytes, clipId } = await examined(player, name, totalBytes);
    // All had been sent, and only the answer was lost; before the first try it is a clip of somebody else.
    if (clipId !== undefined && tries > 1) return clipId;
    const first = clipId === undefined ? bytes : 0;
    fromByte = Math.max(fromByte, first);
    const { handle } = await openFile(file.path);
    try {
      const bytesOf = readUnchanged(file.path, { ...file, handle }, first);
      return await player.send(name, counted(bytesOf, first, onSent), { first, totalBytes });
    } catch (error) {
      if (error instanceof ChangedError) await dropped(player, name);
      throw error;
    } finally {
      await handle.close();
    }
  };
  try {
    const clipId = await overCuts(sendRest, async () => (await player.arrived(name, totalBytes)).bytes);
    if ((await overCuts(() => player.checksumOf(clipId))) === file.sha256) return { fromByte, clipId };
    await player.remove(clipId);
    return { fromByte, trouble: new CliError(EXIT.refused, 'it did not arrive as it was sent.') };
  } catch (error) {
    if (error instanceof CliError) return { fromByte, trouble: error };
    throw error;
  }
};

const counted = async function* (
  body: AsyncIterable<Buffer>,
  first: number,
  onSent: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let sent = first;
  for await (const chunk of body) {
    yield chunk;
    sent += chunk.length;
    onSent(sent);
  }
};

/** Nobody goes on with it. The player drops it by itself later; until it sees the end of the request it cannot. */
const dropped = async (player: RemotePlayer, name: string): Promise<void> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const isDone = await player.drop(name).then(
      () => true,
      (error) => error instanceof CutError,
    );
    if (isDone) return;
    await pause(DROP_RETRY_SECONDS);
  }
};

/** What has arrived; all of it is looked at by the player before it becomes a clip, or is refused. */
const examined = async (player: RemotePlayer, name: string, totalBytes: number): Promise<Arrived> => {
  for (;;) {
    const arrived = await player.arrived(name, totalBytes);
    if (arrived.bytes < totalBytes || arrived.clipId !== undefined) return arrived;
    await pause(RETRY_SECONDS);
  }
};

/** The clip with this file, under its name or a numbered one: files of other names are not read through. */
const findSame = async (player: RemotePlayer, { path, sha256 }: LocalFile): Promise<string | undefined> => {
  const clips = await player.clips();
  const wanted = toFileName(path);
  const names = new Set(clips.map((_clip, index) => toNumberedName(wanted, index + 1)));
  for (const { id, file } of clips) {
    if (names.has(file) && (await player.checksumOf(id).catch(toNothing)) === sha256) return id;
  }
  return undefined;
};

/** A file that cannot be read is not this one; a cut says nothing of it. */
const toNothing = (error: unknown): string => {
  if (error instanceof CliError) return '';
  throw error;
};

/** Again after every cut, for as long as that gets it further. */
const overCuts = async <Result>(work: () => Promise<Result>, progress?: () => Promise<number>): Promise<Result> => {
  let [best, silences] = [-1, 0];
  const arrived = async (): Promise<number> => {
    try {
      return (await progress?.()) ?? best;
    } catch (error) {
      if (isSilent(error)) silences += 1;
      return best;
    }
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
      const lost = new CliError(EXIT.unavailable, `the connection was lost: ${error.message}`);
      if (isSilent(error)) silences += 1;
      if (tries >= MAX_TRIES || silences >= MAX_TIMEOUTS) throw lost;
      await pause(RETRY_SECONDS);
      const now = await arrived();
      if (silences >= MAX_TIMEOUTS) throw lost;
      if (now > best) [tries, silences] = [0, 0];
      best = Math.max(best, now);
    }
  }
};

const isSilent = (error: unknown): boolean => error instanceof CutError && error.isSilent;
