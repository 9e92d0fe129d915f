// What a backup is: a tar archive of a description, the clips' files, and their checksums last.

import { toMessage } from '../../base/errors.ts';
import { parseStateRecord, type StateRecord } from '../../hyperdeck/device/state-record.ts';
import type { ClipRecord } from '../../library/clip-record.ts';
import { parseRecord } from '../../library/clip-record.ts';
import { CliError, EXIT } from '../cli-error.ts';

export const DESCRIPTION_MEMBER = 'cuedeck-backup.json';
export const CHECKSUMS_MEMBER = 'checksums.json';
export const CLIPS_PREFIX = 'clips/';

const FORMAT = 'cuedeck backup';
/** Goes up when an older cuedeck would misread what a newer one writes. */
const VERSION = 1;

/** A list of 10,000 clips takes 4 MB. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface BackupClip {
  /** Bare name, as in the list. */
  readonly file: string;
  readonly bytes: number;
}

export interface BackupDescription {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** ISO 8601, UTC. */
  readonly made: string;
  /** Where it was made; for people. */
  readonly device: string;
  readonly software: string;
  readonly record: ClipRecord;
  /** What HyperDeck clients have set; absent in backups of versions that did not take it: then it stays as it is. */
  readonly hyperDeck?: StateRecord;
  /** Files that are in it, in the order of their members; empty for list and settings only. */
  readonly clips: readonly BackupClip[];
}

export const toDescription = (parts: Omit<BackupDescription, 'format' | 'version'>): BackupDescription => ({
  format: FORMAT,
  version: VERSION,
  ...parts,
});

/** @returns what ends a restore, in one line */
export const toBroken = (why: string): CliError =>
  new CliError(EXIT.refused, `The backup is broken: ${why}. Nothing was changed; use another copy of it.`);

export const toForeign = (): CliError =>
  new CliError(
    EXIT.refused,
    'This is no CueDeck backup. Nothing was changed; name a file that `cuedeck backup` wrote.',
  );

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseClip = (value: unknown): BackupClip => {
  if (!isFields(value)) throw new Error('a clip is no object');
  const { file, bytes } = value;
  if (typeof file !== 'string' || typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw new Error('a clip has no name or size');
  }
  return { file, bytes };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @throws CliError for what is no backup, one of a newer CueDeck, or a broken one */
export const parseDescription = (json: string): BackupDescription => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw toBroken('its description is not JSON');
  }
  if (!isFields(value) || value.format !== FORMAT) throw toForeign();
  if (value.version !== VERSION) {
    throw new CliError(EXIT.refused, 'The backup is of another CueDeck. Nothing was changed; update this one first.');
  }
  try {
    const record = parseRecord(value.record);
    const clips = Array.isArray(value.clips) ? value.clips.map(parseClip) : [];
    const listed = new Set(record.clips.slice(1).map(({ file }) => file));
    // parseRecord lets bare names pass only, so no file of a backup can end up elsewhere.
    if (clips.some(({ file }) => !listed.has(file))) throw new Error('a file of it is not in its list');
    if (new Set(clips.map(({ file }) => file)).size !== clips.length) throw new Error('a file is in it twice');
    const [made, device, software] = [text(value.made), text(value.device), text(value.software)];
    const hyperDeck = value.hyperDeck === undefined ? {} : { hyperDeck: parseStateRecord(value.hyperDeck) };
    return toDescription({ made, device, software, record, ...hyperDeck, clips });
  } catch (error) {
    throw toBroken(toMessage(error).replace(/\.$/, ''));
  }
};

/** File name to SHA-256 in lower-case hex digits. */
export type Checksums = Readonly<Record<string, string>>;

/** @throws CliError */
export const parseChecksums = (json: string): Checksums => {
  try {
    const value: unknown = JSON.parse(json);
    if (isFields(value)) return Object.fromEntries(Object.entries(value).map(([file, sum]) => [file, text(sum)]));
  } catch {
    // Falls through: what is no JSON is no object either.
  }
  throw toBroken('its checksums cannot be read');
};
