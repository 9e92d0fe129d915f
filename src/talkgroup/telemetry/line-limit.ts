// Keeps the log short, whatever one peer or bridge does.
import type { Log } from '../../base/log.ts';
import type { Clock } from '../clock.ts';
import { createRateLimit } from '../rate-limit.ts';

export interface LineLimit {
  /** @param subject of the line, such as `peer 2345671` */
  info(subject: string, line: string): void;
}

const LINES = { max: 10, withinSeconds: 600 };

/** Ten lines in ten minutes about each subject, and one that says that its next ones are left out. */
export const createLineLimit = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): LineLimit => {
  const lines = createRateLimit({ ...LINES, clock });
  const silenced = createRateLimit({ max: 1, withinSeconds: LINES.withinSeconds, clock });
  return {
    info: (subject, line) => {
      if (!lines.isReached(subject)) {
        lines.count(subject);
        log.info(line);
      } else if (!silenced.isReached(subject)) {
        silenced.count(subject);
        log.info(`${subject}: ten lines in ten minutes, so the next ones are left out`);
      }
    },
  };
};
