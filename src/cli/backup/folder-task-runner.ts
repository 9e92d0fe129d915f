// Does works in the player's folders: here, or where root calls, in a process that has the rights of their owner.

import type { Duplex, Readable, Writable } from 'node:stream';
import { type ChildProcess, startProgram } from '../../base/child-process.ts';
import { toReason } from '../../base/errors.ts';
import type { Owner } from '../../storage/synced-file.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call } from '../command.ts';
import { toFolderError } from './folder-error.ts';
import { findOwner } from './folder-owner.ts';
import { FOLDER_WORD, onMessages, type Report, sendMessage, toError } from './folder-task-channel.ts';
import { FOLDER_WORKS, type Folders, type FolderWorks, type WorkIo } from './folder-tasks.ts';

/** Runs one task at a time. A command may send bytes once, and receive bytes once. */
export type Ask = <Name extends keyof FolderWorks>(
  work: Name,
  given: Parameters<FolderWorks[Name]>[0],
  io?: Partial<WorkIo>,
) => Promise<Awaited<ReturnType<FolderWorks[Name]>>>;

const NO_IO: WorkIo = {
  input: (async function* () {})(),
  write: async () => undefined,
  show: () => undefined,
};

const askHere =
  (folders: Folders): Ask =>
  async (name, given, io) => {
    const work = FOLDER_WORKS[name] as (given: unknown, folders: Folders, io: WorkIo) => Promise<never>;
    return work(given, folders, { ...NO_IO, ...io });
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

interface Hand {
  readonly ask: Ask;
  end(): void;
}

const streamsOf = (child: ChildProcess) => {
  const [input, output, , control] = child.stdio;
  return { input: input as Writable, output: output as Readable, control: control as Duplex };
};

const startHand = async (program: string, folders: Folders, owner: Owner): Promise<Hand> => {
  const child = await startProgram(process.execPath, [...process.execArgv, program, FOLDER_WORD], {
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
  let show: WorkIo['show'] = NO_IO.show;
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

  const ask: Ask = async (work, given, io = {}) => {
    const answer = new Promise<never>((done, failed) => {
      settle = { done, failed };
      if (control.destroyed) failed(ended());
    });
    answer.catch(() => undefined);
    show = io.show ?? NO_IO.show;
    sendMessage(control, { work, given, folders, hasOutput: io.write !== undefined });
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
  if (process.getuid?.() !== 0) return use(askHere(folders));
  const owner = await findOwner(stateDir).catch((error) => {
    throw toFolderError(stateDir, error);
  });
  if (owner === undefined) return use(askHere(folders));
  const hand = await startHand(io.program, folders, owner);
  try {
    return await use(hand.ask);
  } finally {
    hand.end();
  }
};
