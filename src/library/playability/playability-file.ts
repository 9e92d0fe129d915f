// The file of the playability measurements.
import type { Log } from '../../base/log.ts';
import { createMeasurementsFile, type MeasurementsFile } from '../measurements-file.ts';
import {
  PLAYABILITY_ENTRY,
  PLAYABILITY_FILE,
  PLAYABILITY_VERSION,
  type PlayabilityEntry,
} from './playability-record.ts';

export type PlayabilityFile = MeasurementsFile<PlayabilityEntry>;

export const createPlayabilityFile = (deps: {
  readonly stateDir: string;
  readonly log: Log;
  readonly delaySeconds?: number;
  readonly retrySeconds?: number;
}): PlayabilityFile =>
  createMeasurementsFile({
    ...deps,
    what: 'playability',
    fileName: PLAYABILITY_FILE,
    version: PLAYABILITY_VERSION,
    entry: PLAYABILITY_ENTRY,
  });
