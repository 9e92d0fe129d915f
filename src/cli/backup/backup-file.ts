// What a backup is: a tar archive of a description, the clips' files, and their checksums last.

import { toMessage } from '../../base/errors.ts';
import { parseStateRecord, type StateRecord } from '../../hyperdeck/device/state-record.ts';
import type { ClipRecord } from '../../library/clip-record.ts';
import { parseRecord } from '../../library/clip-record.ts';
import { parseShowRecord, type ShowRecord } from '../../library/lists/list-record.ts';
import * as schema from '../../schema/schema.ts';
import { CliError, EXIT } from '../cli-error.ts';

export const DESCRIPTION_MEMBER = 'cuedeck-backup.json';
export const CHECKSUMS_MEMBER = 'checksums.json';
export const CLIPS_PREFIX = 'clips/';

const FORMAT = 'cuedeck backup';
/** Increased when an older cuedeck would misread the format. */
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
  /** Name of the device, for people. */
  readonly device: string;
  readonly software: string;
  readonly record: ClipRecord;
  /** Settings of HyperDeck clients; absent in backups of older versions, and then left unchanged. */
  readonly hyperDeck?: StateRecord;
  /** The lists; absent in backups of older versions, and then left unchanged. */
  readonly lists?: ShowRecord;
  /** Included files, in the order of their members; empty for list and settings only. */
  readonly clips: readonly BackupClip[];
}

export const toDescription = (parts: Omit<BackupDescription, 'format' | 'version'>): BackupDescription => ({
  format: FORMAT,
  version: VERSION,
  ...parts,
});

/** @returns the error that ends a restore, in one line */
export const toBroken = (why: string): CliError =>
  new CliError(EXIT.refused, `The backup is broken: ${why}. Nothing was changed; use another copy of it.`);

export const toForeign = (): CliError =>
  new CliError(
    EXIT.refused,
    'This is no CueDeck backup. Nothing was changed; name a file that `cuedeck backup` wrote.',
  );

const NO_CLIP = 'a clip has no name or size';
const CLIP: schema.Schema<BackupClip> = schema.worded(
  schema.object({ file: schema.worded(schema.anyText, NO_CLIP), bytes: schema.worded(schema.count, NO_CLIP) }),
  'a clip is no object',
);
const CLIPS = schema.checked(schema.entries(CLIP, 'a clip'), (clips) =>
  new Set(clips.map(({ file }) => file)).size === clips.length ? undefined : 'a file is in it twice',
);
const textOrNone = schema.otherwise(schema.anyText, '');

const KIND = schema.object({ format: schema.oneOf(FORMAT), version: schema.anyValue });
const DESCRIPTION = schema.checked(
  schema.object(
    {
      record: schema.mapped(schema.anyValue, parseRecord),
      clips: { ...CLIPS, parse: (value, name, mode) => (Array.isArray(value) ? CLIPS.parse(value, name, mode) : []) },
      made: textOrNone,
      device: textOrNone,
      software: textOrNone,
    },
    {
      hyperDeck: schema.mapped(schema.anyValue, parseStateRecord),
      lists: schema.mapped(schema.anyValue, parseShowRecord),
    },
  ),
  ({ record, clips }) => {
    const listed = new Set(record.clips.slice(1).map(({ file }) => file));
    // parseRecord only accepts bare names, so no file of a backup can be written elsewhere.
    return clips.every(({ file }) => listed.has(file)) ? undefined : 'a file of it is not in its list';
  },
);
const MODE = schema.recordMode((mismatch) => new Error(schema.toComplaint(mismatch)));

/** @throws CliError for what is no backup, one of a newer CueDeck, or a broken one */
export const parseDescription = (json: string): BackupDescription => {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw toBroken('its description is not JSON');
  }
  const kind = schema.parseUntrusted(KIND, value);
  if (kind === undefined) throw toForeign();
  if (kind.version !== VERSION) {
    throw new CliError(EXIT.refused, 'The backup is of another CueDeck. Nothing was changed; update this one first.');
  }
  try {
    return toDescription(DESCRIPTION.parse(value, 'it', MODE));
  } catch (error) {
    throw toBroken(toMessage(error).replace(/\.$/, ''));
  }
};

/** File name to SHA-256 in lower-case hex digits. */
type Checksums = Readonly<Record<string, string>>;

const CHECKSUMS = schema.record(textOrNone);

/** @throws CliError */
export const parseChecksums = (json: string): Checksums => {
  const sums = schema.parseMessage(CHECKSUMS, json);
  if (sums === undefined) throw toBroken('its checksums cannot be read');
  return sums;
};
