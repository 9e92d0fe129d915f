// The checksums of the clips on disk: the format of their file, and its check.
import type { Log } from '../../base/log.ts';
import { DAMAGES } from '../../deck/clips/damage.ts';
import * as schema from '../../schema/schema.ts';
import { createMeasurementsFile, type MeasurementsFile } from '../measurements-file.ts';

/** In the state folder. */
const CHECKSUMS_FILE = 'checksums.json';

const VERSION = 1;

/** Results that a power cut loses are found again; fewer writes spare the card. */
const WRITE_DELAY_SECONDS = 300;

/** When one of these differs, it is another file. */
const FILE = schema.object({
  bytes: schema.amount,
  /** Of its content. */
  changedMs: schema.anyNumber,
  inode: schema.amount,
});

const ENTRY = schema.object(
  {
    file: FILE,
    /** When its name, owner or times were changed last, which the content does not depend on. */
    touchedMs: schema.anyNumber,
    checkedAt: schema.filledText,
  },
  {
    /** Absent for a file that could never be read. */
    crc32: schema.count,
    /** The boot of the machine in which the file came; absent once it was found whole after a later one. */
    boot: schema.filledText,
    damage: schema.object({ what: schema.oneOf(...DAMAGES), foundAt: schema.filledText }),
  },
);
export type ChecksumEntry = schema.ValueOf<typeof ENTRY>;
export type FileFacts = Pick<ChecksumEntry, 'file' | 'touchedMs'>;

export const createChecksumsFile = (deps: {
  readonly stateDir: string;
  readonly delaySeconds?: number;
  readonly log: Log;
}): MeasurementsFile<ChecksumEntry> =>
  createMeasurementsFile({
    delaySeconds: WRITE_DELAY_SECONDS,
    ...deps,
    what: 'checksums',
    fileName: CHECKSUMS_FILE,
    version: VERSION,
    entry: ENTRY,
  });
