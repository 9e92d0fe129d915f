// The process that runs root's tasks in the player's folders, with the rights of the folders' owner and no more.
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { CONTROL_FD, type Order, onMessages, sendMessage, TASK_ARGUMENT, toFailure } from './folder-task-channel.ts';
import { FOLDER_TASKS, type Folders, type TaskIo } from './folder-tasks.ts';

const OUTPUT_FD = 1;

/** True when this process was started for folder tasks. */
export const isFolderProcess = (word: string | undefined): boolean => {
  try {
    return word === TASK_ARGUMENT && fstatSync(CONTROL_FD).isSocket();
  } catch {
    return false;
  }
};

/** Runs tasks until the command that started it has ended. */
export const serveFolderTasks = (input: AsyncIterable<Buffer>): void => {
  const control = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
  const output = new Socket({ fd: OUTPUT_FD, readable: false, writable: true });
  let percent = -1;
  const io: TaskIo = {
    input,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        output.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    show: (share) => {
      if (Math.floor(share * 100) === percent) return;
      percent = Math.floor(share * 100);
      sendMessage(control, { share });
    },
  };
  const carryOut = async ({ task, given, folders, hasOutput }: Order): Promise<void> => {
    const run = FOLDER_TASKS[task] as (given: unknown, folders: Folders, io: TaskIo) => Promise<unknown>;
    try {
      const result = await run(given, folders, io);
      sendMessage(control, { result });
    } catch (error) {
      sendMessage(control, { failure: toFailure(error) });
    } finally {
      if (hasOutput) output.end();
    }
  };
  onMessages(control, (message) => void carryOut(message as Order));
  // A lost reader is reported by the write.
  output.on('error', () => undefined);
  control.on('error', () => undefined);
  control.on('close', () => process.exit());
};
