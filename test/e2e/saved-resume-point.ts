// What a daemon has kept of where it is: whoever kills it waits for that, for it looks twice a second.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResumePoint } from '../../src/deck/resume-point.ts';
import { until } from '../appliance/command.ts';

const TIMEOUT_SECONDS = 60;

/** Resolves when what is kept is as wanted. */
export const whenSaved = async (
  { folder }: { readonly folder: string },
  holds: (kept: ResumePoint) => boolean,
): Promise<void> => {
  const path = join(folder, 'run/whereabouts.json');
  let last = 'nothing';
  const look = (): true | undefined => {
    try {
      last = readFileSync(path, 'utf8');
    } catch {
      // The daemon has not looked yet.
      return undefined;
    }
    return holds(JSON.parse(last).whereabouts) || undefined;
  };
  await until(look, TIMEOUT_SECONDS, `kept: ${holds}`).catch((error) => {
    throw new Error(`kept is ${last}`, { cause: error });
  });
};
