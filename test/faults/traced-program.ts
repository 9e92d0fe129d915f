// Runs a program under strace: which file calls it makes, and what becomes of it when one of them fails or is its last.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** The only file call of its name and number that a thread makes. */
export interface FileCall {
  readonly name: string;
  /** Counts calls of that name in the thread, from 1. */
  readonly number: number;
  /** As strace shows it. */
  readonly text: string;
}

/** What happens at a call: it fails with an error, or the program ends before it. */
export type Fault = 'ENOSPC' | 'EIO' | 'EACCES' | 'end';

interface Traced {
  /** What the program printed, a line each. */
  readonly lines: readonly string[];
  /** What its thread asked of the system, in order. */
  readonly trace: readonly string[];
  /** Whether the fault met the call that was meant. */
  readonly isStruck: boolean;
}

export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** One thing for a program to do, under strace. */
interface Attempt {
  readonly args: readonly string[];
  /** Which of the program's threads is traced: that of Node's asynchronous file calls, or the main one. */
  readonly thread: 'files' | 'main';
  /** What happens at which call. */
  readonly fault?: { readonly call: FileCall; readonly kind: Fault };
}

const TIMEOUT_MILLISECONDS = 30_000;

/** A program of `test/programs` that works on command, as often as it is asked, until it is killed. */
const startProgram = (path: string, scratch: string) => {
  const child = spawn(process.execPath, [path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1', TMPDIR: scratch },
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(() => undefined);
  const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string | undefined> => {
    const { value } = await output.next();
    return value;
  };
  return {
    isAlive: () => child.exitCode === null && child.signalCode === null,
    tell: (line: string) => child.stdin.write(`${line}\n`),
    nextLine,
    ended,
    kill: () => child.kill('SIGKILL'),
  };
};

type Program = ReturnType<typeof startProgram>;

const attach = async (thread: string, tracePath: string, fault: Attempt['fault']) => {
  const what = fault?.kind === 'end' ? 'signal=SIGKILL' : `error=${fault?.kind}`;
  const inject = fault ? ['-e', `inject=${fault.call.name}:${what}:when=${fault.call.number}`] : [];
  const args = ['-y', '-s', '300', '-e', 'trace=%file,%desc', ...inject, '-o', tracePath, '-p', thread];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'close');
  // It says so when it is attached.
  await once(tracer.stderr, 'data');
  tracer.stderr.resume();
  return async (): Promise<readonly string[]> => {
    tracer.kill('SIGINT');
    await ended;
    return (await readFile(tracePath, 'utf8')).split('\n');
  };
};

/** Undefined when the program has ended before it could begin. */
const attempt = async (program: Program, { args, thread, fault }: Attempt): Promise<Traced | undefined> => {
  program.tell(JSON.stringify(args));
  const greeting = await program.nextLine();
  if (greeting === undefined) return undefined;
  const [, main = '', files = ''] = greeting.split(' ');
  const detach = await attach(thread === 'main' ? main : files, join(await temporaryFolder(), 'trace'), fault);
  program.tell('go');
  const lines: string[] = [];
  for (let line = await program.nextLine(); line !== undefined; line = await program.nextLine()) {
    lines.push(line);
    if (line.startsWith('{')) break;
  }
  if (fault?.kind === 'end') await program.ended;
  const trace = await detach();
  return { lines, trace, isStruck: fault === undefined || meets(fault.call, trace) };
};

/**
 * Runs a program under strace, in a process that has run before where one is free.
 * @param path of a built program
 */
export const createTracer = (path: string): ((what: Attempt) => Promise<Traced>) => {
  const all = new Set<Program>();
  const free: Program[] = [];
  // What is killed leaves its scratch files behind. (By its name it is not the subject of a call.)
  const scratch = mkdtempSync(join(tmpdir(), 'cuedeck-'));
  onTestFinished(async () => {
    for (const program of all) program.kill();
    await Promise.all([...all].map(({ ended }) => ended));
    await rm(scratch, { recursive: true, force: true });
  });
  const attemptWith = async (program: Program, what: Attempt): Promise<Traced | undefined> => {
    all.add(program);
    // A program that hangs is a program that has ended: its silence ends the attempt.
    const timer = setTimeout(() => program.kill(), TIMEOUT_MILLISECONDS);
    const traced = await attempt(program, what).finally(() => clearTimeout(timer));
    // The main thread writes to itself at its first piece of work: its counts hold for a fresh process only.
    if (traced === undefined || what.thread === 'main') program.kill();
    else if (program.isAlive()) free.push(program);
    return traced;
  };
  return async (what) => {
    // One that ran before may be about to end by the fault it met.
    for (let used = free.pop(); used !== undefined; used = free.pop()) {
      const traced = await attemptWith(used, what);
      if (traced !== undefined) return traced;
    }
    const traced = await attemptWith(startProgram(path, scratch), what);
    if (traced === undefined) throw new Error('the program ended before it began');
    return traced;
  };
};

/** A thread that also writes to another one, now and then, shifts the count: then the fault meets another call. Often so on a busy machine. */
const MAX_TRIES = 60;

/** @param run one attempt from a fresh start */
export const untilStruck = async <Run extends { readonly traced: Traced }>(run: () => Promise<Run>): Promise<Run> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const attempted = await run();
    if (attempted.traced.isStruck) return attempted;
  }
  throw new Error('the fault never met the call that was meant');
};

/** A call by its name and the file it is about; temporary folders are called anew in every run. */
export const subjectOf = (text: string): string =>
  `${/^\w+/.exec(text)?.[0]} ${/cuedeck-[a-z]+-\w+(\/[^">]*)/.exec(text)?.[1] ?? ''}`;

/** Whether the call that a fault struck, or the last one of a program that it ended, is the one that was meant. */
const meets = (call: FileCall, trace: readonly string[]): boolean => {
  const calls = trace.filter((line) => /^\w+\(/.test(line));
  const struck = calls.find((line) => line.includes('(INJECTED)')) ?? calls.at(-1) ?? '';
  return subjectOf(struck) === subjectOf(call.text);
};

/** The calls of a trace that name `path` or a file in it. */
export const fileCalls = (trace: readonly string[], path: string): readonly FileCall[] => {
  const counts = new Map<string, number>();
  return trace.flatMap((text) => {
    const name = /^(\w+)\(/.exec(text)?.[1];
    if (name === undefined) return [];
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return text.includes(path) ? [{ name, number, text }] : [];
  });
};
