// How many connections fit the limit of open files: those beyond it would be refused by the kernel, the owner's too.
import { readFileSync } from 'node:fs';

/** Enough for the greediest to give way to others. */
const MIN_CONNECTIONS = 16;

/** The limit of open files of this process; undefined for none, and where it cannot be read. */
const descriptorLimit = (): number | undefined => {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
};

/**
 * @param max connections where there is no want of descriptors
 * @param reserved descriptors for everything else: files, programs, other interfaces
 * @returns at most `max`, at least 16
 */
export const fittingConnections = (max: number, reserved: number): number =>
  Math.min(max, Math.max(MIN_CONNECTIONS, (descriptorLimit() ?? Number.POSITIVE_INFINITY) - reserved));
