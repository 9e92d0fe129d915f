// The loudness of the clips on disk: the format of its file, and its check.
import type { Log } from '../../base/log.ts';
import * as schema from '../../schema/schema.ts';
import { createMeasurementsFile, type MeasurementsFile } from '../measurements-file.ts';

/** In the state folder. */
const LOUDNESS_FILE = 'loudness.json';

const VERSION = 1;

const ENTRY = schema.object(
  {
    /** The file that was measured: one of another size or time of change, which may be before 1970, is another one. */
    file: schema.object({ bytes: schema.amount, changedMs: schema.anyNumber }),
    measuredAt: schema.filledText,
    state: schema.oneOf('measured', 'no-sound', 'silent', 'too-short', 'failed'),
  },
  {
    figures: schema.object({
      integratedLufs: schema.anyNumber,
      truePeakDbtp: schema.anyNumber,
      rangeLu: schema.amount,
    }),
    /** Why it failed. */
    message: schema.filledText,
    /** The CueDeck that failed; another one tries again. */
    failedWith: schema.filledText,
  },
);
export type LoudnessEntry = schema.ValueOf<typeof ENTRY>;

export const createLoudnessFile = (deps: {
  readonly stateDir: string;
  readonly log: Log;
}): MeasurementsFile<LoudnessEntry> =>
  createMeasurementsFile({
    ...deps,
    what: 'loudness',
    fileName: LOUDNESS_FILE,
    version: VERSION,
    entry: ENTRY,
  });
