// Limits mpv's memory, so that a hostile file ends mpv and not the machine.
import { totalmem } from 'node:os';
import { runProgram } from '../../base/child-process.ts';

/** A player of 4K takes as much; on boards with less than that there is nothing to share out. */
const MIN_BYTES = 768 * 1024 ** 2;
const MAX_SHARE = 3 / 4;
const TIMEOUT_SECONDS = 10;

/** @param memoryBytes of the box */
export const toPlayerMemory = (memoryBytes: number): number => Math.floor(Math.max(MIN_BYTES, memoryBytes * MAX_SHARE));

/**
 * Limits the data of a process, which is what it decodes into; memory of display and GPU is not counted.
 * Where that can't be done it goes on without: the unit's own limit is behind it.
 */
export const limitMemory = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined) return;
  const bytes = toPlayerMemory(totalmem());
  await runProgram('prlimit', ['--pid', String(pid), `--data=${bytes}`], TIMEOUT_SECONDS).catch(() => undefined);
};
