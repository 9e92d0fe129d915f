// Brings one file to one player: only if it is not there, from where an earlier try ended, and checked at the end.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toFileName, toNumberedName } from '../../library/file-name.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { type Pushed, toPushed } from './pushed.ts';
import { type Arrived, CutError, type RemotePlayer } from './remote-player.ts';

/** A file of this machine, read through once for all players. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const toSha256 = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const CHUNK_BYTES = 256 * 1024;
const AGAIN_SECONDS = 2;
/** Tries that get no byte further before it is given up. */
const MOST_TRIES = 5;

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
    let sent = first;
    const body = createReadStream(file.path, { start: first, end: totalBytes - 1, highWaterMark: CHUNK_BYTES });
    body.on('data', (chunk) => {
      sent += chunk.length;
      onSent(sent);
    });
    return player.send(name, body, { first, totalBytes });
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

/** What has arrived; all of it is looked at by the player before it becomes a clip, or is refused. */
const examined = async (player: RemotePlayer, name: string, totalBytes: number): Promise<Arrived> => {
  for (;;) {
    const arrived = await player.arrived(name, totalBytes);
    if (arrived.bytes < totalBytes || arrived.clipId !== undefined) return arrived;
    await pause(AGAIN_SECONDS);
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
const overCuts = async <Result>(
  work: () => Promise<Result>,
  progress: () => Promise<number> = async () => 0,
): Promise<Result> => {
  let best = -1;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CutError)) throw error;
      if (tries >= MOST_TRIES) throw new CliError(EXIT.unavailable, `the connection was lost: ${error.message}`);
      await pause(AGAIN_SECONDS);
      const arrived = await progress().catch(() => best);
      if (arrived > best) tries = 0;
      best = Math.max(best, arrived);
    }
  }
};
