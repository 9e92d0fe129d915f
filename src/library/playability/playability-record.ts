// The measurements on disk: the format of their file, and its check.
import * as schema from '../../schema/schema.ts';

/** In the state folder. */
export const PLAYABILITY_FILE = 'playability.json';

/** Goes up when an older CueDeck would misread what a newer one writes. */
const VERSION = 1;

const MEASURED = schema.object(
  {
    decoder: schema.filledText,
    realtimeFactor: schema.amount,
    worstSecondFactor: schema.amount,
    cpuShare: schema.amount,
  },
  { longestJumpSeconds: schema.amount, gopSeconds: schema.amount },
);

const ENTRY = schema.object(
  {
    /** The file that was measured: another one under the same id is another clip. */
    file: schema.filledText,
    /** What it was measured with. */
    basis: schema.filledText,
    measuredAt: schema.filledText,
    measured: MEASURED,
  },
  {
    /** It was smooth until an update: since when it is not. */
    worseSince: schema.filledText,
    /** What it was smooth with. */
    smoothWith: schema.filledText,
  },
);
export type PlayabilityEntry = schema.ValueOf<typeof ENTRY>;

const RECORD = schema.object({
  version: schema.worded(schema.oneOf(VERSION), `its version is not ${VERSION}`),
  clips: schema.record(ENTRY),
});
type PlayabilityRecord = schema.ValueOf<typeof RECORD>;

const MODE = schema.recordOf('the playability of the clips');

/** @throws AppError for an invalid record */
export const parsePlayabilityRecord = (value: unknown): PlayabilityRecord => RECORD.parse(value, 'it', MODE);

export const toPlayabilityRecord = (clips: ReadonlyMap<string, PlayabilityEntry>): PlayabilityRecord => ({
  version: VERSION,
  clips: Object.fromEntries(clips),
});
