// What of a player goes into a backup: its list, what HyperDeck clients have set, and which of the clips' files are there.
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage, toSystemCode } from '../../base/errors.ts';
import { createSplashClip } from '../../deck/clips/clip.ts';
import { DEFAULT_SETTINGS } from '../../deck/clips/clip-list.ts';
import { INITIAL_STATE } from '../../hyperdeck/device/device-state.ts';
import { STATE_FILE } from '../../hyperdeck/device/state-file.ts';
import { parseStateRecord, type StateRecord, toStateRecord } from '../../hyperdeck/device/state-record.ts';
import { type ClipRecord, parseRecord, toRecord } from '../../library/clip-record.ts';
import { LIST_FOLDER, ORDER_FILE, toListFile } from '../../library/lists/list-folder.ts';
import {
  type ListRecord,
  parseListRecord,
  parseOrderRecord,
  type ShowRecord,
  toOrderRecord,
  toShowRecord,
} from '../../library/lists/list-record.ts';
import { readRegularFile } from '../../storage/regular-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { BackupClip } from './backup-file.ts';
import { toFolderError } from './folder-error.ts';

/** A document of the state folder; `atFirst` when it does not exist yet. */
const readDocument = async <Document>(
  stateDir: string,
  document: { readonly name: string; readonly parse: (value: unknown) => Document; readonly atFirst: () => Document },
): Promise<Document> => {
  const path = join(stateDir, document.name);
  let text: string;
  try {
    text = (await readRegularFile(path)).toString('utf8');
  } catch (error) {
    if (toSystemCode(error) !== 'ENOENT') throw toFolderError(path, error);
    if (existsSync(stateDir)) return document.atFirst();
    throw new CliError(
      EXIT.refused,
      `There is no player's state in ${stateDir}. Say in CUEDECK_STATE_DIR where it is.`,
    );
  }
  try {
    return document.parse(JSON.parse(text));
  } catch (error) {
    const why = toMessage(error).replace(/\.$/, '');
    throw new CliError(EXIT.refused, `${path} is broken: ${why}. Start the player to repair it.`);
  }
};

const LIST = {
  name: 'clips.json',
  parse: parseRecord,
  atFirst: () => toRecord({ clips: [createSplashClip('/splash.png')], settings: DEFAULT_SETTINGS }),
};
const ORDER = {
  name: join(LIST_FOLDER, ORDER_FILE),
  parse: parseOrderRecord,
  atFirst: () => toOrderRecord([], undefined),
};

/** A list that is deleted meanwhile is left out. */
const readLists = async (stateDir: string): Promise<ShowRecord> => {
  const { ids, listId } = await readDocument(stateDir, ORDER);
  const lists: ListRecord[] = [];
  for (const id of ids) {
    const name = join(LIST_FOLDER, toListFile(id));
    const parse = (value: unknown): readonly ListRecord[] => [parseListRecord(value)];
    lists.push(...(await readDocument(stateDir, { name, parse, atFirst: () => [] })));
  }
  return toShowRecord(lists, lists.find(({ id }) => id === listId)?.id);
};

const HYPER_DECK = { name: STATE_FILE, parse: parseStateRecord, atFirst: () => toStateRecord(INITIAL_STATE) };

export interface Survey {
  readonly record: ClipRecord;
  readonly hyperDeck: StateRecord;
  readonly lists: ShowRecord;
  /** Clips whose files exist. */
  readonly clips: readonly BackupClip[];
  /** Names of the other files. */
  readonly missing: readonly string[];
}

/** @throws CliError when a document of the state folder cannot be read or is broken */
export const surveyPlayer = async (folders: {
  readonly clipsDir: string;
  readonly stateDir: string;
}): Promise<Survey> => {
  const record = await readDocument(folders.stateDir, LIST);
  const hyperDeck = await readDocument(folders.stateDir, HYPER_DECK);
  const lists = await readLists(folders.stateDir);
  const clips: BackupClip[] = [];
  const missing: string[] = [];
  for (const { file } of record.clips.slice(1)) {
    const stat = await lstat(join(folders.clipsDir, file)).catch(() => undefined);
    if (stat?.isFile()) clips.push({ file, bytes: stat.size });
    else missing.push(file);
  }
  return { record, hyperDeck, lists, clips, missing };
};
