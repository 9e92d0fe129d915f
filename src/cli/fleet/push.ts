// Brings one file to one player of the fleet, only if it is not there.
import { toMessage } from '../../base/errors.ts';
import { createPlayerClient, type PlayerClient } from '../../client/player-client.ts';
import { RejectedError, UnreachableError } from '../../client/player-errors.ts';
import { overCuts, sendFile } from '../../client/send-file.ts';
import type { PlayerConnection } from '../../config/player-connection.ts';
import { toFileName, toNumberedName } from '../../library/file-name.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { LocalFile } from '../local-file.ts';
import { toTokenRefusal } from '../player-api.ts';
import { readFleetClips } from './fleet-clips.ts';
import { type Pushed, toPushed } from './pushed.ts';

/**
 * @param url of the player, without a trailing slash
 * @param onSent called with the number of bytes that the player has
 * @throws CliError with the player's refusal, or when the connection is cut again and again
 */
export const pushFile = async (
  {
    url,
    silenceSeconds,
    ...place
  }: Pick<PlayerConnection, 'url' | 'token' | 'closedConf'> & {
    readonly silenceSeconds?: number;
  },
  file: LocalFile,
  onSent: (bytes: number) => void,
): Promise<Pushed> => {
  try {
    return await push(createPlayerClient({ url, token: place.token }, silenceSeconds), file, onSent);
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (error instanceof UnreachableError)
      throw new CliError(EXIT.unavailable, `the connection was lost: ${error.message}`);
    if (error instanceof RejectedError && error.status === 401) throw toTokenRefusal(place);
    throw new CliError(EXIT.refused, toMessage(error));
  }
};

const push = async (client: PlayerClient, file: LocalFile, onSent: (bytes: number) => void): Promise<Pushed> => {
  const same = await overCuts(() => findSame(client, file));
  const { clipId, fromByte } =
    same === undefined
      ? await sendFile(client, file, { checks: 'always', onSent })
      : { clipId: same, fromByte: undefined };
  const clips = await overCuts(() => readFleetClips(client));
  return toPushed({ name: file.name, clipId, fromByte, clips });
};

/** The clip with this file, under its name or a numbered one; files of other names are not compared. */
const findSame = async (client: PlayerClient, { path, sha256 }: LocalFile): Promise<string | undefined> => {
  const clips = await readFleetClips(client);
  const wanted = toFileName(path);
  const names = new Set(clips.map((_clip, index) => toNumberedName(wanted, index + 1)));
  for (const { id, file } of clips) {
    if (names.has(file) && (await checksumOf(client, id)) === (await sha256())) return id;
  }
  return undefined;
};

/** An unreadable file does not match; a lost connection proves nothing. */
const checksumOf = async (client: PlayerClient, id: string): Promise<string | undefined> => {
  try {
    return (await client.call('get', '/clips/{id}/checksum', { path: { id } })).sha256;
  } catch (error) {
    if (error instanceof RejectedError && error.status !== 401) return undefined;
    throw error;
  }
};
