// One mpv for one case: commands and events with deadlines, and how it ended.
import { readFile } from 'node:fs/promises';
import { endsWithin } from '../../base/deadline.ts';
import { AppError } from '../../base/errors.ts';
import { type Command, IpcConnection, type Reply } from '../../mpv/ipc/ipc-connection.ts';
import type { JsonObject } from '../../mpv/ipc/json-lines.ts';
import { OPTION_LEVELS, OWN_CHANNEL } from '../../mpv/process/arguments.ts';
import { type MpvProcess, startMpv } from '../../mpv/process/process.ts';

/** What every supported mpv knows. */
const OPTIONS: readonly string[] = [
  ...(OPTION_LEVELS.at(-1)?.options ?? []),
  ...['--load-scripts=no', '--osc=no', '--osd-level=0', '--input-default-bindings=no', '--ao=null'],
  // A picture is read by its squares only: JPEG is made fastest.
  ...['--screenshot-format=jpg', '--screenshot-jpeg-quality=90'],
];

/** Frozen drivers may keep a killed process. */
const KILL_TIMEOUT_SECONDS = 5;
/** For its first answer: from a slow card it starts slowly, and opens its output before. */
const START_TIMEOUT_SECONDS = 30;

/** No answer or no event in time. */
export class HangError extends Error {}

export interface MpvRun {
  /** Waits for its first answer. @throws HangError when none comes within 30 s; CrashError */
  open(): Promise<void>;
  /** @throws HangError when it does not answer in time; CrashError when it went away */
  ask(command: Command): Promise<Reply>;
  /** The value of a property; undefined when it has none. @throws as `ask` */
  get(property: string): Promise<unknown>;
  /**
   * Waits for an event after this call.
   * @throws HangError when it does not come within the seconds; CrashError
   */
  next(isIt: (event: JsonObject) => boolean, seconds: number): Promise<JsonObject>;
  /** Processor time that it has used, in seconds. */
  cpuSeconds(): Promise<number>;
  /** Kills it. @returns false when it does not go, as with a frozen driver */
  end(): Promise<boolean>;
}

/** It ended by itself. */
export class CrashError extends Error {}

/** Linux counts in hundredths of a second for programs, on every machine. */
const TICKS_PER_SECOND = 100;

const readCpuSeconds = async (pid: unknown): Promise<number> => {
  const stat = await readFile(`/proc/${Number(pid)}/stat`, 'latin1').catch(() => '');
  // The program's name, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
};

/**
 * @param options of the output
 * @param timeoutSeconds for an answer
 * @throws Error when the program cannot be started
 */
export const runMpv = async (
  program: string,
  options: readonly string[],
  timeoutSeconds: number,
  onEvent: (event: JsonObject) => void,
): Promise<MpvRun> => {
  const process: MpvProcess = await startMpv(program, [OWN_CHANNEL, ...OPTIONS, ...options]);
  const listeners = new Set<(event: JsonObject) => void>([onEvent]);
  let hasEnded = false;
  const exited = process.exited.then(() => {
    hasEnded = true;
  });
  const connection = new IpcConnection({
    stream: process.stream,
    onEvents: (events) => {
      for (const event of events) for (const listener of listeners) listener(event);
    },
    onBad: () => undefined,
  });
  const toFault = async (what: string): Promise<Error> => {
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 200))]);
    return hasEnded || !connection.isOpen() ? new CrashError('mpv ended') : new HangError(what);
  };
  const ask = async (command: Command, seconds = timeoutSeconds): Promise<Reply> => {
    try {
      return await connection.send(command, seconds);
    } catch (error) {
      throw error instanceof AppError ? await toFault('no answer') : error;
    }
  };
  const get = async (property: string): Promise<unknown> => {
    const reply = await ask(['get_property', property]);
    return reply.ok ? reply.data : undefined;
  };
  return {
    open: async () => {
      await ask(['get_property', 'mpv-version'], START_TIMEOUT_SECONDS);
    },
    ask: (command) => ask(command),
    get,
    next: (isIt, seconds) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          listeners.delete(listener);
        };
        const fail = (what: string): void => {
          end();
          void toFault(what).then(reject);
        };
        const timer = setTimeout(() => fail('no event'), seconds * 1000);
        const listener = (event: JsonObject): void => {
          if (!isIt(event)) return;
          end();
          resolve(event);
        };
        listeners.add(listener);
        void exited.then(() => fail('end'));
      }),
    cpuSeconds: async () => readCpuSeconds(await get('pid')),
    end: async () => {
      process.kill();
      const isGone = await endsWithin(exited, KILL_TIMEOUT_SECONDS);
      connection.close();
      return isGone;
    },
  };
};
