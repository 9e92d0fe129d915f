// Ends a background job for which the machine is too busy again and again.
import { AppError, toAppError } from '../../base/errors.ts';

type Run = (signal: AbortSignal) => Promise<void>;

/** The job's `run`, which is tried again after `busy`, but rejects with `internal` the last time. @param most runs that may end with `busy` */
export const limitBusyRuns = (most: number, run: Run): Run => {
  let busyRuns = 0;
  return async (signal) => {
    try {
      await run(signal);
    } catch (error) {
      const failure = toAppError(error);
      if (signal.aborted || failure.code !== 'busy') throw error;
      busyRuns += 1;
      throw busyRuns < most ? failure : new AppError('internal', failure.message);
    }
  };
};
