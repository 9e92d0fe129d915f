// The measurements on disk: the format of their file, and its check.
import * as schema from '../../schema/schema.ts';

/** In the state folder. */
export const PLAYABILITY_FILE = 'playability.json';

export const PLAYABILITY_VERSION = 1;

const MEASURED = schema.object(
  {
    decoder: schema.filledText,
    realtimeFactor: schema.amount,
    worstSecondFactor: schema.amount,
    cpuShare: schema.amount,
  },
  { longestJumpSeconds: schema.amount, gopSeconds: schema.amount },
);

export const PLAYABILITY_ENTRY = schema.object(
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
export type PlayabilityEntry = schema.ValueOf<typeof PLAYABILITY_ENTRY>;
