// When a clip's file is read again, what it is compared with, and what follows from that.
import { toSystemCode } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import type { ChecksumEntry, FileFacts } from './checksum-record.ts';

/** Cards lose data within months, and each reading costs time and a little wear. */
const CHECK_DAYS = 30;
/** The fault may have been that of a cable. */
const DAMAGED_CHECK_DAYS = 1;
const RETRY_HOURS = 1;
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Past the cache, NVMe, SATA and USB disks report most bad blocks as ENODATA. */
const UNREADABLE = ['EIO', 'ENODATA', 'EREMOTEIO', 'EILSEQ'];

interface Now {
  readonly ms: number;
  /** Of the machine; empty where it is not known. */
  readonly boot: string;
}

export const isSameFile = (one: FileFacts['file'], other: FileFacts['file']): boolean =>
  one.bytes === other.bytes && one.changedMs === other.changedMs && one.inode === other.inode;

/** A copy that keeps the times may have mended the bytes of the same file. */
export const isUntouched = (one: FileFacts, other: FileFacts): boolean =>
  isSameFile(one.file, other.file) && one.touchedMs === other.touchedMs;

/**
 * A power cut may undo what a card had confirmed: a file that came before the last boot is read once after it. A file that
 * was touched is read too, since a copy that keeps the times may have repaired it.
 */
export const isDue = (entry: ChecksumEntry | undefined, facts: FileFacts, now: Now): boolean => {
  if (entry === undefined || !isUntouched(entry, facts)) return true;
  if (entry.boot !== undefined && entry.boot !== now.boot) return true;
  const days = (now.ms - Date.parse(entry.checkedAt)) / DAY_MS;
  // After a check in the future the clock was wrong.
  return !(days > -1 && days < (entry.damage === undefined ? CHECK_DAYS : DAMAGED_CHECK_DAYS));
};

/** A reading that told nothing about the file. */
export interface FailedRun {
  readonly facts: FileFacts;
  readonly ms: number;
}

export const isToRest = (failed: FailedRun | undefined, facts: FileFacts, { ms }: Now): boolean =>
  failed !== undefined && isUntouched(failed.facts, facts) && Math.abs(ms - failed.ms) < RETRY_HOURS * HOUR_MS;

/** Whether the card itself says that it cannot read the file. */
export const isUnreadable = (error: unknown): boolean => UNREADABLE.includes(toSystemCode(error) ?? '');

/** @returns the checksum that the file must have; undefined for one that was put there on purpose, and is taken as it is */
export const toExpected = (
  entry: ChecksumEntry | undefined,
  received: Clip['received'],
  facts: FileFacts,
): number | undefined => {
  if (entry !== undefined && isSameFile(entry.file, facts.file)) return entry.crc32;
  if (received === undefined) return undefined;
  const isThatUpload = isUpload(facts.file, received) || (entry === undefined && isLostWrite(facts, received));
  return isThatUpload ? received.crc32 : undefined;
};

const isUpload = (file: FileFacts['file'], received: NonNullable<Clip['received']>): boolean =>
  file.bytes === received.bytes && file.changedMs === received.changedMs;

/** A lost write leaves an older state of the file behind. What somebody put there later was touched later, whatever its time of change. */
const isLostWrite = ({ file, touchedMs }: FileFacts, { changedMs }: NonNullable<Clip['received']>): boolean =>
  file.changedMs <= changedMs && Math.round(touchedMs) <= changedMs;

/** @param found checksum of the whole file as it is now; undefined: it cannot be read */
export const toChecked = (
  before: ChecksumEntry | undefined,
  facts: FileFacts,
  {
    expected,
    found,
    now,
  }: { readonly expected: number | undefined; readonly found: number | undefined; readonly now: Now },
): ChecksumEntry => {
  const crc32 = expected ?? found;
  const known = before !== undefined && isSameFile(before.file, facts.file) ? before : undefined;
  const what = found === undefined ? 'unreadable' : found === crc32 ? undefined : 'changed';
  const checkedAt = new Date(now.ms).toISOString();
  // Damage is looked at again after the next boot, too.
  const isNew = known === undefined || what !== undefined;
  const boot = isNew ? now.boot : known.boot === now.boot ? known.boot : undefined;
  return {
    ...facts,
    checkedAt,
    ...(crc32 !== undefined && { crc32 }),
    ...(boot !== undefined && boot !== '' && { boot }),
    ...(what !== undefined && { damage: { what, foundAt: known?.damage?.foundAt ?? checkedAt } }),
  };
};
