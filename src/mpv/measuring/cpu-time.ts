// CPU time of one process and of all others, from /proc.
import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc; the same on every Linux. */
const TICKS = 100;

interface CpuTime {
  /** Of the process. */
  readonly ownSeconds: number;
  /** Of all other processes, and of other guests of the same machine. */
  readonly othersSeconds: number;
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

const toNumbers = (fields: readonly string[]): readonly number[] => fields.map((field) => Number(field) || 0);

/** Never throws; what cannot be read is 0. */
export const readCpuTime = (pid: number): CpuTime => {
  // The name of the program may contain blanks and brackets.
  const own = toNumbers(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' '),
  );
  const ownTicks = (own[11] ?? 0) + (own[12] ?? 0);
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = toNumbers(
    (/^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1] ?? '').split(' '),
  );
  const allTicks = user + nice + system + interrupts + softInterrupts + stolen;
  return { ownSeconds: ownTicks / TICKS, othersSeconds: (allTicks - ownTicks) / TICKS };
};
