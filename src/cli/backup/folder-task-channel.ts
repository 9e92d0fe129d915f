// The line between root's command and its process in the player's folders: JSON, one message a line.
import type { Duplex } from 'node:stream';
import { toMessage, toSystemCode } from '../../base/errors.ts';
import { CliError } from '../cli-error.ts';
import { toPrintable } from '../format.ts';
import { MAX_DOCUMENT_BYTES } from './backup-file.ts';
import type { Folders, FolderTasks } from './folder-tasks.ts';

/** Argument that starts this process. Not a command, so that help and completion do not show it. */
export const TASK_ARGUMENT = 'folder-tasks';
export const CONTROL_FD = 3;

/** A message contains at most one description and one plan. */
const MAX_MESSAGE_BYTES = 4 * MAX_DOCUMENT_BYTES;

export interface Order {
  readonly task: keyof FolderTasks;
  readonly given: unknown;
  readonly folders: Folders;
  /** The task has output bytes, which end after it. */
  readonly hasOutput: boolean;
}

interface Failure {
  readonly message: string;
  /** Of a CliError. */
  readonly exit?: number;
  /** Of the system's error. */
  readonly code?: string;
}

export type Report = { readonly share: number } | { readonly result?: unknown } | { readonly failure: Failure };

export const toFailure = (error: unknown): Failure => {
  const code = toSystemCode(error);
  return {
    message: toMessage(error),
    ...(error instanceof CliError && { exit: error.exit }),
    ...(code !== undefined && { code }),
  };
};

/** The owner controls this process, so only printable text of its message may reach the terminal. */
export const toError = ({ message, exit, code }: Failure): Error => {
  const text = toPrintable(String(message));
  if (typeof exit === 'number') return new CliError(exit, text);
  return Object.assign(new Error(text), typeof code === 'string' && { code: toPrintable(code) });
};

/** @param heard called with each message; an invalid or too long one closes the channel */
export const onMessages = (channel: Duplex, heard: (message: unknown) => void): void => {
  let parts: Buffer[] = [];
  let bytes = 0;
  const end = (last: Buffer): void => {
    const line = Buffer.concat([...parts, last]).toString('utf8');
    [parts, bytes] = [[], 0];
    heard(JSON.parse(line));
  };
  channel.on('data', (chunk: Buffer) => {
    try {
      let rest = chunk;
      for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
        end(rest.subarray(0, at));
        rest = rest.subarray(at + 1);
      }
      parts.push(rest);
      bytes += rest.length;
      if (bytes > MAX_MESSAGE_BYTES) channel.destroy();
    } catch {
      channel.destroy();
    }
  });
};

export const sendMessage = (channel: Duplex, message: Order | Report): void =>
  void channel.write(`${JSON.stringify(message)}\n`);
