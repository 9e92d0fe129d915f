// For programs whose file calls are counted: all of them in one thread, and none between `ready` and the word to go.
import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const threads = (): readonly string[] => readdirSync('/proc/self/task');

/**
 * Takes pairs of lines on standard input: the arguments as JSON, answered with `ready`, the id of the main thread and that
 * of the thread that does Node's file calls; then any line, answered with the work's result as JSON.
 * Must be the first to touch a file asynchronously, with UV_THREADPOOL_SIZE=1.
 */
export const onCommand = async (
  prepare: (args: readonly string[]) => Promise<() => Promise<unknown>>,
): Promise<void> => {
  const before = new Set(threads());
  await stat('/');
  const fileThread = threads().find((id) => !before.has(id));
  let work: (() => Promise<unknown>) | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    if (work === undefined) {
      work = await prepare(JSON.parse(line));
      console.log(`ready ${process.pid} ${fileThread}`);
    } else {
      console.log(JSON.stringify(await work()));
      work = undefined;
    }
  }
};
