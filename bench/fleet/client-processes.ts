// Members of a crew: a child process with several clients of the broker in it, and what each of them saw when.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a crew is started with, on its command line. */
interface WorkerOptions {
  readonly url: string;
  readonly firstIndex: number;
  readonly count: number;
}

export interface Workers {
  /** By the monotonic clock, milliseconds: when each member was reached since the last time this was asked. */
  reached(): Promise<readonly number[]>;
  end(): Promise<void>;
}

/** @param program its name in this folder, without ending */
export const startWorkers = async (program: string, order: WorkerOptions): Promise<Workers> => {
  const child = fork(fileURLToPath(new URL(`${program}.js`, import.meta.url)), [JSON.stringify(order)]);
  await once(child, 'message');
  return {
    reached: async () => {
      child.send('tell');
      const [times] = await once(child, 'message');
      return times;
    },
    end: () => endChild(child),
  };
};

const endChild = async (child: ChildProcess): Promise<void> => {
  const closed = once(child, 'exit');
  child.kill('SIGKILL');
  await closed;
};

/** The child's side: does what `connect` says, then tells what `times` has collected whenever it is asked. */
export const serveWorker = async (connect: (order: WorkerOptions, times: number[]) => Promise<void>): Promise<void> => {
  const times: number[] = [];
  await connect(JSON.parse(process.argv[2] ?? ''), times);
  process.on('message', () => process.send?.(times.splice(0)));
  process.send?.('ready');
};
