// The programs that a daemon has started, and what may become of each: killed, crashed, or stopped for a while.
import { readdirSync, readFileSync } from 'node:fs';
import type { Random } from '../../fuzz/random.ts';

interface Program {
  readonly pid: number;
  /** `on air` is the mpv that plays; `measuring` the one without a screen; `between`: it begins or has ended; else its name. */
  readonly kind: string;
}

const childrenOf = (pid: number): readonly number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

const toKind = (pid: number): string => {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
    if (words.includes('--untimed=yes')) return 'measuring';
    if (words.some((word) => word.startsWith('--input-ipc-server='))) return 'on air';
    const name = (words[0] ?? '').replace(/^.*\//, '');
    // A copy of the daemon before it becomes the program: the daemon waits for that.
    return name === '' || name === 'node' ? 'between' : name;
  } catch {
    return 'between';
  }
};

/** All that the process has started and that still runs, with what those have started. */
export const programsOf = (pid: number): readonly Program[] =>
  childrenOf(pid).flatMap((child) => [{ pid: child, kind: toKind(child) }, ...programsOf(child)]);

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const FAULTS = ['SIGKILL', 'SIGSEGV', 'SIGSTOP'] as const;
/** Up to so long a program is stopped: an mpv that is stopped for longer than some seconds is replaced. */
const MAX_STOP_SECONDS = 6;
const MAX_STUTTERS = 40;
const STUTTER_SECONDS = 0.15;

/** Does something to a program of a random kind: to a rare kind as often as to a common one. */
const strike = (random: Random, programs: readonly Program[]): string => {
  const kind = random.pick([...new Set(programs.map((program) => program.kind))].sort());
  const { pid } = random.pick(programs.filter((program) => program.kind === kind));
  const fault = random.pick(FAULTS);
  const seconds = random.int(MAX_STOP_SECONDS * 10) / 10;
  send(pid, fault);
  if (fault === 'SIGSTOP') void pause(seconds).then(() => send(pid, 'SIGCONT'));
  return `${fault} to ${kind}${fault === 'SIGSTOP' ? ` for ${seconds} s` : ''}`;
};

/** It goes on in jerks from its first moment: what happens meanwhile meets it at any of its steps. It may not live to see the end. */
const stutter = async (random: Random, { pid }: Program): Promise<void> => {
  for (let left = random.int(MAX_STUTTERS); left > 0; left -= 1) {
    send(pid, 'SIGSTOP');
    await pause(STUTTER_SECONDS);
    send(pid, 'SIGCONT');
    await pause(random.int(40) / 1000);
  }
  if (random.int(2) === 0) send(pid, 'SIGKILL');
};

/**
 * A look through the programs of a daemon, which does something to one of them now and then.
 * @param mayStrike tells of a kind whether it is one of them now
 */
export const createDisturber = (
  random: Random,
  daemonPid: number,
  mayStrike: (kind: string) => boolean,
): (() => string | undefined) => {
  let known = new Set<number>();
  let strikesAt = performance.now();
  return () => {
    const programs = programsOf(daemonPid).filter(({ kind }) => kind !== 'between' && mayStrike(kind));
    const fresh = programs.filter(({ pid, kind }) => kind !== 'on air' && !known.has(pid));
    known = new Set(programs.map(({ pid }) => pid));
    const slowed = fresh.filter(({ kind }) => random.int(kind === 'measuring' ? 2 : 4) === 0);
    for (const program of slowed) void stutter(random, program);
    if (slowed[0] !== undefined) return `jerks of ${slowed[0].kind}`;
    if (programs.length === 0 || performance.now() < strikesAt) return undefined;
    strikesAt = performance.now() + random.int(2000);
    return strike(random, programs);
  };
};
