// Limits mpv's memory, so that a hostile file ends mpv and not the machine.
import { totalmem } from 'node:os';
import { runProgram } from '../../base/child-process.ts';

/** 4K playback needs this much; boards with less memory get the same limit. */
const MIN_BYTES = 768 * 1024 ** 2;
const MAX_SHARE = 3 / 4;
const TIMEOUT_SECONDS = 10;

/** @param memoryBytes memory of the device */
export const toPlayerMemory = (memoryBytes: number): number => Math.floor(Math.max(MIN_BYTES, memoryBytes * MAX_SHARE));

/**
 * Limits the data segment of a process, which holds decoded frames; display and GPU memory are not counted.
 * Without support for that there is no limit here; the unit's limit still holds.
 */
export const limitMemory = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined) return;
  const bytes = toPlayerMemory(totalmem());
  await runProgram('prlimit', ['--pid', String(pid), `--data=${bytes}`], TIMEOUT_SECONDS).catch(() => undefined);
};
