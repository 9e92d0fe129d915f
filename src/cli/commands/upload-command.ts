// `cuedeck upload`: brings files onto the device.
import { createPlayerClient } from '../../client/player-client.ts';
import { DamagedError, sendFile } from '../../client/send-file.ts';
import type { PlayerConnection } from '../../config/player-connection.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable } from '../format.ts';
import { findLocalFile, type LocalFile } from '../local-file.ts';
import { type PlayerApi, toCliError } from '../player-api.ts';
import { readClips, readStatus } from '../player-status.ts';
import { createProgress } from '../progress.ts';
import { toClipText } from './clip-choice.ts';

/**
 * @param onSent called with the number of bytes that the player has
 * @throws CliError for a file that cannot be read or changes meanwhile, and with the player's own refusal
 * @returns the id of the clip
 */
export const uploadFile = async (
  place: PlayerConnection,
  file: LocalFile,
  onSent: (bytes: number) => void,
  silenceSeconds?: number,
): Promise<string> => {
  try {
    const client = createPlayerClient(place, silenceSeconds);
    return (await sendFile(client, file, { checks: 'parts', onSent })).clipId;
  } catch (error) {
    if (!(error instanceof DamagedError)) throw toCliError(error, place);
    throw new CliError(EXIT.refused, `${toPrintable(file.path)} did not arrive as it was sent. Try again.`);
  }
};

/** What it has become, and what is to be known before the show. */
const describe = async (api: PlayerApi, clipId: string, name: string): Promise<readonly string[]> => {
  const clip = (await readClips(api)).find(({ id }) => id === clipId);
  if (clip === undefined) return [`Uploaded ${toPrintable(name)}.`];
  return [
    `Uploaded ${toClipText(clip.number, clip.name)}.`,
    ...(clip.playability?.advice ?? []).map((text) => `  ${text}`),
  ];
};

export const UPLOAD_COMMAND: Command = {
  name: 'upload',
  takes: [{ name: 'FILE', isRepeated: true, completes: 'file' }],
  options: [],
  meaning: 'uploads files and appends them to the clip list',
  more: 'All files are checked before the first is sent. The first rejected file ends the upload; files sent before it stay. An interrupted upload resumes where it stopped, also when the command is run again within 15 minutes.',
  run: async ({ api, place, io, isJson, arguments: paths }) => {
    for (const path of paths) await findLocalFile(path);
    // An unreachable player is reported at once; one that disappears later is waited for.
    await api.call('get', '/transport');
    for (const path of paths) {
      const file = await findLocalFile(path);
      const progress = createProgress(io, path);
      const onSent = (bytes: number): void => progress.show(bytes / file.bytes);
      const clipId = await uploadFile(place, file, onSent).finally(progress.end);
      // At once, since the next file may be rejected.
      if (!isJson) for (const line of await describe(api, clipId, file.name)) io.out(line);
    }
    return { lines: [], json: isJson && (await readStatus(api)) };
  },
};
