// Finds what takes room in the clips folder and is not a clip.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { REPAIR_FOLDER } from '../../library/clips-folder.ts';
import { isOwnFile } from '../../library/file-name.ts';
import { toSizeText } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import { type Finding, note } from './finding.ts';
import { unlessSilent } from './unless-silent.ts';

export interface Stray {
  readonly name: string;
  readonly bytes: number;
}

const MAX_NAMED = 5;
/** Less than this does not fill a card. */
const LARGE_BYTES = 1_000_000;

/** What a file, or all files of a folder, take of the disk; what has gone meanwhile takes nothing. */
const sizeOf = async (path: string): Promise<number> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry?.isFile() === true) return entry.size;
  if (entry?.isDirectory() !== true) return 0;
  const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    inside
      .filter((one) => one.isFile())
      .map(async (one) => stat(join(one.parentPath, one.name)).catch(() => undefined)),
  );
  return sizes.reduce((sum, one) => sum + (one?.size ?? 0), 0);
};

/**
 * @param clips file names of the clip list, and of files that the player still examines
 * @returns files and folders of 1 MB or more that are neither, largest first; none when the folder cannot be read
 */
const findStrays = async (folder: string, clips: ReadonlySet<string>): Promise<readonly Stray[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const others = entries.filter(
    (entry) =>
      (entry.isFile() || entry.isDirectory()) &&
      entry.name !== REPAIR_FOLDER &&
      !isOwnFile(entry.name) &&
      !clips.has(entry.name),
  );
  const strays = await Promise.all(others.map(async ({ name }) => ({ name, bytes: await sizeOf(join(folder, name)) })));
  return strays.filter(({ bytes }) => bytes >= LARGE_BYTES).sort((one, other) => other.bytes - one.bytes);
};

/** Nothing is a stray when the player, which alone knows its clips, does not answer. */
export const readStrays = async (api: PlayerApi, folder: string): Promise<readonly Stray[]> => {
  const clips = await unlessSilent(api.call('get', '/clips'), undefined);
  return clips === undefined ? [] : findStrays(folder, new Set(clips.map(({ file }) => file)));
};

/** `“film.zip” (1.2 GB)`. */
export const toStrayText = ({ name, bytes }: Stray): string => `“${name}” (${toSizeText(bytes)})`;

export const examineStrays = (folder: string, strays: readonly Stray[]): readonly Finding[] => {
  if (strays.length === 0) return [];
  const named = strays.slice(0, MAX_NAMED).map(toStrayText).join(', ');
  const rest = strays.length > MAX_NAMED ? ` and ${strays.length - MAX_NAMED} more` : '';
  const total = toSizeText(strays.reduce((sum, { bytes }) => sum + bytes, 0));
  const text =
    strays.length === 1
      ? `${named} in ${folder} is not a clip.`
      : `${named}${rest} in ${folder} are not clips; they take ${total}.`;
  return [
    note('Clips', text, `Delete from ${folder} what nobody needs. The page neither shows nor deletes these files.`),
  ];
};
