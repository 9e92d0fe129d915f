// Runs tasks in the player's folders: in this process, or, for root, in one with the rights of the folders' owner.

import type { Duplex, Readable, Writable } from 'node:stream';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';
import { toReason } from '../../base/errors.ts';
import type { Owner } from '../../storage/synced-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call } from '../command.ts';
import { toFolderError } from './folder-error.ts';
import { findOwner } from './folder-owner.ts';
import { onMessages, type Report, sendMessage, TASK_ARGUMENT, toError } from './folder-task-channel.ts';
import { FOLDER_TASKS, type Folders, type FolderTasks, type TaskIo } from './folder-tasks.ts';

/** Runs one task at a time. A command may send bytes once, and receive bytes once. */
export type Ask = <Name extends keyof FolderTasks>(
  task: Name,
  given: Parameters<FolderTasks[Name]>[0],
  io?: Partial<TaskIo>,
) => Promise<Awaited<ReturnType<FolderTasks[Name]>>>;

const NO_IO: TaskIo = {
  input: (async function* () {})(),
  write: async () => undefined,
  show: () => undefined,
};

const runHere =
  (folders: Folders): Ask =>
  async (name, given, io) => {
    const task = FOLDER_TASKS[name] as (given: unknown, folders: Folders, io: TaskIo) => Promise<never>;
    return task(given, folders, { ...NO_IO, ...io });
  };

/** Ends early, without an error, when the process reads no more. */
const feed = async (input: AsyncIterable<Buffer>, to: Writable): Promise<void> => {
  try {
    for await (const chunk of input) {
      const isTaken = await new Promise<boolean>((resolve) => {
        to.write(chunk, (error) => resolve(!error));
      });
      if (!isTaken) return;
    }
  } finally {
    to.end();
  }
};

interface TaskProcess {
  readonly ask: Ask;
  end(): void;
}

const streamsOf = (child: ChildProcess) => {
  const [input, output, , control] = child.stdio;
  return { input: input as Writable, output: output as Readable, control: control as Duplex };
};

const startTaskProcess = async (program: string, folders: Folders, owner: Owner): Promise<TaskProcess> => {
  const child = await startProgram(process.execPath, [...process.execArgv, program, TASK_ARGUMENT], {
    ...owner,
    // The owner can inspect its process, so it gets nothing of the caller's environment or terminal. In its own
    // session, so that Ctrl-C reaches the command only; it ends with the command.
    env: {},
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  }).catch((error) => {
    throw new CliError(EXIT.refused, `No process can be started as user ${owner.uid}: ${toReason(error)}.`);
  });
  const { input, output, control } = streamsOf(child);
  let settle: { readonly done: (result: never) => void; readonly failed: (error: Error) => void } | undefined;
  let show: TaskIo['show'] = NO_IO.show;
  const ended = (): Error =>
    new CliError(EXIT.refused, `The process of user ${owner.uid}, who owns ${folders.stateDir}, ended. Try again.`);
  onMessages(control, (message) => {
    const report = message as Report;
    if ('share' in report) show(Number(report.share));
    else if ('failure' in report) settle?.failed(toError(report.failure));
    else settle?.done(report.result as never);
  });
  for (const stream of [input, output, control]) stream.on('error', () => undefined);
  control.on('close', () => settle?.failed(ended()));

  const ask: Ask = async (task, given, io = {}) => {
    const answer = new Promise<never>((done, failed) => {
      settle = { done, failed };
      if (control.destroyed) failed(ended());
    });
    answer.catch(() => undefined);
    show = io.show ?? NO_IO.show;
    sendMessage(control, { task, given, folders, hasOutput: io.write !== undefined });
    let inputError: unknown;
    if (io.input !== undefined) {
      feed(io.input, input).catch((error) => {
        inputError = error;
      });
    }
    if (io.write !== undefined) for await (const chunk of output) await io.write(chunk as Buffer);
    const result = await answer.catch((error) => {
      throw inputError ?? error;
    });
    if (inputError !== undefined) throw inputError;
    return result;
  };
  return {
    ask,
    end: () => {
      for (const stream of [input, output, control]) stream.destroy();
      child.kill('SIGKILL');
    },
  };
};

/**
 * Root acts as the owner of the state folder, the player's user: a link that this user swaps in only leads where the user may go
 * anyway. The process starts before the task and stays the same program, even during an installation.
 * @throws what `use` throws; CliError
 */
export const inFolders = async <Result>(
  { io, place: { clipsDir, stateDir } }: Pick<Call, 'io' | 'place'>,
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> => {
  const folders = { clipsDir, stateDir };
  if (process.getuid?.() !== 0) return use(runHere(folders));
  const owner = await findOwner(stateDir).catch((error) => {
    throw toFolderError(stateDir, error);
  });
  if (owner === undefined) return use(runHere(folders));
  const child = await startTaskProcess(io.program, folders, owner);
  try {
    return await use(child.ask);
  } finally {
    child.end();
  }
};
